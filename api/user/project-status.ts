import type { ApiApp } from '#api/app.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getProjectStatus } from '#contract/profile.ts'
import { isBusy, whyNotApply } from '#rules/request.ts'
import { whyNotApplyAsTeam } from '#rules/team-formation.ts'
import type { StoredMemberships } from '#store/memberships.ts'
import { type DependsOn, loadMemberships, type MemberProject, ownTeamView } from './memberships.ts'

type ProjectStatus = AnswerOf<typeof getProjectStatus>
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Status for all projects, or for the one with this slug; an invalid slug matches nothing. */
export async function projectStatusOf(app: ApiApp, personId: number, slug: string | null, dependsOn: DependsOn): Promise<ProjectStatus> {
  const isSlug = slug !== null && SLUG.test(slug)
  const { memberships, teams, today, projects } = await loadMemberships(app, personId, isSlug ? slug : null, dependsOn)
  const selected = slug === null ? projects : projects.filter((project) => project.slug === slug)
  const presentWork = (team: number) => {
    const work = memberships.work.find((one) => one.team === team && !one.outcome)
    return memberships.projects.find(({ id }) => id === work?.projectId) ?? null
  }
  const { settings } = app
  const free = memberships.teams.filter(
    (team) => team.isAdministrator && !isBusy(presentWork(team.id), today) && whyNotApplyAsTeam(team, settings) === null,
  )
  const mayApply = (teamId: number) =>
    slug === null || selected.some((project) => isOpenTo(project, teamId, memberships, today, settings.mostWaiting))
  return {
    user: {
      assignableTeams: free.map(({ id }) => id).filter(mayApply),
      hasTeamApplied: memberships.requests.some(({ status, project }) => status === 'submitted' && (slug === null || project === slug)),
    },
    teams: teams.map((team) => ownTeamView(team, memberships)),
    projects: selected.flatMap((project) => entriesOf(project, memberships)),
  }
}

function isOpenTo(
  { project, dates }: MemberProject,
  teamId: number,
  { requests }: StoredMemberships,
  today: number,
  mostWaiting: number,
): boolean {
  const waiting = requests.filter((request) => request.team === teamId && request.status === 'submitted')
  const hasApplied = waiting.some((request) => request.projectId === project.id)
  const refusal = whyNotApply({ ...project, ...dates }, { isBusy: false, hasApplied, waiting: waiting.length }, today, mostWaiting)
  return project.isPublished && refusal === null
}

// One entry per team that works or worked on it, or whose application is pending. Projects they left or were declined are omitted.
function entriesOf({ project, status }: MemberProject, { teams, work, requests }: StoredMemberships): ProjectStatus['projects'] {
  return teams.flatMap((team) => {
    const own = requests.filter((request) => request.team === team.id && request.projectId === project.id)
    const waiting = own.find((request) => request.status === 'submitted')
    const isAtWork = work.some((one) => one.team === team.id && one.projectId === project.id && one.outcome !== 'left')
    if (!isAtWork && !waiting) return []
    const role = isAtWork ? (team.isAdministrator ? 'administrator' : 'member') : 'applicant'
    const request = waiting ?? own.find((one) => one.status === 'approved')
    return [{ id: project.slug, name: project.name, status, role, team: team.id, request: request?.id ?? null } as const]
  })
}
