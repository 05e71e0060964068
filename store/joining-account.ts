import type { AnySql } from './sql.ts'

// What happens to invitations, requests and the joining profile when accounts are merged or deleted. The teams and people are locked.

/** Where both accounts have an open one for the same team, that of the merged account ends. */
export async function mergeJoining(sql: AnySql, from: number, into: number, now: Date): Promise<void> {
  for (const table of ['person_invitation', 'join_request', 'leave_request']) {
    await sql`
      update ${sql(table)} set status = 'ended', ended_at = ${now}
      where person_id = ${from} and status = 'open' and team_id in (
        select team_id from ${sql(table)} where person_id = ${into} and status = 'open'
        ${table === 'leave_request' ? sql`` : sql`union all select team_id from member where person_id = ${into}`})`
    await sql`update ${sql(table)} set person_id = ${into} where person_id = ${from}`
  }
  await sql`update team_invitation set created_by = ${into} where created_by = ${from}`
  await sql`update person_invitation set invited_by = ${into} where invited_by = ${from}`
  await sql`update join_request set answered_by = ${into} where answered_by = ${from}`
  await sql`update leave_request set answered_by = ${into} where answered_by = ${from}`
  await sql`update pending_team_change set actor_id = ${into} where actor_id = ${from}`
  // Who has asked not to be invited on one of the accounts is not invited.
  await sql`
    update person_joining set is_open = false, never_invite = true
    where person_id = ${into} and exists (select 1 from person_joining where person_id = ${from} and never_invite)`
  await sql`
    with moved as (
        insert into person_joining (person_id, is_open, sentence, never_invite, updated_at)
        select ${into}::int, is_open, sentence, never_invite, ${now}::timestamptz from person_joining where person_id = ${from}
        on conflict do nothing returning person_id),
      roles as (
        insert into person_joining_role (person_id, role_id, position)
        select moved.person_id, r.role_id, r.position from moved, person_joining_role r where r.person_id = ${from})
    insert into person_joining_project (person_id, project_id, position)
    select moved.person_id, p.project_id, p.position from moved, person_joining_project p where p.person_id = ${from}`
}

/** Nothing the person wrote or was sent remains; their invitations end, and their answers lose their name. */
export async function forgetJoining(sql: AnySql, id: number, now: Date): Promise<void> {
  await sql`delete from person_joining where person_id = ${id}`
  await sql`delete from person_invitation where person_id = ${id}`
  await sql`delete from join_request where person_id = ${id}`
  await sql`delete from leave_request where person_id = ${id}`
  await sql`update team_invitation set created_by = null, ended_at = coalesce(ended_at, ${now}) where created_by = ${id}`
  await sql`update person_invitation set invited_by = null, status = case when status = 'open' then 'ended' else status end,
    ended_at = coalesce(ended_at, ${now}) where invited_by = ${id}`
  await sql`update join_request set answered_by = null where answered_by = ${id}`
  await sql`update leave_request set answered_by = null where answered_by = ${id}`
  await sql`delete from pending_team_change where actor_id = ${id}`
}
