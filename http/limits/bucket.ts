import type { Policy } from './presets.ts'

// One rate limit by GCRA (leaky bucket): one number per key, no timers. Synchronous: a promise per call costs more than a cached response.

export type Spent = { allowed: boolean; remaining: number; resetSeconds: number }

/** Of several limits: the one that refuses, or else the tightest. */
export type ExactResult = { bucket: Bucket; spent: Spent }

/** What one key has spent. */
export type Counter = {
  readonly bucket: Bucket
  readonly key: string
  /** When the bucket of this key is empty again, by the clock of this process. */
  fullAt: number
  /** Units that other processes have not been told yet. */
  unsent: number
  /** The key in the shared store, once it was computed. */
  sharedKey: string
}

export type Bucket = {
  policy: Policy
  header: string
  intervalMs: number
  toleranceMs: number
  /** How many calls were refused because of it. */
  refused: number
  spend(key: string, nowMs: number, units?: number): Spent
  /** The result that spend would have, without counting. */
  peek(key: string, nowMs: number, units?: number): Spent
  /** The result when the bucket needs this long to be empty. */
  resultOf(aheadMs: number): Spent
  /** The counter of a key, for what other processes have spent. */
  counterOf(key: string, nowMs: number): Counter
}

const MOST_KEYS = 200_000
const MOST_UNSENT = 5000
const ROUNDING_MS = 0.001 // intervals such as 5 per hour are fractions of milliseconds

/** `unsent`: the counters that other processes have to be told of; null when limits are not shared. */
export function createBucket(policy: Policy, unsent: Counter[] | null = null): Bucket {
  const intervalMs = 60_000 / policy.perMinute
  const toleranceMs = policy.burst * intervalMs + ROUNDING_MS
  const counters = new Map<string, Counter>()

  function sweep(nowMs: number): void {
    for (const [key, { fullAt }] of counters) if (fullAt <= nowMs) counters.delete(key)
    // A flood from many addresses: resetting all limits is better than running out of memory.
    if (counters.size > MOST_KEYS) counters.clear()
  }

  const nextOf = (fullAt: number, nowMs: number, units: number): number => Math.max(fullAt, nowMs) + units * intervalMs
  const resultOf = (aheadMs: number): Spent =>
    aheadMs > toleranceMs
      ? { allowed: false, remaining: 0, resetSeconds: Math.ceil((aheadMs - toleranceMs) / 1000) }
      : { allowed: true, remaining: Math.floor((toleranceMs - aheadMs) / intervalMs), resetSeconds: Math.ceil(aheadMs / 1000) }

  function add(key: string, fullAt: number, nowMs: number): Counter {
    const counter = { bucket, key, fullAt, unsent: 0, sharedKey: '' }
    counters.set(key, counter)
    if (counters.size > MOST_KEYS) sweep(nowMs)
    return counter
  }

  const bucket: Bucket = {
    policy,
    // draft-ietf-httpapi-ratelimit-headers: q calls in w seconds
    header: `"${policy.name}";q=${policy.burst};w=${Math.round(toleranceMs / 1000)}`,
    intervalMs,
    toleranceMs,
    refused: 0,
    spend(key, nowMs, units = 1) {
      let counter = counters.get(key)
      const next = nextOf(counter === undefined ? 0 : counter.fullAt, nowMs, units)
      const spent = resultOf(next - nowMs)
      if (!spent.allowed) return spent
      if (counter === undefined) counter = add(key, next, nowMs)
      else counter.fullAt = next
      if (unsent !== null) note(counter, units, unsent)
      return spent
    },
    peek: (key, nowMs, units = 1) => resultOf(nextOf(counters.get(key)?.fullAt ?? 0, nowMs, units) - nowMs),
    resultOf,
    counterOf: (key, nowMs) => counters.get(key) ?? add(key, 0, nowMs),
  }
  return bucket
}

// In a flood from many addresses the newest ones are not shared: each of them has spent little.
function note(counter: Counter, units: number, unsent: Counter[]): void {
  if (counter.unsent > 0) counter.unsent += units
  else if (unsent.length < MOST_UNSENT) {
    counter.unsent = units
    unsent.push(counter)
  }
}
