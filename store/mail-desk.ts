import { insertAudit } from './audit.ts'
import type { ClaimedMail, MailState } from './outbox.ts'
import type { AnySql, Sql } from './sql.ts'

// What whoever runs the directory sees of the mail, and may do about it.

export const mailStates = [
  'queued',
  'sending',
  'deferred',
  'held',
  'review',
  'unknown',
  'dead',
  'failed',
  'sent',
  'bundled',
  'cancelled',
] as const satisfies MailState[]

export type ListedMail = {
  id: number
  kind: string
  state: MailState
  to: string | null // null: the directory's own address, or a person without one
  tries: number
  reason: string | null
  createdAt: Date
  dueAt: Date | null
}

export type MailFilter = { state?: MailState; kind?: string; limit: number }

const DAY = 86_400_000
const KEPT_DAYS = 90
const BATCH = 1000

/** The newest first, and how many there are altogether. */
export async function listMails(sql: AnySql, { state, kind, limit }: MailFilter): Promise<{ mails: ListedMail[]; total: number }> {
  const wanted = sql`${state ? sql`state = ${state}` : sql`true`} and ${kind ? sql`kind = ${kind}` : sql`true`}`
  const mails = await sql<ListedMail[]>`
    select m.id::float8 as id, kind, state, coalesce(address, email) as "to", tries, reason, m.created_at as "createdAt", due_at as "dueAt"
    from outbox m left join person on person.id = person_id where ${wanted} order by m.id desc limit ${limit}`
  const [row] = await sql<{ total: number }[]>`select count(*)::int as total from outbox where ${wanted}`
  return { mails, total: row!.total }
}

export type MailAttempt = { attempt: number; startedAt: Date; endedAt: Date | null; outcome: MailState | null; reply: string | null }
export type WholeMail = ClaimedMail & {
  state: MailState
  isCommitted: boolean
  reason: string | null
  dueAt: Date | null
  endedAt: Date | null
  bundleId: number | null
  attempts: MailAttempt[]
}

export async function findMail(sql: AnySql, id: number): Promise<WholeMail | undefined> {
  const [mail] = await sql<Omit<WholeMail, 'attempts'>[]>`
    select id::float8 as id, attempt, tries, kind, person_id as "personId", address, data, created_at as "createdAt", request_id as "requestId",
      state, is_committed as "isCommitted", reason, due_at as "dueAt", ended_at as "endedAt", bundle_id::float8 as "bundleId"
    from outbox where id = ${id}`
  if (!mail) return undefined
  const attempts = await sql<MailAttempt[]>`
    select attempt, started_at as "startedAt", ended_at as "endedAt", outcome, reply from mail_attempt where mail_id = ${id} order by attempt`
  return { ...mail, attempts: [...attempts] }
}

/** What became of an operator's wish: the state the letter was in, and why it stays there. */
export type DeskAct = { was: MailState; whyNot: 'sent' | 'bundled' | 'sending' | 'ended' | 'waiting' | 'link_gone' | null }

const requeueable: MailState[] = ['failed', 'unknown', 'dead', 'cancelled', 'review', 'held', 'deferred']
const cancellable: MailState[] = ['queued', 'deferred', 'held', 'review']

/** Back to the queue, due at once, with all its tries; nothing when there is no such letter. */
export async function requeueMail(sql: Sql, id: number, now: Date): Promise<DeskAct | undefined> {
  return actOn(sql, id, async (sql, { was, isLinkGone }) => {
    if (was === 'queued') return 'waiting'
    if (!requeueable.includes(was)) return was as 'sent' | 'bundled' | 'sending'
    if (isLinkGone) return 'link_gone'
    await sql`
      update outbox set state = 'queued', tries = 0, due_at = ${now}, ended_at = null, is_committed = false, reason = 'put back by an operator'
      where id = ${id}`
    await insertAudit(sql, { at: now, action: 'mail_requeued', target: `mail ${id}`, detail: { before: was, by: 'command line' } })
    return null
  })
}

export async function cancelMail(sql: Sql, id: number, now: Date): Promise<DeskAct | undefined> {
  return actOn(sql, id, async (sql, { was }) => {
    if (was === 'sending') return 'sending'
    if (!cancellable.includes(was)) return 'ended'
    await sql`
      update outbox set state = 'cancelled', due_at = null, ended_at = ${now}, reason = 'cancelled by an operator' where id = ${id}`
    await insertAudit(sql, { at: now, action: 'mail_cancelled', target: `mail ${id}`, detail: { before: was, by: 'command line' } })
    return null
  })
}

type Standing = { was: MailState; isLinkGone: boolean }

// The row is held while it is decided, so that no worker takes it in between.
async function actOn(
  sql: Sql,
  id: number,
  act: (sql: AnySql, standing: Standing) => Promise<DeskAct['whyNot']>,
): Promise<DeskAct | undefined> {
  return sql.begin(async (sql) => {
    const [standing] = await sql<Standing[]>`
      select state as was, kind = 'email_change' and not data ? 'token' as "isLinkGone" from outbox where id = ${id} for update`
    return standing && { was: standing.was, whyNot: await act(sql, standing) }
  }) as Promise<DeskAct | undefined>
}

export type MailCounts = { states: Record<MailState, number>; oldestSeconds: number }

/** How many in each state, and for how long the oldest that should have left by now has been waiting. */
export async function countMails(sql: AnySql, now: Date): Promise<MailCounts> {
  const rows = await sql<{ state: MailState; count: number }[]>`select state, count(*)::int as count from outbox group by state`
  const [row] = await sql<{ since: Date | null }[]>`
    select min(case state when 'queued' then coalesce(due_at, created_at) else created_at end) as since
    from outbox where state in ('queued', 'deferred')`
  const states = Object.fromEntries(mailStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0]))
  const oldestSeconds = row!.since ? Math.max(0, (now.getTime() - row!.since.getTime()) / 1000) : 0
  return { states: states as MailCounts['states'], oldestSeconds }
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
