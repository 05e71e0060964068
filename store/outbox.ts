import type { MailState } from '#contract/console/mail.ts'
import type { AnySql, PendingQuery, Row, Sql } from './sql.ts'

// The queue of mail. A letter is a row of the transaction that causes it; a worker claims it for a minute at a time, by the clock of the
// database, and writes only under the attempt it claimed: one that was asleep too long finds its letter in other hands.

export type MailData = Record<string, unknown>
export type NewMail = { kind: string; personId: number | null; data: MailData; at: Date; requestId?: string }

export async function insertMail(sql: AnySql, { kind, personId, data, at, requestId }: NewMail): Promise<void> {
  await sql`
    insert into outbox (kind, person_id, data, created_at, request_id)
    values (${kind}, ${personId}, ${sql.json(data as never)}, ${at}, ${requestId ?? null})`
}

export type ClaimedMail = {
  id: number
  attempt: number
  tries: number
  kind: string
  personId: number | null
  address: string | null // where it is not the person's own
  data: MailData
  createdAt: Date
  requestId: string | null
}

export type Claim = Pick<ClaimedMail, 'id' | 'attempt'>

/** A letter in a worker's hands, with what it went through before. */
export type MailInHand = ClaimedMail & {
  triedSince: Date // the first of its tries, since it last came to the queue
  wasUnknown: boolean // one of its tries ended so that nobody can tell whether it arrived
}

const claimed = (sql: AnySql, now: Date) => sql`
  id::float8 as id, attempt, tries, kind, person_id as "personId", address, data, created_at as "createdAt", request_id as "requestId",
  coalesce((select min(started_at) from mail_attempt a where a.mail_id = mail.id and a.attempt > mail.attempt - mail.tries), ${now}) as "triedSince",
  exists (select 1 from mail_attempt a where a.mail_id = mail.id and a.outcome = 'unknown') as "wasUnknown"`

/** The next letters that are due, for this worker alone; the oldest first. */
export async function claimMails(sql: Sql, { limit, now, leaseMs }: { limit: number; now: Date; leaseMs: number }): Promise<MailInHand[]> {
  return sql<MailInHand[]>`
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

/** Those it still holds. */
export async function extendLeases(sql: Sql, claims: Claim[], leaseMs: number): Promise<number[]> {
  const mine = claims.map(({ id, attempt }) => ({ id, attempt }))
  const rows = await sql<{ id: number }[]>`
    update outbox set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from jsonb_to_recordset(${sql.json(mine)}) as mine (id bigint, attempt integer)
    where outbox.id = mine.id and outbox.attempt = mine.attempt and state = 'sending' returning outbox.id::float8 as id`
  return rows.map(({ id }) => id)
}

/** The point of no return: false when the letter is in other hands by now, and then nothing must leave. */
export async function commitMail(sql: Sql, { id, attempt }: Claim, leaseMs: number): Promise<boolean> {
  const { count } = await sql`
    update outbox set is_committed = true, lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where id = ${id} and attempt = ${attempt} and state = 'sending' and lease_until > clock_timestamp()`
  return count === 1
}

export type Settlement = {
  state: Exclude<MailState, 'queued' | 'review' | 'sending' | 'bundled'>
  outcome?: MailState // how the try is remembered, where that is not the state it led to
  reason: string
  dueAt: Date | null
  now: Date
}

const LONGEST_REASON = 500

// The words of the other side, without what no column of text can hold.
const tidied = (reason: string): string =>
  reason
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON)

/** How the try ended; false when it was no longer this worker's to end. */
export async function settleMail(sql: Sql, claim: Claim, settlement: Settlement): Promise<boolean> {
  return settle(sql, claim, settlement, sql`true`)
}

/** The same for a letter whose worker is gone: one that woke up again in the meantime keeps it. */
export async function settleAbandoned(sql: Sql, claim: Claim, settlement: Settlement): Promise<boolean> {
  return settle(sql, claim, settlement, sql`lease_until <= clock_timestamp()`)
}

async function settle(sql: Sql, { id, attempt }: Claim, settlement: Settlement, condition: PendingQuery<Row[]>): Promise<boolean> {
  const { state, outcome = state, dueAt, now } = settlement
  const reason = tidied(settlement.reason)
  const hasEnded = state !== 'deferred' && state !== 'held'
  // What opens doors does not stay behind once the letter is out of our hands; and a try that sent nothing was none.
  const { count } = await sql`
    with ended as (
        update outbox set state = ${state}, reason = ${reason}, due_at = ${dueAt}, lease_until = null, ended_at = ${hasEnded ? now : null},
          data = ${state === 'sent' ? sql`data - 'token'` : sql`data`}, tries = tries - ${state === 'held' ? 1 : 0}
        where id = ${id} and attempt = ${attempt} and state = 'sending' and ${condition} returning id)
    update mail_attempt set ended_at = ${now}, outcome = ${outcome}, reply = ${reason} from ended where mail_id = ended.id and attempt = ${attempt}`
  return count === 1
}

/** Letters whose worker is gone. */
export async function listAbandoned(sql: Sql, limit: number, now: Date): Promise<(MailInHand & { isCommitted: boolean })[]> {
  return sql<(MailInHand & { isCommitted: boolean })[]>`
    select ${claimed(sql, now)}, is_committed as "isCommitted" from outbox as mail
    where state = 'sending' and lease_until <= clock_timestamp() order by lease_until limit ${limit}`
}

/**
 * What people want to hear of once a day becomes one letter each. The person is locked first: two workers that share out
 * one person's letters among them would make two.
 */
export async function gatherDigests(sql: Sql, now: Date): Promise<number> {
  const { count } = await sql`
    with reader as (
        select id from person where id in (select person_id from outbox where state = 'held' and due_at <= ${now})
        for no key update skip locked),
      due as (
        select id, person_id from outbox where state = 'held' and person_id in (select id from reader)
        order by id for update),
      letter as (
        insert into outbox (kind, person_id, data, created_at)
        select 'digest', person_id, jsonb_build_object('mails', jsonb_agg(id order by id)), ${now} from due group by person_id
        returning id, person_id)
    update outbox set state = 'bundled', bundle_id = letter.id, ended_at = ${now}, due_at = null
    from due join letter using (person_id) where outbox.id = due.id`
  return count
}
