import { currentWork } from '#client/current-work.ts'
import { pathTo } from '#client/routes.ts'
import { meaningOf } from '#client/screens/my/meaning.ts'
import { useTeamsOffline } from '#client/teams-offline.ts'
import { t } from '#client/texts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listTeamQuestions } from '#contract/message.ts'
import { getProfile, getProjectStatus } from '#contract/profile.ts'
import { getProject, type Project } from '#contract/project.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { directoryToday } from '#ui/time/directory-time.ts'
import { ago } from '#ui/time/format.ts'

// The next step of a signed-in person, above the projects: one card with one action. Its lines do not wrap, so that its height is known before.

const DAY_MS = 86_400_000
const SOON_DAYS = 14 // before the end of a project, results are expected
const LATE_DAYS = 60 // after it, they are no longer asked for

type Step = { icon: IconName; about: string; title: string; text: string; to: string; action: string; look?: 'main' | 'plain' }
type Work = ReturnType<typeof currentWork>
type Profile = AnswerOf<typeof getProfile>

/** Whether the results of the project are due: it ends soon, or ended not long ago. */
function isDue({ dateEnd, status }: Project): boolean {
  if (dateEnd === null || status === 'pending') return false
  const days = (Date.parse(dateEnd) - Date.parse(directoryToday())) / DAY_MS
  return days <= SOON_DAYS && days >= -LATE_DAYS
}

function questionStep(questions: AnswerOf<typeof listTeamQuestions>['questions']): Step {
  const [{ request, projectName, askedAt, mayWrite }] = questions as [(typeof questions)[number]]
  return {
    icon: 'message',
    about: t('home.question', { count: questions.length }),
    title: projectName,
    text: t('home.question.when', { when: ago(askedAt) }),
    to: questions.length === 1 ? `${pathTo('request', { id: request })}#conversation` : pathTo('my'),
    action: t(mayWrite ? 'home.question.action' : 'home.question.read'),
  }
}

const resultsStep = ({ main, team }: Work): Step => ({
  icon: 'upload',
  about: t('home.results'),
  title: main!.name,
  text: meaningOf(main!),
  to: `${pathTo('team', { id: team!.id })}#${team!.project === main!.slug ? 'results' : 'finished'}`,
  action: t('home.results.action'),
})

function liveStep({ live }: Work, { projects, teams }: Profile): Step {
  const [{ id, project, team, createdAt }] = live.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)) as [Work['live'][number]]
  return {
    icon: 'mail',
    about: t('home.applied', { count: live.length }),
    title: projects.find(({ slug }) => slug === project)?.name ?? project,
    text: t('my.request.facts', { team: teams.find((one) => one.id === team)?.name ?? '', when: ago(createdAt) }),
    to: live.length === 1 ? pathTo('request', { id }) : pathTo('my'),
    action: t(live.length === 1 ? 'next.seeRequest' : 'next.toMine'),
    look: 'plain',
  }
}

const projectStep = ({ main, team }: Work): Step => ({
  icon: main!.status === 'active' ? 'calendar' : 'check',
  about: t(main!.status === 'active' ? 'home.project' : 'home.approved'),
  title: main!.name,
  text: meaningOf(main!),
  to: pathTo('team', { id: team!.id }),
  action: t('home.toTeam'),
})

function freeStep({ teams }: Profile, assignable: number[]): Step {
  const team = teams.find(({ id }) => assignable.includes(id)) ?? teams[0]
  const [about, title] = team ? [t('home.free'), team.name] : [t('home.step'), t('home.noTeam')]
  const to = { to: pathTo('my'), action: t('next.toMine'), look: 'plain' as const }
  if (!team) return { icon: 'team', about, title, text: t('home.noTeam.text'), ...to }
  if (!assignable.includes(team.id)) return { icon: 'team', about, title, text: t('home.member.text'), ...to }
  return { icon: 'team', about, title, text: t('home.free.text'), to: `${pathTo('projects')}?status=open`, action: t('home.free.action') }
}

function stepOf(work: Work, profile: Profile, assignable: number[], hasResults: boolean): Step {
  if (work.main && work.team && isDue(work.main) && !hasResults) return resultsStep(work)
  if (work.live.length > 0) return liveStep(work, profile)
  if (work.main && work.team && work.main.status !== 'completed') return projectStep(work)
  return freeStep(profile, assignable)
}

export function NextStep() {
  const profile = useCall(getProfile, undefined, { isPrivate: true })
  const status = useCall(getProjectStatus, { query: {} }, { isPrivate: true })
  const questions = useCall(listTeamQuestions, undefined, { isPrivate: true })
  useTeamsOffline(profile.answer?.teams)
  const work = profile.answer && status.answer && currentWork(profile.answer, status.answer)
  const main = work?.main && isDue(work.main) ? work.main : null
  const detail = useCall(getProject, { params: { slug: main?.slug ?? '' } }, { isPrivate: true, isOn: main !== null })
  const isWaiting = profile.isLoading || status.isLoading || questions.isLoading || (main !== null && detail.isLoading)
  if (isWaiting) return <div class="home-step skeleton" role="status" aria-busy="true" />
  if (!work) return null
  // Unknown, e.g. offline: nobody is asked for results that may be there.
  const hasResults = detail.answer?.project.documents.some(({ team }) => team === work.team?.id) ?? true
  const open = questions.answer?.questions ?? []
  const step = open.length > 0 ? questionStep(open) : stepOf(work, profile.answer!, status.answer!.user.assignableTeams, hasResults)
  const { icon, about, title, text, to, action, look } = step
  return (
    <section class="home-step" aria-label={t('home.step')}>
      <Icon name={icon} />
      <div>
        <p class="home-step-about">{about}</p>
        <h2 dir="auto">{title}</h2>
        <p class="soft" dir="auto">
          {text}
        </p>
      </div>
      <ButtonLink look={look} to={to}>
        {action}
      </ButtonLink>
    </section>
  )
}
