import type { AnySql } from '#database/sql.ts'
import type { ApplicationTarget } from '#rules/request/application.ts'
import { datesOf } from '#rules/request/request.ts'
import type { Calendar } from '#rules/time/day.ts'
import type { LockedProject, LockedRound } from '#store/request/lock.ts'
import { countTeams } from '#store/round/choices.ts'

type Offered = Omit<LockedProject, 'isPublished' | 'teamsPromised' | 'name'>

/** Projects as the rule for applying sees them: with their days, and with the number of teams in their ranked rounds. */
export async function targetsOf<P extends Offered>(
  sql: AnySql,
  projects: readonly (P & { round: LockedRound | null })[],
  calendar: Calendar,
): Promise<(Omit<P, keyof ApplicationTarget> & ApplicationTarget)[]> {
  const rounds = new Set(projects.flatMap(({ round }) => (round?.mode === 'ranked' ? [round.id] : [])))
  const teams = new Map<number, number>()
  for (const id of rounds) teams.set(id, await countTeams(sql, id))
  return projects.map((project) => ({
    ...project,
    ...datesOf(project, calendar),
    round: project.round && { ...project.round, teams: teams.get(project.round.id) ?? 0 },
  }))
}
