import type { ErrorCode } from '#contract/errors.ts'
import { MOST_ROUND_TEAMS } from '#contract/round.ts'
import { activeRound, whyNotChoose } from '#rules/round.ts'
import type { LockedApplication } from '#store/request.ts'
import { countTeams } from '#store/round-choices.ts'
import type { AnySql } from '#store/sql.ts'

/** Why the team cannot apply in the round of the project; null also for a project without a round. The round is locked. */
export async function whyNotInRound(sql: AnySql, locked: LockedApplication, now: Date): Promise<ErrorCode | null> {
  const round = activeRound(locked.round, now)
  const { team } = locked
  if (round === null) return null
  const teams = team!.choices > 0 ? 0 : await countTeams(sql, round.id) // a team that takes part already is counted
  return whyNotChoose(round, { choices: team!.choices, mostChoices: round.mostChoices, teams, mostTeams: MOST_ROUND_TEAMS }, now)
}

/** The round in which an application for the project is a choice. */
export function choiceRound({ round }: LockedApplication, now: Date) {
  const active = activeRound(round, now)
  return active?.mode === 'ranked' ? active : null
}
