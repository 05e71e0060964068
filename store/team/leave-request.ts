import type { ConsoleLeaveRequest } from '#contract/console/team-formation.ts'
import type { AnySql } from '#database/sql.ts'
import { fullNameOrLogin, instant } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'

// Requests to leave a team that works on a project, for curators. Members make and cancel them: own-team.ts.

const columns = (sql: AnySql) => sql`
  l.id, json_build_object('id', t.id, 'name', t.name, 'size', (select count(*) from member m where m.team_id = t.id)) as team,
  (select json_build_object('slug', o.slug, 'name', o.name) from assignment a join project o on o.id = a.project_id
    where a.team_id = t.id and a.assigned_at <= l.created_at and (a.ended_at is null or a.ended_at > l.created_at)
    order by a.id desc limit 1) as project,
  json_build_object('id', p.id, 'name', ${fullNameOrLogin(sql)}) as person,
  l.message, l.status, ${instant(sql, 'l.created_at')} as "createdAt", ${instant(sql, 'l.ended_at')} as "endedAt",
  ${fullNameOrLogin(sql, 'b')} as "answeredBy"`
const tables = (sql: AnySql) => sql`
  from leave_request l join team t on t.id = l.team_id join person p on p.id = l.person_id left join person b on b.id = l.answered_by`

export type LeaveRequestFilter = { status?: 'open' | 'ended'; team?: number }

/** Open ones first, oldest first; then ended ones, newest first. `open` counts without the filter of the status. */
export async function listLeaveRequestRows(
  sql: AnySql,
  { status, team }: LeaveRequestFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ requests: ConsoleLeaveRequest[]; total: number; open: number }> {
  const ofTeam = team === undefined ? sql`true` : sql`l.team_id = ${team}`
  const isOpen = sql`l.status = 'open'`
  const matching = status === undefined ? sql`true` : status === 'open' ? isOpen : sql`not ${isOpen}`
  const [requests, [counts]] = await Promise.all([
    sql<ConsoleLeaveRequest[]>`
      select ${columns(sql)} ${tables(sql)} where ${ofTeam} and ${matching}
      order by not ${isOpen}, case when ${isOpen} then l.created_at end, l.ended_at desc, l.id limit ${limit} offset ${offset}::bigint`,
    sql<{ total: number; open: number }[]>`
      select count(*) filter (where ${matching})::int as total, count(*) filter (where ${isOpen})::int as open from leave_request l where ${ofTeam}`,
  ])
  return { requests, ...counts! }
}

export async function countLeaveRequests(sql: AnySql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from leave_request where status = 'open'`
  return row!.count
}

export async function findLeaveRequest(sql: AnySql, id: number): Promise<ConsoleLeaveRequest | undefined> {
  const [row] = await sql<ConsoleLeaveRequest[]>`select ${columns(sql)} ${tables(sql)} where l.id = ${id}`
  return row
}

/** The request, read after its team was locked. */
export async function lockLeaveRequest(sql: AnySql, id: number): Promise<ConsoleLeaveRequest | undefined> {
  await lockRows(sql, { team: sql`select team_id from leave_request where id = ${id}` })
  return findLeaveRequest(sql, id)
}

type Answer = { status: 'agreed' | 'declined'; by: number; at: Date }

/** Agreeing removes the member. The status is set first: a trigger ends the open requests of somebody who leaves. */
export async function writeLeaveAnswer(
  sql: AnySql,
  { id, team, person }: Pick<ConsoleLeaveRequest, 'id' | 'team' | 'person'>,
  { status, by, at }: Answer,
): Promise<void> {
  await sql`update leave_request set status = ${status}, ended_at = ${at}, answered_by = ${by} where id = ${id}`
  if (status === 'declined') return
  await sql`delete from member where team_id = ${team.id} and person_id = ${person.id}`
  await sql`update team set updated_at = ${at} where id = ${team.id}`
}
