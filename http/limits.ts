import ipaddr from 'ipaddr.js'
import { type AddressShares, addressShares, SHED_ABOVE_MS } from './resources.ts'

// Rate limits by GCRA (leaky bucket): one number per key, no timers. Synchronous: a promise per call costs more than a cached response.

export type Policy = { name: string; burst: number; perMinute: number }
// signIns: start and callback of a sign-in. failures: invalid codes and tokens; valid ones are never counted, because a client whose
// refresh is refused signs the person out, and a whole campus may share one IP address.
// guestEmails: contact emails by IP address. accountEmails: contact emails of signed-in people, by account.
export type LimitName = 'search' | 'signIns' | 'failures' | 'guestEmails' | 'accountEmails'
export type Preset = {
  calls: Policy | null
  search: Policy | null
  signIns?: Policy
  failures?: Policy
  guestEmails?: Policy[] // all of them apply; the tightest last
  accountEmails?: Policy[]
  /** The most one address may hold of each resource at a time; a missing one is not limited. */
  shares?: AddressShares
  /** How long a client may take no byte of a response; for tests. */
  stallMs?: number
  /** Busy time of a turn of the event loop above which expensive calls are refused. */
  shedAboveMs?: number
}

const perHour = (name: string, burst: number): Policy => ({ name, burst, perMinute: burst / 60 })
const perDay = (name: string, burst: number): Policy => ({ name, burst, perMinute: burst / 1440 })

// Sized for a phone that reads the whole directory in pages of five. `campus`: many people behind one IP address.
export const presets: Record<'on' | 'campus' | 'off', Preset> = {
  on: {
    calls: { name: 'calls', burst: 300, perMinute: 1200 },
    search: { name: 'search', burst: 150, perMinute: 600 },
    signIns: { name: 'sign-ins', burst: 60, perMinute: 60 },
    failures: { name: 'failures', burst: 30, perMinute: 30 },
    guestEmails: [perDay('letters-a-day', 20), perHour('letters', 5)],
    accountEmails: [perHour('own-letters', 10)],
    shares: addressShares('on'),
    shedAboveMs: SHED_ABOVE_MS,
  },
  campus: {
    calls: { name: 'calls', burst: 1500, perMinute: 6000 },
    search: { name: 'search', burst: 750, perMinute: 3000 },
    signIns: { name: 'sign-ins', burst: 600, perMinute: 600 },
    failures: { name: 'failures', burst: 300, perMinute: 300 },
    guestEmails: [perDay('letters-a-day', 200), perHour('letters', 50)],
    accountEmails: [perHour('own-letters', 100)],
    shares: addressShares('campus'),
    shedAboveMs: SHED_ABOVE_MS,
  },
  off: { calls: null, search: null },
}

const MOST_KEYS = 200_000
const ROUNDING_MS = 0.001 // intervals such as 5 per hour are fractions of milliseconds

export type Spent = { allowed: boolean; remaining: number; resetSeconds: number }
export type Bucket = {
  policy: Policy
  header: string
  spend(key: string, nowMs: number): Spent
  /** The result that spend would have, without counting. */
  peek(key: string, nowMs: number): Spent
}

export function createBucket(policy: Policy): Bucket {
  const interval = 60_000 / policy.perMinute
  const tolerance = policy.burst * interval + ROUNDING_MS
  const buckets = new Map<string, { fullAt: number }>()

  function sweep(nowMs: number): void {
    for (const [key, { fullAt }] of buckets) if (fullAt <= nowMs) buckets.delete(key)
    // A flood from many addresses: resetting all limits is better than running out of memory.
    if (buckets.size > MOST_KEYS) buckets.clear()
  }

  const nextOf = (fullAt: number, nowMs: number): number => Math.max(fullAt, nowMs) + interval
  const spentBy = (next: number, nowMs: number): Spent =>
    next - nowMs > tolerance
      ? { allowed: false, remaining: 0, resetSeconds: Math.ceil((next - tolerance - nowMs) / 1000) }
      : { allowed: true, remaining: Math.floor((tolerance - (next - nowMs)) / interval), resetSeconds: Math.ceil((next - nowMs) / 1000) }

  return {
    policy,
    // draft-ietf-httpapi-ratelimit-headers: q calls in w seconds
    header: `"${policy.name}";q=${policy.burst};w=${Math.round(tolerance / 1000)}`,
    spend(key, nowMs) {
      const bucket = buckets.get(key)
      const next = nextOf(bucket?.fullAt ?? 0, nowMs)
      const spent = spentBy(next, nowMs)
      if (!spent.allowed) return spent
      if (bucket) bucket.fullAt = next
      else {
        buckets.set(key, { fullAt: next })
        if (buckets.size > MOST_KEYS) sweep(nowMs)
      }
      return spent
    },
    peek: (key, nowMs) => spentBy(nextOf(buckets.get(key)?.fullAt ?? 0, nowMs), nowMs),
  }
}

// Proxies may write an address with its port: 192.0.2.1:4711, [2001:db8::1]:4711.
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

export function withoutPort(address: string): string {
  if (!address.includes(':')) return address
  const match = withPort.exec(address)
  return match?.[1] ?? match?.[2] ?? address
}

// IPv4 by address, IPv6 by /64: one household or lab can use any address of its /64.
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4'
    ? address.toString()
    : `${(address as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
}
