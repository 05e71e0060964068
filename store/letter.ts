import type { TransactionSql } from 'postgres'
import type { MailData } from './outbox.ts'

// What people write to the directory. It is a mail like any other, but strangers cause it: the same again is no second one, and what looks
// like a flood waits for somebody to look.

export type NewLetter = {
  data: MailData & { email: string }
  fingerprint: Buffer
  review: { reason: string | null; limits: { ofWriter: number; ofAll: number } | null }
  requestId: string
  at: Date
}

const SAME_MINUTES = 10
const HOUR = 60
const DAY = 24 * HOUR

/** The number of the letter, or of the same one that came shortly before. */
export async function insertLetter(sql: TransactionSql, { data, fingerprint, review, requestId, at }: NewLetter): Promise<number> {
  const { email } = data
  const ago = (minutes: number): Date => new Date(at.getTime() - minutes * 60_000)
  // Counted up to the limit only: beyond it nobody has to know.
  const crowded = review.limits
    ? sql`case
        when (select count(*) from (select 1 from outbox where kind = 'contact' and lower(data ->> 'email') = lower(${email})
          and created_at > ${ago(HOUR)} limit ${review.limits.ofWriter}) as counted) >= ${review.limits.ofWriter}
        then ${`more than ${review.limits.ofWriter} an hour from this address`}::text
        when (select count(*) from (select 1 from outbox where kind = 'contact'
          and created_at > ${ago(DAY)} limit ${review.limits.ofAll}) as counted) >= ${review.limits.ofAll}
        then ${`more than ${review.limits.ofAll} a day in all`}::text
        end`
    : sql`null`
  // Letters of one reply address come one after another. The lock is on its way before the rest, which then sees what it waited for. What
  // everybody writes in a day is counted without one: a few too many do no harm, and all would wait for all.
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`letter ${email.toLowerCase()}`}, 0))`.execute()
  const letter = sql<{ id: number }[]>`
    with twin as (
        select id from outbox where fingerprint = ${fingerprint} and created_at > ${ago(SAME_MINUTES)} order by id limit 1),
      looked as (select coalesce(${review.reason}::text, ${crowded}) as why where not exists (select 1 from twin)),
      made as (
        insert into outbox (kind, data, created_at, request_id, fingerprint, state, reason)
        select 'contact', ${sql.json(data as never)}, ${at}, ${requestId}, ${fingerprint}, case when why is null then 'queued' else 'review' end, why
        from looked returning id)
    select id::float8 as id from twin union all select id::float8 from made`
  const [, [row]] = await Promise.all([lock, letter])
  return row!.id
}
