import type { RequestStatus } from '#contract/request.ts'
import { type LockedRequest, lockRequest, type Reason } from './request.ts'
import type { Act } from './request-change.ts'
import type { AnySql } from './sql.ts'

// Undoing decisions, and deciding several requests at once.

/** What happened after a decision; rules/request.ts decides which of it prevents undoing. */
export type StoredAftermath = { isTold: boolean; hasAppliedAgain: boolean; hasMovedOn: boolean; hasPublished: boolean }

/** For a request r that was approved or declined. */
export const aftermathOf = (sql: AnySql) => sql`json_build_object(
  'isTold', exists (select 1 from outbox o where o.person_id in (select m.person_id from member m where m.team_id = r.team_id)
    and o.created_at = r.decided_at and o.data->'request' = to_jsonb(r.id) and o.state not in ('queued', 'cancelled')),
  'hasAppliedAgain', exists (select 1 from request n where n.team_id = r.team_id and n.status = 'submitted'
    and (n.project_id = r.project_id or (r.status = 'approved' and n.created_at >= r.decided_at))),
  'hasMovedOn', case r.status
    when 'approved' then not exists (select 1 from assignment a
      where a.team_id = r.team_id and a.project_id = r.project_id and a.ended_at is null and a.assigned_at = r.decided_at)
    else exists (select 1 from assignment a where a.team_id = r.team_id and a.ended_at is null and a.assigned_at >= r.decided_at) end,
  'hasPublished', r.status = 'approved' and (
    exists (select 1 from file f join file_version v on v.file_id = f.id where f.kind = 'result' and f.team_id = r.team_id
      and f.project_id = r.project_id and f.deleted_at is null and v.created_at >= r.decided_at)
    or exists (select 1 from link l where l.team_id = r.team_id and l.project_id = r.project_id and l.created_at >= r.decided_at)))`

export type LockedDecision = LockedRequest & { aftermath: StoredAftermath; isTakenBack: boolean }

/** The decided request, with everything that undoing would change locked. `isTakenBack`: its last transition was an undo. */
export async function lockDecision(sql: AnySql, id: number, personId: number): Promise<LockedDecision | undefined> {
  await sql`
    with target as (select team_id, project_id from request where id = ${id})
    select id from project
    where id in (select project_id from target union select a.project_id from assignment a join target using (team_id))
    order by id for no key update`
  const locked = await lockRequest(sql, { id, personId })
  if (!locked) return undefined
  const [row] = await sql<Pick<LockedDecision, 'aftermath' | 'isTakenBack'>[]>`
    select ${aftermathOf(sql)} as aftermath,
      coalesce((select s.from_status in ('approved', 'declined') and s.to_status = 'submitted' from request_transition s
        where s.request_id = r.id order by s.id desc limit 1), false) as "isTakenBack"
    from request r where r.id = ${id}`
  return { ...locked, ...row! }
}

/** Reverts the assignment, the ended work, the superseded requests and the queued emails. Returns the ids of requests that wait again. */
export async function revertDecision(sql: AnySql, id: number, { actorId, at }: Act): Promise<number[]> {
  await sql`
    delete from assignment a using request r
    where r.id = ${id} and r.status = 'approved' and a.team_id = r.team_id and a.project_id = r.project_id and a.ended_at is null
      and a.assigned_at = r.decided_at`
  // Work that the approval ended is resumed, unless another team took the place meanwhile.
  await sql`
    update assignment a set ended_at = null, outcome = null from request r, project p
    where r.id = ${id} and r.status = 'approved' and a.team_id = r.team_id and a.ended_at = r.decided_at
      and p.id = a.project_id
      and coalesce(p.team_limit > (select count(*) from assignment o where o.project_id = p.id and o.ended_at is null), true)`
  const rows = await sql<{ id: number }[]>`
    with decided as (select id, team_id, status, decided_at from request where id = ${id}),
      back as (
        select id, status, decided_at from decided
        union all
        select s.id, s.status, s.decided_at from request s join decided d on d.team_id = s.team_id and d.decided_at = s.decided_at
        where d.status = 'approved' and s.status = 'superseded'),
      waiting as (
        update request r set status = 'submitted', reason_id = null, comment = null, decided_at = null, updated_at = ${at}
        from back where r.id = back.id),
      history as (
        insert into request_transition (request_id, from_status, to_status, actor_id, at)
        select id, status, 'submitted', ${actorId}::int, ${at}::timestamptz from back order by id),
      mail as (
        update outbox o set state = 'cancelled', due_at = null, ended_at = ${at}, reason = 'the decision was taken back'
        from back where o.state = 'queued' and o.created_at = back.decided_at and o.data->'request' = to_jsonb(back.id)
          and o.kind = 'request_' || back.status)
    select id from back order by id`
  return rows.map((row) => row.id)
}

/** Locks requests with their projects and teams in the common lock order, so that concurrent calls cannot deadlock. */
export async function lockRequests(
  sql: AnySql,
  ids: number[],
): Promise<{ id: number; status: RequestStatus; team: string; project: string }[]> {
  await sql`
    with target as (select project_id, team_id from request where id = any(${ids}::int[])),
      locked_project as (select id from project where id in (select project_id from target) order by id for no key update),
      locked_team as (
        select id from team where id in (select team_id from target) and (select count(*) from locked_project) >= 0 order by id for no key update)
    select id from request where id = any(${ids}::int[]) and (select count(*) from locked_team) >= 0 order by id for no key update`
  return sql`
    select r.id, r.status, t.name as team, p.slug as project from request r join team t on t.id = r.team_id join project p on p.id = r.project_id
    where r.id = any(${ids}::int[]) order by r.id`
}

/** Locked against deletion until the transaction ends. */
export async function findReason(sql: AnySql, id: number): Promise<Reason | undefined> {
  const [row] = await sql<Reason[]>`select id, text_en as en, text_ru as ru from refusal_reason where id = ${id} for key share`
  return row
}
