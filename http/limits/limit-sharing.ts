import type { Logger } from 'pino'
import { startLoop } from '#async/loop.ts'
import { within } from '#async/within.ts'
import { LIMIT_STORE_MS, type LimitStore, type Spending } from '#database/limit-store.ts'
import type { Counter, ExactResult } from './bucket.ts'

const REPORT_MS = 200
const MOST_KEYS = 1000 // in one report
const RETRY_MS = 1000
const GRACE_MS = 50
const SWEEP_MS = 60_000

type Options = {
  store: LimitStore
  unsent: Counter[]
  sharedKeyOf(counter: Counter): string
  log: Pick<Logger, 'warn' | 'info'>
  timeoutMs?: number
}

// Exchanges with the shared store what processes have spent. While the store fails, one call a second tries it again; the others are counted
// in memory at once.
export function createLimitSharing({ store, unsent, sharedKeyOf, log, timeoutMs = LIMIT_STORE_MS }: Options) {
  let isBroken = false
  let isTrying = false
  let retryAt = 0
  let reports = 0
  let stopped = false

  const giveUp = (): never => {
    throw new Error(`no answer within ${timeoutMs} ms`)
  }
  const keyOf = (counter: Counter): string => {
    if (counter.sharedKey === '') counter.sharedKey = sharedKeyOf(counter)
    return counter.sharedKey
  }

  /** Null: the store did not answer in time, or has failed a moment ago. */
  async function ask<T>(work: () => Promise<T>): Promise<T | null> {
    if (stopped || (isBroken && (isTrying || performance.now() < retryAt))) return null
    isTrying = isBroken
    const wasTrying = isTrying
    try {
      const answer = await within(work(), timeoutMs, giveUp, { graceMs: GRACE_MS })
      if (isBroken) log.info({}, 'the shared store of rate limits answers again')
      isBroken = false
      return answer
    } catch (error) {
      if (!isBroken && !stopped) log.warn({ err: error }, 'the shared store of rate limits does not answer; each process counts by itself')
      isBroken = true
      retryAt = performance.now() + RETRY_MS
      return null
    } finally {
      if (wasTrying) isTrying = false
    }
  }

  // The time of sending: the answer is from a later moment, so a process never waits longer than the store says.
  const learn = (counter: Counter, aheadMs: number, askedAt: number): void => {
    counter.fullAt = Math.max(counter.fullAt, askedAt + aheadMs + counter.unsent * counter.bucket.intervalMs)
  }

  // What is lost with a failed report is forgotten by the others: after a lost answer it would be counted twice.
  async function report(): Promise<void> {
    if (unsent.length === 0) return
    if (unsent.length > MOST_KEYS) unsent.sort((a, b) => b.unsent - a.unsent)
    const counters = unsent.splice(0, MOST_KEYS)
    const askedAt = performance.now()
    const spendings = counters.map((counter): Spending => {
      const addedMs = counter.unsent * counter.bucket.intervalMs
      counter.unsent = 0
      return { key: keyOf(counter), addedMs, aheadMs: counter.fullAt - askedAt }
    })
    const ahead = await ask(() => store.add(spendings))
    if (ahead !== null) counters.forEach((counter, n) => void learn(counter, ahead[n]!, askedAt))
    reports++
  }

  async function sweep(): Promise<void> {
    const isUsed = reports > 0
    reports = 0
    if (isUsed) await store.sweep() // a failure is not reported: no caller waits for it, and the next one tries again
  }

  const reporting = startLoop({ run: report, everyMs: REPORT_MS, firstMs: REPORT_MS, isRef: false })
  const sweeping = startLoop({ run: sweep, everyMs: SWEEP_MS, firstMs: SWEEP_MS, isRef: false })

  return {
    /** Spends one unit of each counter, or of none. Null: the store could not be asked. */
    async spend(counters: Counter[]): Promise<ExactResult | null> {
      const askedAt = performance.now()
      const demands = counters.map((counter) => {
        const { intervalMs, toleranceMs } = counter.bucket
        return { key: keyOf(counter), intervalMs, toleranceMs, aheadMs: Math.max(0, counter.fullAt - askedAt) }
      })
      const answer = await ask(() => store.spend(demands))
      if (answer === null) return null
      let result: ExactResult | null = null
      for (const [n, counter] of counters.entries()) {
        const { bucket } = counter
        const aheadMs = answer.aheadMs[n]!
        learn(counter, aheadMs, askedAt)
        const spent = bucket.resultOf(answer.isAllowed ? aheadMs : aheadMs + bucket.intervalMs)
        if (answer.isAllowed || !spent.allowed) result = { bucket, spent }
        if (!spent.allowed) break
      }
      return result
    },
    /** Whether the store works now. */
    isUp: async (): Promise<boolean> => (await ask(() => store.add([]))) !== null,
    async stop(): Promise<void> {
      stopped = true
      reporting.stop()
      sweeping.stop()
      await store.close()
    },
  }
}
