import type { ApiApp } from '#api/app.ts'
import { teamView } from '#catalog/write.ts'
import type { ProjectStatus } from '#contract/project.ts'
import type { Team } from '#contract/user.ts'
import type { Dependency } from '#rules/dependency.ts'
import { inOrder, type ProjectRelation, type Ranked } from '#rules/person/profile.ts'
import { type ProjectDates, statusOf } from '#rules/project/project.ts'
import { datesOf, isBusy } from '#rules/request/request.ts'
import { findMemberships, type ListedProject, type StoredMemberships } from '#store/person/memberships.ts'
import { listTeams, type StoredTeam } from '#store/team/published.ts'

export type DependsOn = (...dependencies: Dependency[]) => void
export type MemberProject = Ranked & { project: ListedProject; status: ProjectStatus }

/** The teams of a person, and the projects of these teams in display order. */
export async function loadMemberships(app: ApiApp, personId: number, slug: string | null, dependsOn: DependsOn) {
  const { memberships, ...work } = await loadWork(app, personId, { slug })
  const ids = memberships.teams.map(({ id }) => id)
  const teams = ids.length > 0 ? await listTeams(app.sql, ids) : []
  dependsOn(...dependenciesOf(personId, memberships), ...(slug === null ? [] : ([`slug:${slug}`, 'rounds'] as const)))
  return { memberships, teams, ...work }
}

/** What the teams of a person, or one of them, work and worked on, with the projects in display order. */
export async function loadWork(app: ApiApp, personId: number, part: Parameters<typeof findMemberships>[2]) {
  const memberships = await findMemberships(app.sql, personId, part)
  const today = app.calendar(app.now())
  const ranked = memberships.projects.map((project) => memberProject(project, memberships, datesOf(project, app.calendar), today))
  return { memberships, today, projects: inOrder(ranked, today) }
}

// `person` changes with new memberships, `team` with new requests and assignments.
function dependenciesOf(personId: number, { teams, work, requests, projects }: StoredMemberships): Dependency[] {
  const ids = new Set([...projects.map(({ id }) => id), ...[...work, ...requests].map(({ projectId }) => projectId)])
  return [
    `person:${personId}`,
    ...teams.map(({ id }) => `team:${id}` as const),
    ...[...ids].map((id) => `project:${id}` as const),
    'platforms',
    'reasons',
    'settings',
    'day',
  ]
}

function memberProject(project: ListedProject, memberships: StoredMemberships, dates: ProjectDates, today: number): MemberProject {
  const relations = { works: 'works', finished: 'finished', left: 'asked' } as const
  const standings: ProjectRelation[] = [
    ...memberships.work
      .filter(({ projectId }) => projectId === project.id)
      .map(({ since, outcome }) => ({ hold: relations[outcome ?? 'works'], since: Date.parse(since) })),
    ...memberships.requests
      .filter(({ projectId }) => projectId === project.id)
      .map(({ team, status, createdAt }) => ({
        hold: status === 'submitted' && isFree(team, memberships, today) ? ('applies' as const) : ('asked' as const),
        since: Date.parse(createdAt),
      })),
  ]
  return { project, slug: project.slug, dates, relations: standings, status: statusOf({ ...project, ...dates }, today) }
}

const isFree = (teamId: number, { work, projects }: StoredMemberships, today: number): boolean =>
  !work.some(
    ({ team, projectId, outcome }) =>
      team === teamId && outcome === null && isBusy(projects.find(({ id }) => id === projectId) ?? null, today),
  )

// The caller's own teams include pending requests, and their project even if it is no longer public.
export function ownTeamView(team: StoredTeam, { work, requests, projects }: StoredMemberships): Team {
  const current = work.find((one) => one.team === team.id && one.outcome === null)
  return {
    ...teamView(team, true),
    project: projects.find(({ id }) => id === current?.projectId)?.slug ?? null,
    requests: requests.filter((request) => request.team === team.id && request.status === 'submitted').map(({ id }) => id),
  }
}
