import type { JoinRequest } from '#contract/team.ts'
import type { AnySql } from '#database/sql.ts'
import { fullNameOrLogin, instant, offeredRoles } from '#store/fragments.ts'
import { emails } from '#store/mail/outbox.ts'
import { avatarUrl } from '#store/person/account.ts'
import { type Used, usedColumns } from './invitation.ts'
import { mailAdministrators } from './join.ts'

// Requests to join a team. Whoever changes them has locked the team (decision 21).

// One whose time is over counts as expired.
const columns = (sql: AnySql, now: Date) => sql`
  r.id, json_build_object('id', t.id, 'name', t.name) as team,
  json_build_object('id', p.id, 'name', ${fullNameOrLogin(sql)}, 'avatar', ${avatarUrl(sql)}, 'roles', ${offeredRoles(sql)}) as person,
  r.message, case when r.status = 'open' and r.expires_at <= ${now} then 'expired' else r.status end as status,
  ${instant(sql, 'r.created_at')} as "createdAt", ${instant(sql, 'r.expires_at')} as "expiresAt",
  to_char(coalesce(r.ended_at, case when r.expires_at <= ${now} then r.expires_at end) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "endedAt"`
const joined = (sql: AnySql) => sql`
  join team t on t.id = r.team_id join person p on p.id = r.person_id left join avatar v on v.person_id = p.id`

export async function findJoinRequest(sql: AnySql, id: number, now: Date): Promise<JoinRequest | undefined> {
  const [row] = await sql<JoinRequest[]>`select ${columns(sql, now)} from join_request r ${joined(sql)} where r.id = ${id}`
  return row
}

export const hasOpenJoinRequest = async (sql: AnySql, teamId: number, personId: number): Promise<boolean> =>
  (await sql`select 1 from join_request where team_id = ${teamId} and person_id = ${personId} and status = 'open'`).length > 0

/** Of the person, to all teams. */
export async function countJoinRequests(sql: AnySql, personId: number, now: Date): Promise<Used> {
  const [row] = await sql<Used[]>`
    select ${usedColumns(sql, sql`status = 'open' and expires_at > ${now}`, now)} from join_request where person_id = ${personId}`
  return row!
}

type NewJoinRequest = { teamId: number; personId: number; message: string | null; at: Date; expiresAt: Date }

/** With the emails to the team administrators. */
export async function insertJoinRequest(sql: AnySql, { teamId, personId, message, at, expiresAt }: NewJoinRequest): Promise<JoinRequest> {
  const [row] = await sql<{ id: number }[]>`
    insert into join_request (team_id, person_id, message, created_at, expires_at)
    values (${teamId}, ${personId}, ${message}, ${at}, ${expiresAt}) returning id`
  const { id } = row!
  await mailAdministrators(sql, teamId, {
    kind: 'join_request',
    data: { team: teamId, joinRequest: id, by: personId },
    except: [personId],
    at,
  })
  return (await findJoinRequest(sql, id, at))!
}

export async function cancelOwnJoinRequest(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update join_request set status = 'cancelled', ended_at = ${at} where id = ${id} and status = 'open'`
}

/** With the email to the person. An accepted one is closed before the member is inserted: a trigger ends what is still open then. */
export async function answerOpenRequest(sql: AnySql, id: number, status: 'accepted' | 'declined', by: number, at: Date): Promise<void> {
  await sql`
    with answered as (
      update join_request set status = ${status}, ended_at = ${at}, answered_by = ${by} where id = ${id} and status = 'open' returning *)
    ${mailAnswered(sql, at)}`
}

const mailAnswered = (sql: AnySql, at: Date) =>
  sql`
    ${emails(sql, { kind: 'join_request_answered', at })}
      person_id, jsonb_build_object('team', team_id, 'joinRequest', id, 'status', status, 'by', answered_by)
      from answered order by id`

/** Ends what nobody has answered in time; the people get an email. Returns how many. */
export async function expireJoinRequests(sql: AnySql, teamId: number, now: Date): Promise<number> {
  const { count } = await sql`
    with answered as (
      update join_request set status = 'expired', ended_at = ${now} where team_id = ${teamId} and status = 'open' and expires_at <= ${now} returning *)
    ${mailAnswered(sql, now)}`
  return count
}

/** Teams with invitations or requests to join whose time is over. */
export async function listTeamsToExpire(sql: AnySql, now: Date, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select team_id as id from join_request where status = 'open' and expires_at <= ${now}
    union select team_id from person_invitation where status = 'open' and expires_at <= ${now} order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** The person's own: open ones, and those that ended since then; newest first. */
export async function listOwnJoinRequests(
  sql: AnySql,
  personId: number,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<JoinRequest[]> {
  return sql<JoinRequest[]>`
    select ${columns(sql, now)} from join_request r ${joined(sql)}
    where r.person_id = ${personId} and (r.ended_at is null or r.ended_at > ${since}) order by r.created_at desc, r.id desc limit ${limit}`
}

/** Open ones to the teams that the person is an administrator of, oldest first. */
export async function listJoinRequestsToAnswer(sql: AnySql, personId: number, now: Date, limit: number): Promise<JoinRequest[]> {
  return sql<JoinRequest[]>`
    select ${columns(sql, now)} from join_request r ${joined(sql)}
    join member m on m.team_id = r.team_id and m.person_id = ${personId} and m.is_administrator
    where r.status = 'open' and r.expires_at > ${now} order by r.created_at, r.id limit ${limit}`
}
