import type { Announcement, Figures } from '#contract/console/announcement.ts'
import type { AnySql, Sql, TransactionSql } from '#database/sql.ts'
import { fullNameOrLogin } from '#store/fragments.ts'
import { emails } from '#store/mail/outbox.ts'
import { isRecipient, type StoredAudience, wantsAnnouncements } from './audience.ts'

// Announcements and their emails. A new one is `preparing`: workers write its emails into the outbox in batches, each a transaction that
// moves `last_person` forward. A recalled one is `recalling` until its unsent emails are cancelled. A killed worker loses one batch, which
// the next one repeats.

export type NewAnnouncement = { subject: string; body: string; audience: StoredAudience; authorId: number; at: Date; sendAt: Date }

export async function insertAnnouncement(sql: AnySql, { subject, body, audience, authorId, at, sendAt }: NewAnnouncement): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into announcement (subject, body, audience, author_id, created_at, send_at)
    values (${subject}, ${body}, ${sql.json(audience as never)}, ${authorId}, ${at}, ${sendAt}) returning id`
  return row!.id
}

/** When the author sent announcements since then, oldest first. */
export async function listAnnouncementTimes(sql: AnySql, authorId: number, since: Date): Promise<Date[]> {
  const rows = await sql<{ at: Date }[]>`
    select created_at as at from announcement where author_id = ${authorId} and created_at > ${since} order by created_at`
  return rows.map(({ at }) => at)
}

const BATCH = 1000
/** Emails of an announcement are due at this rate, so that other emails are not delayed behind them. */
export const EMAILS_A_MINUTE = 600

type UnderWay = {
  id: number
  audience: StoredAudience
  state: 'preparing' | 'recalling'
  lastPerson: number
  sendAt: Date
  recipients: number
}

/** One batch of the oldest announcement that needs it and that no other worker has; false if there is none. */
export async function advanceAnnouncements(
  sql: Sql,
  { now, today, batch = BATCH }: { now: Date; today: string; batch?: number },
): Promise<boolean> {
  return sql.begin(async (sql) => {
    const [one] = await sql<UnderWay[]>`
      select id, audience, state, last_person as "lastPerson", send_at as "sendAt", recipients from announcement
      where state in ('preparing', 'recalling') order by id limit 1 for update skip locked`
    if (!one) return false
    await (one.state === 'preparing' ? prepare(sql, one, { now, today, batch }) : cancel(sql, one, now, batch))
    return true
  }) as Promise<boolean>
}

async function prepare(
  sql: TransactionSql,
  one: UnderWay,
  { now, today, batch }: { now: Date; today: string; batch: number },
): Promise<void> {
  await sql`
    with next as (
        select p.id, ${wantsAnnouncements(sql)} as wants from person p left join notification n on n.person_id = p.id
        where p.id > ${one.lastPerson} and p.email is not null and ${isRecipient(sql, one.audience, today)}
          -- a merged account may have brought it along
          and not exists (select 1 from announcement_recipient r where r.announcement_id = ${one.id} and r.person_id = p.id)
        order by p.id limit ${batch}),
      mail as (
        ${emails(sql, {
          kind: 'announcements',
          at: now,
          dueAt: sql`${one.sendAt}::timestamptz
            + (${one.recipients}::int + row_number() over (order by id) - 1)::int / ${EMAILS_A_MINUTE}::int * interval '1 minute'`,
        })}
          id, jsonb_build_object('announcement', ${one.id}::int)
          from next where wants order by id returning id, person_id),
      noted as (
        insert into announcement_recipient (announcement_id, person_id, mail_id)
        select ${one.id}, next.id, mail.id from next left join mail on mail.person_id = next.id)
    update announcement set last_person = coalesce((select max(id) from next), last_person),
      recipients = recipients + (select count(*) from mail), state = case when (select count(*) from next) < ${batch} then 'ready' else state end
    where id = ${one.id}`
}

// Emails being sent at this moment are left alone; should they be deferred, their next attempt is cancelled when it is composed.
async function cancel(sql: TransactionSql, { id }: UnderWay, now: Date, batch: number): Promise<void> {
  const { count } = await sql`
    update outbox set state = 'cancelled', ended_at = ${now}, due_at = null, reason = 'announcement_recalled'
    where id in (
      select o.id from announcement_recipient r join outbox o on o.id = r.mail_id
      where r.announcement_id = ${id} and o.state in ('queued', 'deferred', 'held') order by o.id limit ${batch} for update of o skip locked)`
  if (count < batch) await sql`update announcement set state = 'recalled' where id = ${id}`
}

/** Its unsent emails are not sent from now on; false if nothing is left to recall. */
export async function recallAnnouncement(sql: AnySql, id: number, { by, at }: { by: number; at: Date }): Promise<boolean> {
  // A statement of its own: the next one reads after a batch that is being written.
  await sql`select 1 from announcement where id = ${id} for update`
  const { count } = await sql`
    update announcement a set state = 'recalling', recalled_at = ${at}, recalled_by = ${by}
    where id = ${id} and (state = 'preparing' or (state = 'ready' and ${hasUnsent(sql)}))`
  return count === 1
}

const hasUnsent = (sql: AnySql) => sql`exists (
  select 1 from announcement_recipient r join outbox o on o.id = r.mail_id
  where r.announcement_id = a.id and o.state in ('queued', 'deferred', 'held'))`

export type StoredAnnouncement = {
  id: number
  subject: string
  body: string
  audience: StoredAudience
  project: { slug: string; name: string } | null
  round: { slug: string; name: string } | null
  author: { id: number; name: string } | null
  state: 'preparing' | 'ready' | 'recalling' | 'recalled'
  createdAt: Date
  sendAt: Date
  recalledAt: Date | null
  recalledBy: { id: number; name: string } | null
  figures: Figures
}

// A bundled email is delivered with its digest. A rejected address has a bounce.
const delivery = (sql: AnySql) => sql`
  select r.person_id, r.mail_id is null as never, coalesce(digest.state, o.state) as state, coalesce(digest.reason, o.reason) as reason,
    o.reason = 'address_blocked'
      or (o.state = 'failed' and exists (select 1 from mail_bounce b where b.address = lower(p.email))) as bounced
  from announcement_recipient r join person p on p.id = r.person_id
  left join outbox o on o.id = r.mail_id left join outbox digest on digest.id = o.bundle_id
  where r.announcement_id = a.id`

const figuresOf = (sql: AnySql) => sql`coalesce(a.figures, (
  select jsonb_build_object('people', count(*), 'sent', count(*) filter (where state = 'sent'),
    'waiting', count(*) filter (where state = 'sending' or (${isUnsent(sql)} and a.recalled_at is null)),
    'bounced', count(*) filter (where bounced), 'failed', count(*) filter (where state in ('failed', 'dead', 'unknown', 'review') and not bounced),
    'optedOut', count(*) filter (where never or (state = 'cancelled' and ${hasOptedOut(sql)})),
    'recalled', count(*) filter (where (state = 'cancelled' and ${isRecalled(sql)}) or (${isUnsent(sql)} and a.recalled_at is not null)),
    'cancelled', count(*) filter (where state = 'cancelled' and not bounced and not ${hasOptedOut(sql)} and not ${isRecalled(sql)}))
  from (${delivery(sql)}) as delivery))`
// After a recall they are cancelled in batches; none of them is sent any more.
const isUnsent = (sql: AnySql) => sql`state in ('queued', 'deferred', 'held')`
const hasOptedOut = (sql: AnySql) => sql`coalesce(reason in ('turned_off', 'nothing_to_report'), false)`
const isRecalled = (sql: AnySql) => sql`coalesce(reason = 'announcement_recalled', false)`

const columns = (sql: AnySql) => {
  const person = (alias: string) =>
    sql`case when ${sql(`${alias}.id`)} is not null then json_build_object('id', ${sql(`${alias}.id`)}, 'name', ${fullNameOrLogin(sql, alias)}) end`
  return sql`
    a.id, a.subject, a.body, a.audience - 'ids' as audience, a.state, a.created_at as "createdAt", a.send_at as "sendAt", a.recalled_at as "recalledAt",
    (select json_build_object('slug', w.slug, 'name', w.name) from project w where w.id = project_at(a.audience ->> 'project')) as project,
    (select json_build_object('slug', o.slug, 'name', o.name) from round o where o.slug = a.audience ->> 'round') as round,
    ${person('author')} as author, ${person('recaller')} as "recalledBy", ${figuresOf(sql)} as figures
    from announcement a left join person author on author.id = a.author_id left join person recaller on recaller.id = a.recalled_by`
}

/** Newest first. */
export async function listAnnouncements(
  sql: AnySql,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ announcements: StoredAnnouncement[]; total: number }> {
  const [announcements, [row]] = await Promise.all([
    sql<StoredAnnouncement[]>`select ${columns(sql)} order by a.id desc limit ${limit} offset ${offset}::bigint`,
    sql<{ total: number }[]>`select count(*)::int as total from announcement`,
  ])
  return { announcements, total: row!.total }
}

const MOST_PROBLEMS = 50

export async function findAnnouncement(
  sql: AnySql,
  id: number,
): Promise<(StoredAnnouncement & Pick<Announcement, 'problems'>) | undefined> {
  const [[one], problems] = await Promise.all([
    sql<StoredAnnouncement[]>`select ${columns(sql)} where a.id = ${id}`,
    sql<Announcement['problems']>`
      select json_build_object('id', p.id, 'name', ${fullNameOrLogin(sql)}) as person, coalesce(d.reason, d.state) as reason
      from announcement a cross join lateral (${delivery(sql)}) as d join person p on p.id = d.person_id
      where a.id = ${id} and (d.bounced or d.state in ('failed', 'dead', 'unknown')) order by p.id limit ${MOST_PROBLEMS}`,
  ])
  return one && { ...one, problems: [...problems] }
}

const FIGURES_AFTER_DAYS = 14

/** Stores the delivery figures of old announcements with them and removes their recipients. */
export async function removeOldRecipients(sql: Sql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - FIGURES_AFTER_DAYS * 86_400_000)
  const { count } = await sql`
    with old as (select a.id, ${figuresOf(sql)} as counted from announcement a where a.created_at < ${before} and a.figures is null),
      kept as (update announcement set figures = old.counted from old where announcement.id = old.id)
    delete from announcement_recipient r using old where r.announcement_id = old.id`
  return count
}

/** Nobody gets an announcement twice because two accounts became one. */
export async function mergeAnnouncements(sql: AnySql, from: number, into: number): Promise<void> {
  await sql`
    delete from outbox o using announcement_recipient r where r.person_id = ${from} and o.id = r.mail_id and o.ended_at is null
      and exists (select 1 from announcement_recipient x where x.announcement_id = r.announcement_id and x.person_id = ${into})`
  await sql`
    update announcement_recipient r set person_id = ${into} where person_id = ${from}
      and not exists (select 1 from announcement_recipient x where x.announcement_id = r.announcement_id and x.person_id = ${into})`
  await sql`delete from announcement_recipient where person_id = ${from}`
  await sql`update announcement set author_id = ${into} where author_id = ${from}`
  await sql`update announcement set recalled_by = ${into} where recalled_by = ${from}`
}
