import type { ApiApp } from '#api/app.ts'
import { requestRefusal } from '#api/view/request-view.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { detailOf } from '#contract/error-text.ts'
import type { Language } from '#contract/language.ts'
import type { getProjectStatus } from '#contract/profile.ts'
import { type Applicant, datesOf, isBusy, whyNotApply, whyNotApplyAsTeam } from '#rules/request/request.ts'
import type { StoredMemberships } from '#store/person/memberships.ts'
import { type DependsOn, loadMemberships, type MemberProject, ownTeamView } from './memberships.ts'

type ProjectStatus = AnswerOf<typeof getProjectStatus>
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

type Asked = { caller: { id: number }; slug: string | null; language: Language; dependsOn: DependsOn }

/** Status for all projects, or for the one with this slug; an invalid slug matches nothing. */
export async function projectStatusOf(app: ApiApp, { caller, slug, language, dependsOn }: Asked): Promise<ProjectStatus> {
  const isSlug = slug !== null && SLUG.test(slug)
  const { memberships, teams, today, projects } = await loadMemberships(app, caller.id, isSlug ? slug : null, dependsOn)
  const selected = slug === null ? projects : projects.filter((project) => project.slug === slug)
  const { settings } = app
  const applicants = memberships.teams.filter(({ isAdministrator }) => isAdministrator).map((team) => applicantOf(team, memberships))
  const project = slug === null ? undefined : selected.map((one) => one.project).find(({ isPublished }) => isPublished)
  const target = project && { ...project, ...datesOf(project, app.calendar), round: project.announcedRound }
  const moment = { now: app.now(), today, settings }
  const refusals = applicants.flatMap((team) => {
    const code = target ? whyNotApply(target, team, moment) : null
    if (!project || code === null) return []
    const about = { project, team: { ...team, name: teams.find(({ id }) => id === team.id)!.name }, round: project.announcedRound }
    return [{ team: team.id, code, why: detailOf(code, language, requestRefusal(code, about, language, app).details) }]
  })
  const mayApply = (team: Applicant & { id: number }) =>
    slug === null
      ? !isBusy(team.worksOn, today) && whyNotApplyAsTeam(team, settings) === null
      : target !== undefined && !refusals.some((refusal) => refusal.team === team.id)
  return {
    user: {
      assignableTeams: applicants.filter(mayApply).map(({ id }) => id),
      hasTeamApplied: memberships.requests.some(({ status, project }) => status === 'submitted' && (slug === null || project === slug)),
    },
    teams: teams.map((team) => ownTeamView(team, memberships)),
    projects: selected.flatMap((project) => entriesOf(project, memberships)),
    ...(slug !== null && { refusals }),
  }
}

function applicantOf(
  team: StoredMemberships['teams'][number],
  { work, requests, projects }: StoredMemberships,
): Applicant & { id: number; worksOn: { name: string; dateEnd: string | null } | null } {
  const current = work.find((one) => one.team === team.id && !one.outcome)
  return {
    ...team,
    worksOn: projects.find(({ id }) => id === current?.projectId) ?? null,
    appliedFor: requests
      .filter((request) => request.team === team.id && request.status === 'submitted')
      .map(({ projectId, roundId }) => ({ project: projectId, round: roundId })),
  }
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
