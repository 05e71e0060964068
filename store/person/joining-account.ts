import type { AnySql } from '#database/sql.ts'

// Invitations, requests and the joining profile when accounts are merged, deleted or exported. Merging and deleting lock the teams and people.

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

/** Everything about one person, without tokens and without the names of others. */
export async function exportJoining(sql: AnySql, id: number): Promise<Record<string, unknown>> {
  const listOf = (rows: ReturnType<AnySql>) => sql`coalesce((select json_agg(x) from (${rows}) as x), '[]')`
  const [row] = await sql`
    select
      (select to_json(x) from (
        select j.is_open as "isOpen", j.sentence, j.never_invite as "neverInvite", j.updated_at as "updatedAt",
          array(select r.name from person_joining_role o join role r on r.id = o.role_id where o.person_id = ${id} order by o.position) as roles,
          array(select p.slug from person_joining_project q join project p on p.id = q.project_id where q.person_id = ${id} order by q.position) as projects
        from person_joining j where j.person_id = ${id}) as x) as joining,
      ${listOf(sql`
        select i.id, t.name as team, i.message, i.status, i.created_at as "createdAt", i.expires_at as "expiresAt", i.ended_at as "endedAt"
        from person_invitation i join team t on t.id = i.team_id where i.person_id = ${id} order by i.id`)} as invitations,
      ${listOf(sql`
        select i.id, t.name as team, i.message, i.status, i.created_at as "createdAt", i.ended_at as "endedAt"
        from person_invitation i join team t on t.id = i.team_id where i.invited_by = ${id} order by i.id`)} as "sentInvitations",
      ${listOf(sql`
        select l.id, t.name as team, l.uses, l.max_uses as "mostUses", l.created_at as "createdAt", l.expires_at as "expiresAt", l.ended_at as "endedAt"
        from team_invitation l join team t on t.id = l.team_id where l.created_by = ${id} order by l.id`)} as "invitationLinks",
      ${listOf(sql`
        select r.id, t.name as team, r.message, r.status, r.created_at as "createdAt", r.expires_at as "expiresAt", r.ended_at as "endedAt"
        from join_request r join team t on t.id = r.team_id where r.person_id = ${id} order by r.id`)} as "joinRequests",
      ${listOf(sql`
        select r.id, t.name as team, r.message, r.status, r.created_at as "createdAt", r.ended_at as "endedAt"
        from leave_request r join team t on t.id = r.team_id where r.person_id = ${id} order by r.id`)} as "leaveRequests"`
  return { ...row }
}
