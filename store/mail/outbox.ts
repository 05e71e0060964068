import type { MailState, mailKinds } from '#contract/console/mail.ts'
import type { AnySql, PendingQuery, Row, Sql } from '#database/sql.ts'

// The email queue (transactional outbox): the transaction that causes an email inserts it. A worker claims it with a lease of a minute, by
// the database clock; the attempt number is the fencing token, so a worker that lost its lease cannot write.

export type MailData = Record<string, unknown>
export type MailKind = (typeof mailKinds)[number]
type Part = PendingQuery<Row[]>

type NewEmails = {
  kind: MailKind | Part
  at: Date
  dueAt?: Part // null, or absent: at once
  address?: Part // when it differs from the person's
  requestId?: string | null
}

/** The one insert of emails; what follows it selects the person and the data, one email for each row. */
export const emails = (sql: AnySql, { kind, at, dueAt, address, requestId }: NewEmails): Part => sql`
  insert into outbox (kind, created_at, due_at, address, request_id, person_id, data)
  select ${typeof kind === 'string' ? sql`${kind}::text` : kind}, ${at}::timestamptz, ${dueAt ?? sql`null`}, ${address ?? sql`null`}, ${requestId ?? null}::text,`

type NewMail = { kind: MailKind; personId: number | null; data: MailData; at: Date; requestId?: string }

export async function insertMail(sql: AnySql, { kind, personId, data, at, requestId }: NewMail): Promise<void> {
  await sql`
    ${emails(sql, { kind, at, requestId })}
      ${personId}::int, ${sql.json(data as never)}::jsonb`
}

/** For a row with the team `team`: its administrators, as `reader`. */
export const toAdministrators = (sql: AnySql, team: Part): Part => sql`
  join member m on m.team_id = ${team} and m.is_administrator join person reader on reader.id = m.person_id and reader.deleted_at is null`

/** How many emails of this kind were inserted for the person since then. */
export async function countMailsOf(
  sql: AnySql,
  { personId, kind, since }: { personId: number; kind: string; since: Date },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from outbox where person_id = ${personId} and created_at > ${since} and kind = ${kind}`
  return row!.count
}

export type ClaimedMail = {
  id: number
  attempt: number
  tries: number
  kind: string
  personId: number | null
  address: string | null // when it differs from the person's
  data: MailData
  createdAt: Date
  requestId: string | null
}

export type Claim = Pick<ClaimedMail, 'id' | 'attempt'>

/** A claimed email with its delivery history. */
export type LeasedMail = ClaimedMail & {
  triedSince: Date // the first attempt since it was last queued
  wasUnknown: boolean // after one of its attempts it was unknown whether it had been delivered
  traceparent: string | null // the trace of the call that caused it
}

const claimed = (sql: AnySql, now: Date) => sql`
  id::float8 as id, attempt, tries, kind, person_id as "personId", address, data, created_at as "createdAt", request_id as "requestId", traceparent,
  coalesce((select min(started_at) from mail_attempt a where a.mail_id = mail.id and a.attempt > mail.attempt - mail.tries), ${now}) as "triedSince",
  exists (select 1 from mail_attempt a where a.mail_id = mail.id and a.outcome = 'unknown') as "wasUnknown"`

/** Claims the next due emails, oldest first. */
export async function claimMails(sql: Sql, { limit, now, leaseMs }: { limit: number; now: Date; leaseMs: number }): Promise<LeasedMail[]> {
  return sql<LeasedMail[]>`
    with next as (
        select id from outbox where state in ('queued', 'deferred') and coalesce(due_at, created_at) <= ${now}
        order by coalesce(due_at, created_at), id limit ${limit} for update skip locked),
      mail as (
        update outbox set state = 'sending', attempt = attempt + 1, tries = tries + 1, is_committed = false, due_at = null, reason = null,
          lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        where id in (select id from next) returning *),
      noted as (insert into mail_attempt (mail_id, attempt, started_at) select id, attempt, ${now} from mail)
    select ${claimed(sql, now)} from mail order by id`
}

/** The ids of the emails whose leases are still owned. */
export async function extendLeases(sql: Sql, claims: Claim[], leaseMs: number): Promise<number[]> {
  const mine = claims.map(({ id, attempt }) => ({ id, attempt }))
  const rows = await sql<{ id: number }[]>`
    update outbox set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from jsonb_to_recordset(${sql.json(mine)}) as mine (id bigint, attempt integer)
    where outbox.id = mine.id and outbox.attempt = mine.attempt and state = 'sending' returning outbox.id::float8 as id`
  return rows.map(({ id }) => id)
}

/** Called before the first byte is sent. False when the lease was lost: then nothing must be sent. */
export async function commitMail(sql: Sql, { id, attempt }: Claim, leaseMs: number): Promise<boolean> {
  const { count } = await sql`
    update outbox set is_committed = true, lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where id = ${id} and attempt = ${attempt} and state = 'sending' and lease_until > clock_timestamp()`
  return count === 1
}

export type Settlement = {
  state: Exclude<MailState, 'queued' | 'review' | 'sending' | 'bundled'>
  outcome?: MailState // outcome of the attempt, when it differs from the state
  reason: string
  dueAt: Date | null
  now: Date
}

const MAX_REASON = 500

// Replies of mail servers may contain NUL, control characters and lone surrogates, which a text column rejects.
const cleaned = (reason: string): string =>
  reason
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)

/** Ends the attempt; false when the lease was lost. */
export async function settleMail(sql: Sql, claim: Claim, settlement: Settlement): Promise<boolean> {
  return settle(sql, claim, settlement, sql`true`)
}

/** The same for an email whose lease expired; false when its worker has renewed the lease meanwhile. */
export async function settleAbandoned(sql: Sql, claim: Claim, settlement: Settlement): Promise<boolean> {
  return settle(sql, claim, settlement, sql`lease_until <= clock_timestamp()`)
}

async function settle(sql: Sql, { id, attempt }: Claim, settlement: Settlement, condition: PendingQuery<Row[]>): Promise<boolean> {
  const { state, outcome = state, dueAt, now } = settlement
  const reason = cleaned(settlement.reason)
  const hasEnded = state !== 'deferred' && state !== 'held'
  // The token is removed once the email is sent. An email held for a digest has not used a try.
  const { count } = await sql`
    with ended as (
        update outbox set state = ${state}, reason = ${reason}, due_at = ${dueAt}, lease_until = null, ended_at = ${hasEnded ? now : null},
          data = ${state === 'sent' ? sql`data - 'token'` : sql`data`}, tries = tries - ${state === 'held' ? 1 : 0}
        where id = ${id} and attempt = ${attempt} and state = 'sending' and ${condition} returning id)
    update mail_attempt set ended_at = ${now}, outcome = ${outcome}, reply = ${reason} from ended where mail_id = ended.id and attempt = ${attempt}`
  return count === 1
}

/** Emails whose lease has expired. */
export async function listAbandoned(sql: Sql, limit: number, now: Date): Promise<(LeasedMail & { isCommitted: boolean })[]> {
  return sql<(LeasedMail & { isCommitted: boolean })[]>`
    select ${claimed(sql, now)}, is_committed as "isCommitted" from outbox as mail
    where state = 'sending' and lease_until <= clock_timestamp() order by lease_until limit ${limit}`
}

/**
 * Bundles the held emails of each person into one daily digest. The person is locked first: two workers that each lock a part of one
 * person's emails would make two digests.
 */
export async function gatherDigests(sql: Sql, now: Date): Promise<number> {
  const { count } = await sql`
    with reader as (
        select id from person where id in (select person_id from outbox where state = 'held' and due_at <= ${now})
        for no key update skip locked),
      due as (
        select id, person_id from outbox where state = 'held' and person_id in (select id from reader)
        order by id for update),
      digest as (
        ${emails(sql, { kind: 'digest', at: now })}
          person_id, jsonb_build_object('mails', jsonb_agg(id order by id))
          from due group by person_id
        returning id, person_id)
    update outbox set state = 'bundled', bundle_id = digest.id, ended_at = ${now}, due_at = null
    from due join digest using (person_id) where outbox.id = due.id`
  return count
}
