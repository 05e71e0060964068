import { currentWork } from '#client/current-work.ts'
import { AskCurators } from '#client/parts/ask-curators.tsx'
import { Guest } from '#client/parts/guest.tsx'
import { pathTo } from '#client/routes.ts'
import { useTeamsOffline } from '#client/teams-offline.ts'
import { t } from '#client/texts.ts'
import { getProfile, getProjectStatus } from '#contract/profile.ts'
import type { ProjectRequest } from '#contract/request.ts'
import { getSettings } from '#contract/settings.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Empty, Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { MainProject } from './my/main-project.tsx'
import { NoTeam } from './my/no-team.tsx'
import { type RequestRow, RequestRows } from './my/request-rows.tsx'
import { MyRounds } from './my/rounds.tsx'
import { ProjectRows, TeamRows } from './my/rows.tsx'
import { TeamQuestions } from './my/team-questions.tsx'
import { ReceivedInvitations } from './teams/received.tsx'
import './my/my.css'

function NoProject({ hasTeam }: { hasTeam: boolean }) {
  const settings = useCall(getSettings, undefined, { isOn: !hasTeam })
  if (settings.isLoading) return <Loading isCard lines={1} />
  if (!hasTeam && settings.answer?.whoFormsTeams === 'members') return <NoTeam />
  const toProjects = <ButtonLink to={pathTo('projects')}>{t('my.toProjects')}</ButtonLink>
  return (
    <Empty
      icon="projects"
      title={t('my.noProject')}
      action={
        <>
          {toProjects}
          {!hasTeam && <AskCurators />}
        </>
      }
    >
      {hasTeam ? t('my.noProject.text') : t('my.noTeam.text')}
    </Empty>
  )
}

export function My() {
  const profile = useCall(getProfile, undefined, { isPrivate: true })
  const projectStatus = useCall(getProjectStatus, { query: {} }, { isPrivate: true })
  return (
    <>
      <Title>{t('tab.my')}</Title>
      {session.value.state === 'guest' ? (
        <Guest />
      ) : profile.answer && projectStatus.answer ? (
        <>
          <SavedNote savedAt={profile.savedAt} />
          <Mine {...profile.answer} projectStatus={projectStatus.answer} />
        </>
      ) : profile.isLoading || projectStatus.isLoading ? (
        <Loading isCard lines={3} />
      ) : (
        <Failed error={profile.error ?? projectStatus.error} onRetry={() => Promise.all([profile.retry(), projectStatus.retry()])} />
      )}
    </>
  )
}

type Profile = NonNullable<ReturnType<typeof useCall<typeof getProfile>>['answer']>
type ProjectStatus = NonNullable<ReturnType<typeof useCall<typeof getProjectStatus>>['answer']>

function Mine({ user, projects, teams, requests, projectStatus }: Profile & { projectStatus: ProjectStatus }) {
  const { main, team, more, live, others } = currentWork({ projects, teams, requests }, projectStatus)
  const rowOf = (request: ProjectRequest): RequestRow => ({
    ...request,
    slug: request.project,
    project: projects.find(({ slug }) => slug === request.project) ?? null,
    team: teams.find(({ id }) => id === request.team)?.name ?? '',
  })
  useTeamsOffline(teams)
  return (
    <div class="stack">
      <TeamQuestions />
      <ReceivedInvitations />
      {teams.length > 0 && <MyRounds requests={requests} />}
      {live.length > 0 && (
        <section aria-labelledby="my-live" class="stack">
          <h2 id="my-live">{t('my.live', { count: live.length })}</h2>
          <RequestRows requests={live.map(rowOf)} />
          <p class="soft">{t('my.live.text', { count: live.length })}</p>
          {!main && (
            <ButtonLink look="plain" to={pathTo('projects')}>
              {t('my.toProjects')}
            </ButtonLink>
          )}
        </section>
      )}
      {main && team ? (
        <MainProject project={main} team={team} isFree={projectStatus.user.assignableTeams.length > 0} />
      ) : (
        live.length === 0 && <NoProject hasTeam={teams.length > 0} />
      )}
      {others.length > 0 && (
        <section aria-labelledby="my-requests">
          <h2 id="my-requests">{t(live.length > 0 ? 'my.requests.past' : 'my.requests')}</h2>
          <RequestRows requests={others.map(rowOf)} />
        </section>
      )}
      {teams.length > 0 && (
        <section aria-labelledby="my-teams">
          <h2 id="my-teams">{t('my.teams')}</h2>
          <TeamRows teams={teams} projects={projects.filter((one) => one !== main)} administrated={user.administratedTeams} />
        </section>
      )}
      {more.length > 0 && (
        <section aria-labelledby="my-more">
          <h2 id="my-more">{t('my.more')}</h2>
          <ProjectRows projects={more} />
        </section>
      )}
    </div>
  )
}
