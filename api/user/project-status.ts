import type { ApiApp } from '#api/app.ts'
import { targetsOf } from '#api/request/choice.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getProjectStatus } from '#contract/profile.ts'
import { type Applicant, whyNotApply } from '#rules/application.ts'
import { isBusy } from '#rules/request.ts'
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
  const { settings } = app
  const moment = { now: app.now(), today, settings }
  const applicants = memberships.teams.filter(({ isAdministrator }) => isAdministrator).map((team) => applicantOf(team, memberships))
  const published = selected.map(({ project }) => project).filter(({ isPublished }) => isPublished)
  const targets =
    slug === null
      ? []
      : await targetsOf(
          app.sql,
          published.map((one) => ({ ...one, round: one.announcedRound })),
          app.calendar,
        )
  const mayApply = (team: Applicant) =>
    slug === null
      ? !isBusy(team.worksOn, today) && whyNotApplyAsTeam(team, settings) === null
      : targets.some((project) => whyNotApply(project, team, moment) === null)
  return {
    user: {
      assignableTeams: applicants.filter(mayApply).map(({ id }) => id),
      hasTeamApplied: memberships.requests.some(({ status, project }) => status === 'submitted' && (slug === null || project === slug)),
    },
    teams: teams.map((team) => ownTeamView(team, memberships)),
    projects: selected.flatMap((project) => entriesOf(project, memberships)),
  }
}

function applicantOf(
  team: StoredMemberships['teams'][number],
  { work, requests, projects }: StoredMemberships,
): Applicant & { id: number } {
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
