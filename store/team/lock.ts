import type { AnySql } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'

// The locks of teams.

/** For acts of members, with the rounds of its choices, so that none of them is closed meanwhile. */
export const lockTeam = (sql: AnySql, id: number) =>
  lockRows(sql, {
    round: sql`select round_id from request where team_id = ${id} and status = 'submitted'`,
    team: sql`${id}::int`,
  }).execute()

/** Serialises the limits of a person across teams. */
export const lockJoiner = (sql: AnySql, personId: number) => lockRows(sql, { person: sql`${personId}::int` }).execute()

/** For acts of curators, who have locked the rounds and projects they need. */
export const lockTeams = (sql: AnySql, ids: readonly number[]) =>
  lockRows(sql, { team: sql`select unnest(${ids as number[]}::int[])` }).execute()

/** Before members change, or an account is closed. */
export async function lockTeamsOf(sql: AnySql, personIds: number[]): Promise<void> {
  const ids = sql`any(${personIds}::int[])`
  // Also those they asked, invite for or are invited to: closing an account ends that.
  await lockRows(sql, {
    team: sql`
      select team_id from member where person_id = ${ids}
      union select team_id from join_request where person_id = ${ids} and status = 'open'
      union select team_id from leave_request where person_id = ${ids} and status = 'open'
      union select team_id from person_invitation where (person_id = ${ids} or invited_by = ${ids}) and status = 'open'
      union select team_id from team_invitation where created_by = ${ids} and ended_at is null
      union select team_id from pending_team_change where actor_id = ${ids}`,
  })
}
