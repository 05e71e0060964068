import { setTimeout as sleep } from 'node:timers/promises'
import { type Claim, claimMails, extendLeases, gatherDigests, type LeasedMail, listAbandoned } from '#store/outbox.ts'
import type { Sql } from '#store/sql.ts'
import { createBreaker } from './breaker.ts'
import { createCarrier, type MailLog } from './carrier.ts'
import type { Compose, Transport } from './mail.ts'

export type WorkerTiming = {
  leaseMs: number // a letter in the hands of a worker that is gone waits this long
  beatMs: number
  pollMs: number
  idleMs: number
  tidyMs: number
  openMs: number
  stopMs: number
  haste: number // divides how long a letter waits for its next try
}

const standard: WorkerTiming = {
  leaseMs: 60_000,
  beatMs: 20_000,
  pollMs: 250,
  idleMs: 2000,
  tidyMs: 1000,
  openMs: 30_000,
  stopMs: 5000,
  haste: 1,
}
const AT_ONCE = 5
const ABANDONED_AT_ONCE = 50

export type Worker = { poke(): void; stop(): Promise<void>; isOpen(): boolean }

type Options = {
  sql: Sql
  now: () => Date
  log: MailLog
  compose: Compose
  transport: Transport
  timing?: Partial<WorkerTiming>
  random?: () => number
}

/** Takes letters from the queue and sees each to an end. Any number of these may work on one queue, here and elsewhere. */
export function startWorker({ sql, now, log, compose, transport, timing, random = Math.random }: Options): Worker {
  const { leaseMs, beatMs, pollMs, idleMs, tidyMs, openMs, stopMs, haste } = { ...standard, ...timing }
  const inHand = new Map<LeasedMail, Promise<void>>() // by try: a letter may come back while an old try of it still hangs
  const onTurn = (isOpen: boolean): void => {
    if (isOpen) log.warn('the mail server cannot be reached; letters wait in the queue')
    else log.info('the mail server can be reached again')
  }
  const breaker = createBreaker({ atOnce: AT_ONCE, openMs, onTurn })
  let isStopping = false
  let isGone = false
  const carrier = createCarrier({ sql, now, log, compose, transport, breaker, leaseMs, haste, random, isGone: () => isGone })
  let tidiedAt = Number.NEGATIVE_INFINITY
  let isBroken = false
  let isPoked = false
  let wake = () => {}

  function poke(): void {
    isPoked = true
    wake()
  }

  const pauseFor = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function claim(): Promise<number> {
    const limit = breaker.places(inHand.size)
    if (limit === 0) return 0
    const mails = await claimMails(sql, { limit, now: now(), leaseMs })
    for (const mail of mails) {
      const done = carrier.carry(mail).finally(() => {
        inHand.delete(mail)
        poke()
      })
      inHand.set(mail, done)
    }
    return mails.length
  }

  // Letters of workers that are gone, and those that wait for their day.
  async function tidy(): Promise<void> {
    if (performance.now() - tidiedAt < tidyMs) return
    tidiedAt = performance.now()
    const abandoned = await listAbandoned(sql, ABANDONED_AT_ONCE, now())
    const isMine = ({ id, attempt }: Claim) => [...inHand.keys()].some((mail) => mail.id === id && mail.attempt === attempt)
    for (const mail of abandoned) if (!isMine(mail)) await carrier.endAbandoned(mail)
    await gatherDigests(sql, now())
  }

  async function loop(): Promise<void> {
    let pause = pollMs
    while (!isStopping) {
      isPoked = false
      try {
        pause = (await claim()) > 0 ? pollMs : Math.min(idleMs, pause * 2)
        await tidy()
        isBroken = false
      } catch (error) {
        if (!isBroken && !isStopping) log.warn({ err: error }, 'cannot look for letters; trying on')
        isBroken = true
        isPoked = false
        pause = idleMs
      }
      if (!isPoked && !isStopping) await pauseFor(pause)
    }
  }

  const beat = setInterval(() => {
    if (inHand.size > 0)
      extendLeases(sql, [...inHand.keys()], leaseMs).catch((error) => log.warn({ err: error }, 'leases could not be extended'))
  }, beatMs)
  const looping = loop()

  return {
    poke,
    isOpen: breaker.isOpen,
    // Letters under way may end; those that do not are left to their lease.
    async stop() {
      isStopping = true
      wake()
      await looping
      const allDone = new AbortController()
      const ending = Promise.all(inHand.values()).then(() => allDone.abort())
      await Promise.race([ending, sleep(stopMs, undefined, { signal: allDone.signal }).catch(() => {})])
      isGone = true
      clearInterval(beat)
    },
  }
}
