import ipaddr from 'ipaddr.js'
import { type AddressShares, addressShares, SHED_ABOVE_MS } from './resources.ts'

// The rate limits of calls by preset, and whose calls are counted together.

export type Policy = { name: string; burst: number; perMinute: number }
// signIns: start and callback of a sign-in. failures: invalid codes and tokens; valid ones are never counted, because a client whose
// refresh is refused signs the person out, and a whole campus may share one IP address.
// guestEmails: contact emails by IP address. accountEmails: contact emails of signed-in people, by account.
export type ExactLimit = 'signIns' | 'failures' | 'guestEmails' | 'accountEmails'
export type LimitName = 'search' | ExactLimit
/** Text searches are counted at once; the others first in the store that all processes share. */
export type Spend = { (limit: 'search', key?: string): void; (limit: ExactLimit, key?: string): Promise<void> }
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
  /** CPU time of the calls in line above which calls that need work are refused; if absent, never. */
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
