import type { AnySql } from '#database/sql.ts'

// The locks of teams. Lock order: round, project, team, request, person; several rows of a table by id. Each is a statement of its own: the query behind it
// sees what the previous holder committed.

/** For acts of members, after the rounds of its choices, so that none of them is closed meanwhile. */
export const lockTeam = (sql: AnySql, id: number) =>
  sql`
    with rounds as (
      select id from round where id in (select round_id from request where team_id = ${id} and status = 'submitted' and round_id is not null) order by id for share)
    select id from team where id = ${id} and (select count(*) from rounds) >= 0 for no key update`.execute()

/** Serialises the limits of a person across teams. Comes after the team in the lock order. */
export const lockJoiner = (sql: AnySql, personId: number) => sql`select id from person where id = ${personId} for no key update`.execute()

/** For acts of curators, who have locked the rounds and projects they need. */
export const lockTeams = (sql: AnySql, ids: readonly number[]) =>
  sql`select id from team where id = any(${ids as number[]}::int[]) order by id for no key update`.execute()

/** Lock order: project, team, request, person. Whoever changes members, or closes an account, locks the teams first. */
export async function lockTeamsOf(sql: AnySql, personIds: number[]): Promise<void> {
  const ids = sql`any(${personIds}::int[])`
  // Also those they asked, invite for or are invited to: closing an account ends that.
  await sql`
    select id from team where id in (
      select team_id from member where person_id = ${ids}
      union select team_id from join_request where person_id = ${ids} and status = 'open'
      union select team_id from leave_request where person_id = ${ids} and status = 'open'
      union select team_id from person_invitation where (person_id = ${ids} or invited_by = ${ids}) and status = 'open'
      union select team_id from team_invitation where created_by = ${ids} and ended_at is null
      union select team_id from pending_team_change where actor_id = ${ids})
    order by id for no key update`
}
