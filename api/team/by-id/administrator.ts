import { readerOf } from '#api/team/team-page.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { isCurator } from '#rules/sign-in/admission.ts'
import { lockTeamToJoin, type TeamToJoin } from '#store/team/join.ts'

type Context = Parameters<typeof readerOf>[0]

/** The team, locked; a team that the caller may not know of is not found. */
export async function lockVisibleTeam(sql: AnySql, id: string, context: Context): Promise<TeamToJoin> {
  const team = await lockTeamToJoin(sql, readId(id), readerOf(context))
  if (!team || !(team.isVisible || isCurator(context.caller.access))) throw new Refusal('team_not_found', { team: id })
  return team
}

/** The same, for team administrators only. */
export async function lockAsAdministrator(sql: AnySql, id: string, context: Context): Promise<TeamToJoin> {
  const team = await lockVisibleTeam(sql, id, context)
  if (!team.isAdministrator) throw new Refusal('not_team_administrator', { team: team.name })
  return team
}
