import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { LimitStore } from '#database/limit-store.ts'
import { type Bucket, type Counter, createBucket, type ExactResult } from './bucket.ts'
import { createLimitSharing } from './limit-sharing.ts'
import type { ExactLimit, Policy, Preset } from './presets.ts'

// The one place that creates the rate limits of a process. They are counted in memory. When the processes of a directory share them:
// - the frequent ones (calls, searches, uploads) are spent in memory, and what was spent is reported to the shared store a few times a second;
// - the exact ones (sign-ins, failures, contact emails) are spent in the shared store before the call is admitted.
// When the store does not answer, each process counts by itself: availability comes first.

export type SharedLimits = { store: LimitStore; secret: Buffer; log: Pick<Logger, 'warn' | 'info'>; timeoutMs?: number }

export type RateLimits = {
  calls: Bucket | null
  search: Bucket | null
  /** All limits of one name apply; the tightest is the last. */
  exact: Record<ExactLimit, Bucket[]>
  /** Another limit of this process, reported to the others. */
  bucket(policy: Policy): Bucket
  /** Spends one unit of each of these limits; of none if one of them refuses. Null without limits. */
  spendExactly(buckets: Bucket[], key: string, nowMs: number): Promise<ExactResult | null>
  /** Whether the shared store works; null when limits are not shared. */
  isStoreUp(): Promise<boolean | null>
  stop(): Promise<void>
}

export function createRateLimits(preset: Preset, shared: SharedLimits | null = null): RateLimits {
  const unsent: Counter[] | null = shared && []
  const bucket = (policy: Policy): Bucket => createBucket(policy, unsent)
  const bucketsOf = (policies: Policy | Policy[] | undefined): Bucket[] => [policies ?? []].flat().map((policy) => createBucket(policy))
  const sharing = shared && createLimitSharing({ ...shared, unsent: unsent!, sharedKeyOf: keysBy(shared.secret) })
  return {
    calls: preset.calls && bucket(preset.calls),
    search: preset.search && bucket(preset.search),
    exact: {
      signIns: bucketsOf(preset.signIns),
      failures: bucketsOf(preset.failures),
      guestEmails: bucketsOf(preset.guestEmails),
      accountEmails: bucketsOf(preset.accountEmails),
    },
    bucket,
    async spendExactly(buckets, key, nowMs) {
      // What this process knows to be spent is refused without asking the store: a flood does not reach it.
      const refused = refusalOf(buckets, key, nowMs)
      if (refused !== null || sharing === null || buckets.length === 0) return refused ?? spendHere(buckets, key, nowMs)
      const counters = buckets.map((one) => one.counterOf(key, nowMs))
      return (await sharing.spend(counters)) ?? refusalOf(buckets, key, nowMs) ?? spendHere(buckets, key, nowMs)
    },
    isStoreUp: async () => (sharing === null ? null : sharing.isUp()),
    stop: async () => sharing?.stop(),
  }
}

function refusalOf(buckets: Bucket[], key: string, nowMs: number): ExactResult | null {
  for (const bucket of buckets) {
    const spent = bucket.peek(key, nowMs)
    if (!spent.allowed) return { bucket, spent }
  }
  return null
}

function spendHere(buckets: Bucket[], key: string, nowMs: number): ExactResult | null {
  let result: ExactResult | null = null
  for (const bucket of buckets) result = { bucket, spent: bucket.spend(key, nowMs) }
  return result
}

// Addresses, accounts and tokens do not leave the process. 22 characters are 132 bits.
const keysBy =
  (secret: Buffer) =>
  ({ bucket, key }: Counter): string =>
    createHmac('sha256', secret).update(`${bucket.policy.name} ${key}`).digest('base64url').slice(0, 22)
