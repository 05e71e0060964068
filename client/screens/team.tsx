import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { OFFLINE, onlineOnly } from '#client/parts/online-only.ts'
import { datesOf, StatusBadge } from '#client/parts/project-card/project-card.tsx'
import { ProjectCover } from '#client/parts/project-card/project-cover.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getProfile, getProjectStatus } from '#contract/profile.ts'
import { getTeam, type TeamPage } from '#contract/team.ts'
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
  const profile = useCall(getProfile, undefined, { isPrivate: true })
  const projectStatus = useCall(getProjectStatus, { query: {} }, { isPrivate: true })
  const page = useCall(getTeam, { params: { id: String(id) } }, { isPrivate: true })
  const [isEditing, setIsEditing] = useState(false)
  const isGuest = session.value.state === 'guest'
  const team = isGuest ? undefined : profile.answer?.teams.find((one) => one.id === id)
  const name = team?.name ?? (isGuest ? undefined : page.answer?.name) ?? t('tab.my')
  const retry = () => Promise.all([profile.retry(), projectStatus.retry(), page.retry()])
  const mayEdit = team !== undefined && page.answer?.actions.edit.isAllowed
  const actions = mayEdit && <IconButton icon="edit" name={t('team.edit')} {...onlineOnly()} onClick={() => setIsEditing(true)} />
  return (
    <>
      <Title back={{ name: t('back'), go: () => goBack(pathTo('my')) }} text={name} actions={actions}>
        <span dir="auto">{name}</span>
      </Title>
      {isGuest ? (
        <Guest />
      ) : profile.isLoading || projectStatus.isLoading || page.isLoading ? (
        <Loading lines={6} />
      ) : team && profile.answer && projectStatus.answer ? (
        <>
          <SavedNote savedAt={profile.savedAt} />
          <TeamView profile={profile.answer} projectStatus={projectStatus.answer} page={page.answer} id={id} />
          {mayEdit && <EditTeam team={page.answer!} isOpen={isEditing} onClose={() => setIsEditing(false)} />}
        </>
      ) : profile.answer && page.answer?.own.member === null ? (
        <Visitor team={page.answer} />
      ) : profile.answer && page.answer && isOnline.value && !isFinal(page.error) ? (
        <Loading lines={6} /> // a copy from when the person was a member, which is being replaced
      ) : profile.answer && (page.answer || isFinal(page.error)) ? (
        <NotMember />
      ) : (
        <Failed error={profile.error ?? projectStatus.error ?? page.error} onRetry={retry} />
      )}
    </>
  )
}

type Answer<E extends typeof getProfile | typeof getProjectStatus> = NonNullable<ReturnType<typeof useCall<E>>['answer']>

function TeamView({
  profile,
  projectStatus,
  page,
  id,
}: {
  profile: Answer<typeof getProfile>
  projectStatus: Answer<typeof getProjectStatus>
  page: TeamPage | undefined // not saved on this device by an older version
  id: number
}) {
  const { user, users, projects, teams } = profile
  const team = teams.find((one) => one.id === id)!
  const members = profile.members.filter((member) => member.team === id)
  const isAdministrator = user.administratedTeams.includes(id)
  const requests = profile.requests.filter((request) => request.team === id)
  const assigned = projectStatus.projects.filter((entry) => entry.team === id && entry.role !== 'applicant').map((entry) => entry.id)
  const current = projects.filter(({ slug }) => slug === team.project)
  const finished = projects.filter(({ slug }) => slug !== team.project && assigned.includes(slug))
  useJump(current.length === 0 || location.hash === '#members')
  return (
    <div class="stack">
      {!isOnline.value && (
        <p class="soft" id={OFFLINE}>
          {t('onlyOnline')}
        </p>
      )}
      {page && <Disbanding team={page} />}
      {page && <JoinRequests team={page} />}
      {team.description && <p dir="auto">{team.description}</p>}
      <section aria-labelledby="team-project">
        <h2 id="team-project">{t('team.project')}</h2>
        {current.length === 0 && (
          <p class="soft">{page?.actions.apply.code === 'team_too_small' ? page.actions.apply.why : t('team.noProject')}</p>
        )}
        {current.map((project) => (
          <div class="card stack has-cover" key={project.slug}>
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
        ))}
      </section>
      <Members members={members} users={users} userId={user.id} isAdministrator={isAdministrator} page={page} />
      {page && <Wanted team={page} />}
      {page && <SentInvitations team={page} />}
      {current.map((project) => (
        <Work
          key={project.slug}
          slug={project.slug}
          team={id}
          mayChange={isAdministrator}
          administrators={members.filter((member) => member.isAdministrator).map(({ name }) => name)}
        />
      ))}
      {requests.length > 0 && (
        <section aria-labelledby="team-requests">
          <h2 id="team-requests">{t('team.requests')}</h2>
          <RequestRows requests={requests} projects={projects} teams={teams} />
        </section>
      )}
      {finished.length > 0 && (
        <section aria-labelledby="finished">
          <h2 id="finished" tabIndex={-1}>
            {t('team.finished')}
          </h2>
          {finished.map((project, index) => (
            <FinishedWork key={project.slug} project={project} team={id} isFirst={index === 0 && current.length === 0} />
          ))}
        </section>
      )}
      {page && <EndTeam team={page} />}
    </div>
  )
}
