import { type ListedMail, type MailState, mailStates } from '#contract/console/mail.ts'
import type { AnySql, TransactionSql } from '#database/sql.ts'
import { fullNameOrLogin, instant } from '#store/fragments.ts'
import type { ClaimedMail } from './outbox.ts'

// The email queue for operators: list, resend, cancel, clean up.

export type MailFilter = { state?: MailState; kind?: string; limit: number; offset?: number }

const DAY = 86_400_000
const RETENTION_DAYS = 90
const BATCH = 1000

type StateCounts = Record<MailState, number>

/** Newest first, with the total and the counts by state for the kind. */
export async function listMails(
  sql: AnySql,
  { state, kind, limit, offset = 0 }: MailFilter,
): Promise<{ mails: ListedMail[]; total: number; counts: StateCounts }> {
  const [mails, counts] = await Promise.all([
    sql<ListedMail[]>`
      select m.id::float8 as id, kind, state, coalesce(address, email) as "to", tries, reason,
        ${instant(sql, 'm.created_at')} as "createdAt", ${instant(sql, 'm.due_at')} as "dueAt"
      from outbox m left join person on person.id = person_id
      where ${state ? sql`state = ${state}` : sql`true`} and ${ofKind(sql, kind)} order by m.id desc limit ${limit} offset ${offset}`,
    countStates(sql, kind),
  ])
  return { mails, counts, total: state ? counts[state] : Object.values(counts).reduce((sum, count) => sum + count, 0) }
}

const ofKind = (sql: AnySql, kind?: string) => (kind ? sql`kind = ${kind}` : sql`true`)

async function countStates(sql: AnySql, kind?: string): Promise<StateCounts> {
  const rows = await sql<{ state: MailState; count: number }[]>`
    select state, count(*)::int as count from outbox where ${ofKind(sql, kind)} group by state`
  return Object.fromEntries(mailStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0])) as StateCounts
}

export type MailAttempt = { attempt: number; startedAt: Date; endedAt: Date | null; outcome: MailState | null; reply: string | null }
export type WholeMail = ClaimedMail & {
  state: MailState
  person: { id: number; name: string } | null
  isCommitted: boolean
  reason: string | null
  dueAt: Date | null
  endedAt: Date | null
  bundleId: number | null
  attempts: MailAttempt[]
  whyNotResend: WhyNot
  whyNotCancel: WhyNot
}

export async function findMail(sql: AnySql, id: number): Promise<WholeMail | undefined> {
  const [mail] = await sql<(Omit<WholeMail, 'attempts' | 'whyNotResend' | 'whyNotCancel'> & Pick<EmailStatus, 'isLinkGone'>)[]>`
    select m.id::float8 as id, attempt, tries, kind, person_id as "personId", address, data, m.created_at as "createdAt",
      request_id as "requestId", state, is_committed as "isCommitted", reason, due_at as "dueAt", ended_at as "endedAt",
      bundle_id::float8 as "bundleId", ${isLinkGone(sql)} as "isLinkGone",
      case when p.id is not null then json_build_object('id', p.id, 'name',
        ${fullNameOrLogin(sql)}) end as person
    from outbox m left join person p on p.id = person_id where m.id = ${id}`
  if (!mail) return undefined
  const attempts = await sql<MailAttempt[]>`
    select attempt, started_at as "startedAt", ended_at as "endedAt", outcome, reply from mail_attempt where mail_id = ${id} order by attempt`
  const { isLinkGone: isGone, ...facts } = mail
  const status = { was: mail.state, isLinkGone: isGone }
  return { ...facts, attempts: [...attempts], whyNotResend: whyNotResend(status), whyNotCancel: whyNotCancel(status) }
}

type WhyNot = 'mail_sent' | 'mail_under_way' | 'mail_waiting' | 'mail_ended' | 'mail_link_gone' | null

/** Result of an operator's action: the state before, and why it was refused. */
export type QueueAct = { was: MailState; whyNot: WhyNot }

type EmailStatus = { was: MailState; isLinkGone: boolean }
const unfinished: readonly MailState[] = ['queued', 'sending', 'deferred', 'held', 'review', 'unknown', 'dead', 'failed']
const cancellable: MailState[] = ['queued', 'deferred', 'held', 'review']
const isLinkGone = (sql: AnySql) => sql`(kind = 'email_change' and not data ? 'token')`

function whyNotResend({ was, isLinkGone }: EmailStatus): WhyNot {
  if (was === 'queued') return 'mail_waiting'
  if (was === 'sending') return 'mail_under_way'
  if (was === 'sent' || was === 'bundled') return 'mail_sent'
  return isLinkGone ? 'mail_link_gone' : null
}

function whyNotCancel({ was }: EmailStatus): WhyNot {
  if (was === 'sending') return 'mail_under_way'
  return cancellable.includes(was) ? null : 'mail_ended'
}

/** Queues the email again, due immediately, with its retries reset; undefined when it does not exist. */
export async function requeueMail(sql: TransactionSql, id: number, now: Date): Promise<QueueAct | undefined> {
  const status = await lockMail(sql, id)
  if (!status) return undefined
  const whyNot = whyNotResend(status)
  if (whyNot === null)
    await sql`
      update outbox set state = 'queued', tries = 0, due_at = ${now}, ended_at = null, is_committed = false, reason = 'requeued'
      where id = ${id}`
  return { was: status.was, whyNot }
}

export async function cancelMail(sql: TransactionSql, id: number, now: Date): Promise<QueueAct | undefined> {
  const status = await lockMail(sql, id)
  if (!status) return undefined
  const whyNot = whyNotCancel(status)
  if (whyNot === null)
    await sql`
      update outbox set state = 'cancelled', due_at = null, ended_at = ${now}, reason = 'cancelled_by_admin' where id = ${id}`
  return { was: status.was, whyNot }
}

// Row lock, so that no worker claims the email between check and update.
async function lockMail(sql: TransactionSql, id: number): Promise<EmailStatus | undefined> {
  const [status] = await sql<EmailStatus[]>`select state as was, ${isLinkGone(sql)} as "isLinkGone" from outbox where id = ${id} for update`
  return status
}

export type MailCounts = { states: StateCounts; oldestSeconds: number; oldestByState: Partial<StateCounts> }

/** Counts by state, the age of the oldest email that is due, and of the oldest in each state that is not final. */
export async function countMails(sql: AnySql, now: Date): Promise<MailCounts> {
  const rows = await sql<{ state: MailState; count: number; since: Date; dueSince: Date }[]>`
    select state, count(*)::int as count, min(created_at) as since,
      min(case state when 'queued' then coalesce(due_at, created_at) else created_at end) as "dueSince"
    from outbox group by state`
  const of = (state: MailState) => rows.find((row) => row.state === state)
  const ageOf = (since: Date | undefined): number => (since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0)
  return {
    states: Object.fromEntries(mailStates.map((state) => [state, of(state)?.count ?? 0])) as StateCounts,
    oldestSeconds: Math.max(ageOf(of('queued')?.dueSince), ageOf(of('deferred')?.dueSince)),
    oldestByState: Object.fromEntries(unfinished.map((state) => [state, ageOf(of(state)?.since)])),
  }
}

const REVIEW_DAYS = 30
const MOST_IN_REVIEW = 5000

/** Ends the review of emails from outside that no operator decided about, and of the oldest ones above the limit. */
export async function cancelOldReviews(sql: AnySql, now: Date, most = MOST_IN_REVIEW): Promise<number> {
  const { count } = await sql`
    update outbox set state = 'cancelled', ended_at = ${now}, reason = 'not_reviewed'
    where id in (select id from outbox where state = 'review'
      and (created_at < ${new Date(now.getTime() - REVIEW_DAYS * DAY)}
        or id <= (select id from outbox where state = 'review' order by id desc offset ${most} limit 1)))`
  return count
}

/** Deletes old ended emails in batches; returns how many. */
export async function removeOldMails(sql: AnySql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY)
  let removed = 0
  for (let count = BATCH; count === BATCH; removed += count)
    ({ count } = await sql`
      delete from outbox where id in (select id from outbox where ended_at < ${before} order by ended_at limit ${BATCH})`)
  return removed
}
