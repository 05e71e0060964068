import type { RequestStatus } from '#contract/request.ts'
import type { AnySql } from '#database/sql.ts'
import { isChoice } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import type { Reason } from './lock.ts'

// Decisions that have not taken effect yet, and deciding several requests at once.

export type DecidedStatus = 'approved' | 'declined'
export type NewDecision = {
  status: DecidedStatus
  reasonId: number | null
  comment: string | null
  actorId: number
  at: Date
  dueAt: Date
}
export type PendingDecision = { status: DecidedStatus; reason: Reason | null; comment: string | null; actorId: number; decidedAt: string }

/** The requests are locked. */
export async function insertDecisions(sql: AnySql, requests: number[], decision: NewDecision): Promise<void> {
  const { status, reasonId, comment, actorId, at, dueAt } = decision
  await sql`
    insert into pending_decision (request_id, project_id, team_id, decision, reason_id, comment, actor_id, decided_at, due_at)
    select id, project_id, team_id, ${status}, ${reasonId}::int, ${comment}, ${actorId}::int, ${at}::timestamptz, ${dueAt}::timestamptz
    from request where id = any(${requests}::int[]) order by id`
}

/** Of a locked request. */
export async function findDecision(sql: AnySql, request: number): Promise<PendingDecision | undefined> {
  const [row] = await sql<PendingDecision[]>`
    select d.decision as status, d.comment, d.actor_id as "actorId", d.decided_at as "decidedAt",
      case when why.id is not null then json_build_object('id', why.id, 'en', why.text_en, 'ru', why.text_ru) end as reason
    from pending_decision d left join refusal_reason why on why.id = d.reason_id where d.request_id = ${request}`
  return row && { ...row, decidedAt: new Date(row.decidedAt).toISOString() }
}

export async function removeDecision(sql: AnySql, request: number): Promise<void> {
  await sql`delete from pending_decision where request_id = ${request}`
}

const RETRY_SECONDS = 60

/** Decisions whose undo window has ended, without those of rounds, which take effect together. One that could not take effect is tried again after a minute. */
export async function listDueDecisions(sql: AnySql, now: Date, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select request_id as id from pending_decision
    where not exists (select 1 from request r where r.id = request_id and ${isChoice(sql)}) and due_at <= ${now} and coalesce(tried_at <= ${new Date(now.getTime() - RETRY_SECONDS * 1000)}, true)
    order by due_at, request_id limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function recordFailedDecision(sql: AnySql, request: number, problem: string, at: Date): Promise<void> {
  await sql`update pending_decision set problem = ${problem}, tried_at = ${at} where request_id = ${request}`
}

/** Locks requests with their projects and teams. */
export async function lockRequests(
  sql: AnySql,
  ids: number[],
): Promise<{ id: number; status: RequestStatus; team: string; project: string; isChoice: boolean }[]> {
  await lockRows(sql, {
    project: sql`select project_id from request where id = any(${ids}::int[])`,
    team: sql`select team_id from request where id = any(${ids}::int[])`,
    request: sql`select unnest(${ids}::int[])`,
  })
  return sql`
    select r.id, r.status, t.name as team, p.slug as project, ${isChoice(sql)} as "isChoice"
    from reviewed_request r join team t on t.id = r.team_id join project p on p.id = r.project_id
    where r.id = any(${ids}::int[]) order by r.id`
}

/** Locked against deletion until the transaction ends. */
export async function findReason(sql: AnySql, id: number): Promise<Reason | undefined> {
  const [row] = await sql<Reason[]>`select id, text_en as en, text_ru as ru from refusal_reason where id = ${id} for key share`
  return row
}
