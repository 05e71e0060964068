import { type MailState, mailStates } from '#contract/console/mail.ts'
import { fullNameOrLogin } from './fragments.ts'
import type { ClaimedMail } from './outbox.ts'
import type { AnySql, TransactionSql } from './sql.ts'

// What whoever runs the directory sees of the mail, and may do about it.

export type ListedMail = {
  id: number
  kind: string
  state: MailState
  to: string | null // of a letter to the directory itself this is whoever wrote it
  tries: number
  reason: string | null
  createdAt: Date
  dueAt: Date | null
}

export type MailFilter = { state?: MailState; kind?: string; limit: number; offset?: number }

const DAY = 86_400_000
const KEPT_DAYS = 90
const BATCH = 1000

type StateCounts = Record<MailState, number>

/** The newest first, how many there are altogether, and how many of the kind are in each state. */
export async function listMails(
  sql: AnySql,
  { state, kind, limit, offset = 0 }: MailFilter,
): Promise<{ mails: ListedMail[]; total: number; counts: StateCounts }> {
  const [mails, counts] = await Promise.all([
    sql<ListedMail[]>`
      select m.id::float8 as id, kind, state, coalesce(address, email) as "to", tries, reason, m.created_at as "createdAt", due_at as "dueAt"
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
  const [mail] = await sql<(Omit<WholeMail, 'attempts' | 'whyNotResend' | 'whyNotCancel'> & Pick<ProjectRelation, 'isLinkGone'>)[]>`
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
  const standing = { was: mail.state, isLinkGone: isGone }
  return { ...facts, attempts: [...attempts], whyNotResend: whyNotResend(standing), whyNotCancel: whyNotCancel(standing) }
}

type WhyNot = 'mail_sent' | 'mail_under_way' | 'mail_waiting' | 'mail_ended' | 'mail_link_gone' | null

/** What became of an operator's wish: the state the letter was in, and why it stays there. */
export type QueueAct = { was: MailState; whyNot: WhyNot }

type ProjectRelation = { was: MailState; isLinkGone: boolean }
const cancellable: MailState[] = ['queued', 'deferred', 'held', 'review']
const isLinkGone = (sql: AnySql) => sql`(kind = 'email_change' and not data ? 'token')`

function whyNotResend({ was, isLinkGone }: ProjectRelation): WhyNot {
  if (was === 'queued') return 'mail_waiting'
  if (was === 'sending') return 'mail_under_way'
  if (was === 'sent' || was === 'bundled') return 'mail_sent'
  return isLinkGone ? 'mail_link_gone' : null
}

function whyNotCancel({ was }: ProjectRelation): WhyNot {
  if (was === 'sending') return 'mail_under_way'
  return cancellable.includes(was) ? null : 'mail_ended'
}

/** Back to the queue, due at once, with all its tries; nothing when there is no such letter. */
export async function requeueMail(sql: TransactionSql, id: number, now: Date): Promise<QueueAct | undefined> {
  const standing = await holdMail(sql, id)
  if (!standing) return undefined
  const whyNot = whyNotResend(standing)
  if (whyNot === null)
    await sql`
      update outbox set state = 'queued', tries = 0, due_at = ${now}, ended_at = null, is_committed = false, reason = 'put back by an operator'
      where id = ${id}`
  return { was: standing.was, whyNot }
}

export async function cancelMail(sql: TransactionSql, id: number, now: Date): Promise<QueueAct | undefined> {
  const standing = await holdMail(sql, id)
  if (!standing) return undefined
  const whyNot = whyNotCancel(standing)
  if (whyNot === null)
    await sql`
      update outbox set state = 'cancelled', due_at = null, ended_at = ${now}, reason = 'cancelled by an operator' where id = ${id}`
  return { was: standing.was, whyNot }
}

// Held while it is decided, so that no worker takes it in between: only in a transaction.
async function holdMail(sql: TransactionSql, id: number): Promise<ProjectRelation | undefined> {
  const [standing] = await sql<
    ProjectRelation[]
  >`select state as was, ${isLinkGone(sql)} as "isLinkGone" from outbox where id = ${id} for update`
  return standing
}

export type MailCounts = { states: StateCounts; oldestSeconds: number }

/** How many in each state, and for how long the oldest that should have left by now has been waiting. */
export async function countMails(sql: AnySql, now: Date): Promise<MailCounts> {
  const states = await countStates(sql)
  const [row] = await sql<{ since: Date | null }[]>`
    select min(case state when 'queued' then coalesce(due_at, created_at) else created_at end) as since
    from outbox where state in ('queued', 'deferred')`
  const oldestSeconds = row!.since ? Math.max(0, (now.getTime() - row!.since.getTime()) / 1000) : 0
  return { states, oldestSeconds }
}

/** Letters that ended long ago, little by little; how many went. */
export async function removeOldMails(sql: AnySql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY)
  let removed = 0
  for (let count = BATCH; count === BATCH; removed += count)
    ({ count } = await sql`
      delete from outbox where id in (select id from outbox where ended_at < ${before} order by ended_at limit ${BATCH})`)
  return removed
}
