import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { isCurator } from '#rules/project/cover-change.ts'
import { lockTeamToJoin, type TeamToJoin } from '#store/team/join.ts'

type Caller = { id: number; access: 'member' | 'curator' | 'administrator' }

/** The team, locked; a team that the caller may not know of is not found. */
export async function lockVisibleTeam(sql: AnySql, id: string, { id: personId, access }: Caller, now: Date): Promise<TeamToJoin> {
  const team = await lockTeamToJoin(sql, readId(id), personId, now)
  if (!team || !(team.isVisible || isCurator(access))) throw new Refusal('team_not_found', { team: id })
  return team
}

/** The same, for team administrators only. */
export async function lockAsAdministrator(sql: AnySql, id: string, caller: Caller, now: Date): Promise<TeamToJoin> {
  const team = await lockVisibleTeam(sql, id, caller, now)
  if (!team.isAdministrator) throw new Refusal('not_team_administrator', { team: team.name })
  return team
}
