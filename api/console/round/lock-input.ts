import type { ApiApp } from '#api/app.ts'
import type { lockTeam } from '#contract/console/round.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { MOST_ROUND_TEAMS } from '#contract/round.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readText } from '#rules/text/text.ts'
import { writeDay } from '#rules/time/day.ts'
import { countTeams } from '#store/round/choices.ts'
import { lockForLock } from '#store/round/review.ts'
import type { StoredRound } from '#store/round/round.ts'

type Lock = { project: number; slug: string; reason: string }

/** The team and its lock after the change, validated and locked. */
export async function lockOf(
  sql: AnySql,
  round: StoredRound,
  body: BodyOf<typeof lockTeam>,
  { calendar, now }: Pick<ApiApp, 'calendar' | 'now'>,
): Promise<{ team: { id: number; name: string }; lock: Lock | null }> {
  const today = writeDay(calendar(now()))
  const { project, team } = await lockForLock(sql, round.id, { slug: body.project, team: body.team }, today)
  if (!team) throw new Refusal('team_not_found', { team: body.team })
  if (body.project === null) return { team, lock: null }
  const reason = readText(body.reason)
  if (reason === null) throw new Refusal('text_required')
  if (!project) throw new Refusal('project_not_in_round', { project: body.project, round: round.name })
  if (team.worksOn !== null) throw new Refusal('team_busy', { team: team.name, project: team.worksOn })
  if (project.places !== null && project.locks >= project.places) throw new Refusal('no_free_place', { project: project.name })
  if ((await countTeams(sql, round.id, team.id)) >= MOST_ROUND_TEAMS)
    throw new Refusal('round_full', { round: round.name, limit: MOST_ROUND_TEAMS })
  return { team, lock: { project: project.id, slug: project.slug, reason } }
}
