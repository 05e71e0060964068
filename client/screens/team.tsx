import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { OFFLINE, onlineOnly } from '#client/parts/online-only.ts'
import { datesOf, StatusBadge } from '#client/parts/project-card/project-card.tsx'
import { ProjectCover } from '#client/parts/project-card/project-cover.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getTeamOverview, type TeamOverview } from '#contract/team-overview.ts'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Empty, Failed, isFinal, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { RequestRows } from './my/request-rows.tsx'
import { WaitingQuestions } from './my/waiting-questions.tsx'
import { EditTeam } from './team/edit-team.tsx'
import { Disbanding, EndTeam } from './team/end-team.tsx'
import { FinishedWork } from './team/finished-work.tsx'
import { JoinRequests } from './team/join-requests.tsx'
import { useJump } from './team/jump.ts'
import { Members } from './team/members.tsx'
import { SentInvitations } from './team/sent-invitations.tsx'
import { Visitor } from './team/visitor.tsx'
import { Wanted } from './team/wanted.tsx'
import { Work } from './team/work.tsx'
import './my/my.css'
import './team/team.css'

const NotMember = () => (
  <Empty icon="team" title={t('team.notMember')} action={<ButtonLink to={pathTo('my')}>{t('team.toMy')}</ButtonLink>}>
    {t('team.notMember.text')}
  </Empty>
)

export function TeamScreen({ id }: { id: number }) {
  const { answer, savedAt, isLoading, error, retry } = useCall(getTeamOverview, { params: { id: String(id) } }, { isPrivate: true })
  const [isEditing, setIsEditing] = useState(false)
  const isGuest = session.value.state === 'guest'
  const team = isGuest ? undefined : answer?.team
  const name = team?.name ?? t('tab.my')
  const isMember = team !== undefined && team.own.member !== null
  const mayEdit = isMember && team.actions.edit.isAllowed
  const actions = mayEdit && <IconButton icon="edit" name={t('team.edit')} {...onlineOnly()} onClick={() => setIsEditing(true)} />
  return (
    <>
      <Title back={{ name: t('back'), go: () => goBack(pathTo('my')) }} text={name} actions={actions}>
        <span dir="auto">{name}</span>
      </Title>
      {isGuest ? (
        <Guest />
      ) : isFinal(error) ? (
        <NotMember />
      ) : isMember ? (
        <>
          <SavedNote savedAt={savedAt} />
          <TeamView {...answer!} />
          {mayEdit && <EditTeam team={team} isOpen={isEditing} onClose={() => setIsEditing(false)} />}
        </>
      ) : team ? (
        <Visitor team={team} />
      ) : isLoading ? (
        <Loading lines={6} />
      ) : (
        <Failed error={error} onRetry={retry} />
      )}
    </>
  )
}

function TeamView({ team, currentProject: project, finishedProjects, requests }: TeamOverview) {
  const { members, actions } = team
  useJump(project === null || location.hash === '#members')
  return (
    <div class="stack">
      {!isOnline.value && (
        <p class="soft" id={OFFLINE}>
          {t('onlyOnline')}
        </p>
      )}
      <Disbanding team={team} />
      <JoinRequests team={team} />
      {team.description && <p dir="auto">{team.description}</p>}
      <section aria-labelledby="team-project">
        <h2 id="team-project">{t('team.project')}</h2>
        {project ? (
          <div class="card stack has-cover">
            <ProjectCover project={project} size="wide" />
            <div class="row">
              <StatusBadge status={project.status} />
              <span class="soft">{datesOf(project)}</span>
            </div>
            <h3 dir="auto">
              <Link href={pathTo('project', { slug: project.slug })}>{project.name}</Link>
            </h3>
            <ul class="rows">
              <WaitingQuestions slug={project.slug} />
            </ul>
          </div>
        ) : (
          <p class="soft">{actions.apply.code === 'team_too_small' ? actions.apply.why : t('team.noProject')}</p>
        )}
      </section>
      <Members team={team} />
      <Wanted team={team} />
      <SentInvitations team={team} />
      {project && (
        <Work
          key={project.slug}
          slug={project.slug}
          team={team.id}
          mayChange={team.own.isAdministrator}
          administrators={members.filter((member) => member.isAdministrator).map(({ name }) => name)}
        />
      )}
      {requests.length > 0 && (
        <section aria-labelledby="team-requests">
          <h2 id="team-requests">{t('team.requests')}</h2>
          <RequestRows requests={requests.map((request) => ({ ...request, team: team.name }))} />
        </section>
      )}
      {finishedProjects.length > 0 && (
        <section aria-labelledby="finished">
          <h2 id="finished" tabIndex={-1}>
            {t('team.finished')}
          </h2>
          {finishedProjects.map((one, index) => (
            <FinishedWork key={one.slug} project={one} team={team.id} isFirst={index === 0 && project === null} />
          ))}
        </section>
      )}
      <EndTeam team={team} />
    </div>
  )
}
