import { startLoop } from '#async/loop.ts'
import { within } from '#async/within.ts'
import type { Sql } from '#database/sql.ts'
import { type Claim, claimMails, extendLeases, gatherDigests, type LeasedMail, listAbandoned } from '#store/mail/outbox.ts'
import { createBreaker } from './breaker.ts'
import { createDelivery, type MailLog } from './delivery.ts'
import type { Compose, Transport } from './mail.ts'

export type WorkerTiming = {
  leaseMs: number // an email of a dead worker is released after this time
  heartbeatMs: number
  pollMs: number
  idleMs: number
  tidyMs: number
  remindMs: number
  openMs: number
  stopMs: number
  retrySpeedup: number // divides the retry delays, for tests
}

const standard: WorkerTiming = {
  leaseMs: 60_000,
  heartbeatMs: 20_000,
  pollMs: 250,
  idleMs: 2000,
  tidyMs: 1000,
  remindMs: 60_000,
  openMs: 30_000,
  stopMs: 5000,
  retrySpeedup: 1,
}
const CONCURRENCY = 5

/** For the table of resources. */
export const emailResource = {
  owner: 'mail server',
  perOwner: `${CONCURRENCY} emails it has not answered for 5 s`,
  total: 2 * CONCURRENCY,
  deadlineMs: 300_000,
  refusal: 'waits in the outbox',
} as const
const ABANDONED_BATCH = 50

/** Sends an email within the trace of the call that caused it. */
export type MailTrace = (mail: LeasedMail, send: () => Promise<void>) => Promise<void>

export type Worker = { poke(): void; stop(): Promise<void>; isOpen(): boolean }

type Options = {
  sql: Sql
  now: () => Date
  log: MailLog
  compose: Compose
  transport: Transport
  /** Writes emails of announcements into the outbox, one batch at a time. */
  advance?: () => Promise<unknown>
  /** Adds reminders that are due to the outbox. */
  remind?: () => Promise<unknown>
  trace?: MailTrace
  timing?: Partial<WorkerTiming>
  random?: () => number
}

/** Polls the outbox and sends the claimed emails. Several workers, also in other processes, may share one database. */
export function startWorker({ sql, now, log, compose, transport, advance, remind, trace, timing, random = Math.random }: Options): Worker {
  const { leaseMs, heartbeatMs, pollMs, idleMs, tidyMs, remindMs, openMs, stopMs, retrySpeedup } = { ...standard, ...timing }
  const silent = new Set<LeasedMail>()
  const inFlight = new Map<LeasedMail, Promise<void>>() // by attempt: an email may be claimed again while an old attempt still hangs
  const onChange = (isOpen: boolean): void => {
    if (isOpen) log.warn('the mail server cannot be reached; emails wait in the outbox')
    else log.info('the mail server can be reached again')
  }
  const breaker = createBreaker({ atOnce: CONCURRENCY, openMs, onChange })
  let isStopped = false
  const delivery = createDelivery({ sql, now, log, compose, transport, breaker, leaseMs, retrySpeedup, random, isStopped: () => isStopped })
  let tidiedAt = Number.NEGATIVE_INFINITY
  let remindedAt = Number.NEGATIVE_INFINITY

  const poke = (): void => void loop.wake()

  async function claim(): Promise<number> {
    const limit = breaker.capacity(inFlight.size, silent.size)
    if (limit === 0) return 0
    const mails = await claimMails(sql, { limit, now: now(), leaseMs })
    for (const mail of mails) {
      const onSilent = (): void => {
        silent.add(mail)
        poke()
      }
      const attempt = () => delivery.attempt(mail, onSilent)
      const done = (trace ? trace(mail, attempt) : attempt()).finally(() => {
        inFlight.delete(mail)
        silent.delete(mail)
        poke()
      })
      inFlight.set(mail, done)
    }
    return mails.length
  }

  // Releases emails of dead workers and creates due digests, announcements and reminders.
  async function tidy(): Promise<void> {
    if (performance.now() - tidiedAt < tidyMs) return
    tidiedAt = performance.now()
    const abandoned = await listAbandoned(sql, ABANDONED_BATCH, now())
    const isMine = ({ id, attempt }: Claim) => [...inFlight.keys()].some((mail) => mail.id === id && mail.attempt === attempt)
    for (const mail of abandoned) if (!isMine(mail)) await delivery.endAbandoned(mail)
    await gatherDigests(sql, now())
    if (remind && performance.now() - remindedAt >= remindMs) {
      remindedAt = performance.now()
      await remind()
    }
    await advance?.()
  }

  let pause = pollMs
  const loop = startLoop({
    async run() {
      pause = (await claim()) > 0 ? pollMs : Math.min(idleMs, pause * 2)
      await tidy()
    },
    everyMs: (isFailing) => (isFailing ? idleMs : pause),
    onFailing: (error) => log.warn({ err: error }, 'cannot poll the outbox; retrying'),
  })
  const heartbeat = startLoop({
    async run() {
      if (inFlight.size > 0) await extendLeases(sql, [...inFlight.keys()], leaseMs)
    },
    everyMs: heartbeatMs,
    firstMs: heartbeatMs,
    onFailing: (error) => log.warn({ err: error }, 'leases could not be extended'),
  })

  return {
    poke,
    isOpen: breaker.isOpen,
    // Emails in flight may finish; the others are released when their lease ends.
    async stop() {
      await within(
        loop.stop().then(() => Promise.all(inFlight.values())),
        stopMs,
      )
      isStopped = true
      heartbeat.stop()
    },
  }
}
