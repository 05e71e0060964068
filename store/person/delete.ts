import { randomBytes } from 'node:crypto'
import type { AnySql } from '#database/sql.ts'
import { rolesOfMember } from '#store/fragments.ts'
import { exportJoining, forgetJoining } from './joining-account.ts'
import { lockResponsibilities } from './responsibility.ts'

// Export and deletion of an account.

export type DeletionFacts = { isAdministrator: boolean; otherAdministrators: number }

// Lock before reading: when two administrators delete their accounts concurrently, the second is seen to be the last one. The teams are locked
// because the database gives those that lose their last administrator another one.
export async function lockForDeletion(sql: AnySql, id: number): Promise<DeletionFacts> {
  await lockResponsibilities(sql, [id], { withTeams: true })
  await sql`select id from person where id = ${id} or (access = 'administrator' and disabled_at is null) order by id for update`
  const [row] = await sql<DeletionFacts[]>`
    select
      (select access = 'administrator' from person where id = ${id}) as "isAdministrator",
      (select count(*)::int from person where access = 'administrator' and disabled_at is null and id <> ${id}) as "otherAdministrators"`
  return row!
}

/** Logins are unique: a deleted person's login becomes available again. */
export const loginOfDeleted = (id: number): string => `deleted-${id}-${randomBytes(4).toString('hex')}`

// The row and its memberships stay for history and counts; personal data is removed. The caller revokes the sessions.
export async function anonymisePerson(
  sql: AnySql,
  id: number,
  { login, name, now }: { login: string; name: string; now: Date },
): Promise<void> {
  await forgetJoining(sql, id, now)
  await sql`select rename_mentions(id, login, ${login}) from person where id = ${id}`
  await sql`
    with memberships as (update member set name = ${name}, is_administrator = false where person_id = ${id}),
      identities as (delete from auth.identity where person_id = ${id}),
      codes as (delete from auth.code where person_id = ${id}),
      devices as (update auth.session set device = null, network = null where person_id = ${id}),
      pending as (delete from email_change where person_id = ${id}),
      mappings as (delete from import_mapping where person_id = ${id}),
      picture as (delete from avatar where person_id = ${id}),
      asked as (update question set person_id = case when person_id = ${id} then null else person_id end,
        answer_by = case when answer_by = ${id} then null else answer_by end where person_id = ${id} or answer_by = ${id}),
      notes as (update note set author_id = null where author_id = ${id}),
      messages as (update request_message set author_id = null where author_id = ${id}),
      rounds as (update round_change set actor_id = null where actor_id = ${id}),
      saved as (delete from saved_project where person_id = ${id}),
      reminders as (delete from saved_reminder where person_id = ${id}),
      own_views as (delete from saved_view where owner_id = ${id} and not is_shared),
      shared_views as (update saved_view set owner_id = null where owner_id = ${id} and is_shared),
      bulks as (delete from project_bulk where person_id = ${id}),
      announcements as (delete from announcement_recipient where person_id = ${id}),
      lists as (delete from application_digest where person_id = ${id}),
      mail as (delete from outbox where person_id = ${id}),
      -- contact emails that are not sent yet are still delivered
      contact as (update outbox set data = case when ended_at is null then data - 'person' else '{}' end
        where kind = 'contact' and data ->> 'person' = ${String(id)}),
      choices as (delete from notification where person_id = ${id})
    update person set login = ${login}, name = ${name}, surname = '', patronymic = '', email = null, phone = null, github_login = null,
      avatar = null, import_email = null, group_name = null, language = null, access = 'member', disabled_at = ${now}, deleted_at = ${now}, updated_at = ${now}
    where id = ${id}`
}

/** Everything about one person as JSON, without credentials: no tokens, no token hashes. */
export async function exportPerson(sql: AnySql, id: number): Promise<Record<string, unknown>> {
  const listOf = (rows: ReturnType<AnySql>) => sql`coalesce((select json_agg(x) from (${rows}) as x), '[]')`
  const [row] = await sql`
    select
      (select to_json(x) from (
        select id, login, name, surname, patronymic, email, phone, github_login as "githubLogin", avatar, access, language,
          import_email as "importEmail", group_name as "group", created_at as "createdAt", updated_at as "updatedAt"
        from person where id = ${id}) as x) as account,
      (select to_json(x) from (
        select email, created_at as "createdAt", expires_at as "expiresAt" from email_change where person_id = ${id}) as x) as "pendingEmail",
      (select to_json(x) from (
        select small, large, mime, created_at as "createdAt" from avatar where person_id = ${id}) as x) as picture,
      ${listOf(sql`
        select provider, issuer, subject, email, is_email_verified as "isEmailVerified", created_at as "createdAt",
          last_sign_in_at as "lastSignInAt"
        from auth.identity where person_id = ${id} order by id`)} as identities,
      ${listOf(sql`
        select id, client_id as client, provider, device, network, created_at as "createdAt", last_seen_at as "lastSeenAt",
          least(idle_until, ends_at) as "expiresAt", revoked_at as "endedAt", revoked_why as "endedWhy"
        from auth.session where person_id = ${id} order by id`)} as sessions,
      ${listOf(sql`
        select t.id, t.name, m.id as member, m.is_administrator as "isAdministrator", m.created_at as "since",
          ${rolesOfMember(sql)} as roles,
          ${listOf(sql`
            select p.slug as project, a.assigned_at as "assignedAt", a.ended_at as "endedAt", a.outcome
            from assignment a join project p on p.id = a.project_id where a.team_id = t.id order by a.id`)} as projects
        from member m join team t on t.id = m.team_id where m.person_id = ${id} order by m.id`)} as teams,
      ${listOf(sql`
        select r.id, r.team_id as team, p.slug as project, r.status, r.message, r.comment, r.created_at as "createdAt",
          r.updated_at as "updatedAt", r.decided_at as "decidedAt", (select o.slug from round o where o.id = r.round_id) as round, r.rank
        from request r join project p on p.id = r.project_id
        where r.team_id in (select team_id from member where person_id = ${id}) order by r.id`)} as requests,
      ${listOf(sql`
        select x.request_id as request, x.from_status as "from", x.to_status as "to", x.comment, x.at
        from request_transition x where x.actor_id = ${id} order by x.id`)} as transitions,
      ${listOf(sql`
        select v.file_id as file, v.version, f.kind, v.name, v.mime, v.size, v.sha256, v.comment, v.created_at as "createdAt"
        from file_version v join file f on f.id = v.file_id where v.created_by = ${id} order by v.file_id, v.version`)} as files,
      ${listOf(sql`
        select l.id, p.slug as project, l.team_id as team, l.url, l.created_at as "createdAt"
        from link l join project p on p.id = l.project_id
        where l.team_id in (select team_id from member where person_id = ${id}) order by l.id`)} as links,
      ${listOf(sql`
        select q.id, p.slug as project, q.text, q.created_at as "askedAt", q.answer, q.answered_at as "answeredAt"
        from question q join project p on p.id = q.project_id where q.person_id = ${id} and q.deleted_at is null order by q.id`)} as questions,
      ${listOf(sql`
        select q.id as question, p.slug as project, q.answer, q.answered_at as "answeredAt", q.answer_changed_at as "changedAt"
        from question q join project p on p.id = q.project_id where q.answer_by = ${id} order by q.id`)} as answers,
      -- curators only: notes are not for members
      ${listOf(sql`
        select n.id, n.request_id as request, n.team_id as team, n.project_id as project, n.text, n.created_at as "createdAt", n.changed_at as "changedAt"
        from note n join person me on me.id = n.author_id and me.access <> 'member'
        where n.author_id = ${id} and n.deleted_at is null order by n.id`)} as notes,
      ${listOf(sql`
        select m.request_id as request, m.text, m.created_at as "sentAt" from request_message m where m.author_id = ${id} order by m.id`)} as messages,
      ${listOf(sql`
        select kind, address, state, created_at as "createdAt", case when kind = 'contact' then data - 'person' end as letter
        from outbox where person_id = ${id} or (kind = 'contact' and data ->> 'person' = ${String(id)}) order by id`)} as mail,
      ${listOf(sql`
        select p.slug as project, s.saved_at as "savedAt"
        from saved_project s join project p on p.id = s.project_id where s.person_id = ${id} order by s.saved_at, p.id`)} as saved,
      ${listOf(sql`
        select p.slug as project, r.closes_on as "closesOn", r.reminded_at as "remindedAt"
        from saved_reminder r join project p on p.id = r.project_id where r.person_id = ${id} order by r.reminded_at, p.id`)} as reminders,
      ${listOf(sql`
        select list, name, query, is_shared as "isShared", updated_at as "updatedAt" from saved_view where owner_id = ${id} order by id`)} as views,
      ${listOf(sql`
        select a.subject, a.created_at as "createdAt", a.author_id = ${id} as "isAuthor", case when a.author_id = ${id} then a.body end as body
        from announcement a where a.author_id = ${id} or (a.send_at <= now() and a.recalled_at is null and exists (
          select 1 from announcement_recipient r where r.announcement_id = a.id and r.person_id = ${id})) order by a.id`)} as announcements,
      ${listOf(sql`select day from application_digest where person_id = ${id} order by day`)} as "applicationDigests",
      ${listOf(sql`
        select kind, head as heading, field, used_at as "usedAt" from import_mapping where person_id = ${id} order by kind, head`)} as "importColumns",
      (select choices from notification where person_id = ${id}) as notifications,
      ${listOf(sql`
        select at, action, target, outcome, code, network, agent, client_id as client, detail
        from audit_event where actor_id = ${id} order by seq`)} as events`
  return { ...row, ...(await exportJoining(sql, id)) }
}
