import type { ErrorCode } from '#contract/errors.ts'

// The bounds of every shared resource: per owner, for all owners together, and in time. One owner who uses up their share is refused early;
// the others do not notice. run/resources.ts adds the resources of the other rooms, docs/limits.md is compared with both.

export type Owner = 'address' | 'person' | 'session' | 'team' | 'project' | 'email server' | 'process'

export type Resource = {
  /** The most one owner may hold. `campus` replaces the value of `address` when many people share one address (RATE_LIMITS=campus). */
  perOwner: Partial<Record<Owner, number>>
  campus?: number
  total: number | null
  deadlineMs: number | null
  /** For Retry-After; 2 if absent. */
  retrySeconds?: number
  /** What a refused caller gets: beyond their own share, and beyond the total. */
  refusal: ErrorCode | [ErrorCode, ErrorCode] | 'connection closed' | 'waits'
}

export const resources = {
  // Idle connections of one client: the proxy in front must close its own first (60 s is usual).
  connections: { perOwner: { address: 256 }, campus: 2048, total: 10_000, deadlineMs: 75_000, refusal: 'connection closed' },
  // A call that is being answered. Its body has arrived before; the deadline is that of writing calls, reading ones have half of it.
  concurrentCalls: { perOwner: { address: 80 }, campus: 150, total: 200, deadlineMs: 12_000, refusal: ['too_many_calls', 'overloaded'] },
  // A JSON or form body on its way.
  bodyReaders: { perOwner: { address: 128 }, campus: 600, total: 1000, deadlineMs: 10_000, refusal: ['too_many_calls', 'overloaded'] },
  uploads: {
    perOwner: { person: 2, address: 10 },
    campus: 16,
    total: 20,
    deadlineMs: 300_000,
    retrySeconds: 5,
    refusal: ['too_many_calls', 'overloaded'],
  },
  // The deadline counts from the last byte the client has taken.
  downloads: {
    perOwner: { person: 20, address: 40 },
    campus: 80,
    total: 100,
    deadlineMs: 30_000,
    refusal: ['too_many_calls', 'overloaded'],
  },
  eventStreams: {
    perOwner: { address: 60 },
    campus: 1000,
    total: 2000,
    deadlineMs: null,
    retrySeconds: 30,
    refusal: ['too_many_calls', 'too_many_streams'],
  },
  // The redirects and pages of a sign-in, which wait for the identity provider. They are counted apart from other calls.
  signInPages: { perOwner: { address: 40 }, campus: 150, total: 200, deadlineMs: 12_000, refusal: ['too_many_calls', 'overloaded'] },
  // Valid codes and refresh tokens wait in turn, one of each address: a client whose refresh is refused signs its person out.
  signInWork: { perOwner: { address: 500 }, campus: 1500, total: 3000, deadlineMs: 8000, refusal: ['too_many_calls', 'overloaded'] },
} as const satisfies Record<string, Resource>

export type ResourceName = keyof typeof resources

/** Sign-ins that use the database at the same time; the pool has ten connections. */
export const SIGN_INS_AT_ONCE = 6

/** Small files are in the buffer of the socket as soon as they are read: they do not count as downloads. */
export const SMALL_FILE = 64 * 1024

/** CPU time that the calls before the next one in line need, above which further calls that need work are refused. */
export const SHED_ABOVE_MS = 300

// Per address, by preset. Without rate limits (development, benchmarks) one address may use everything.
export type AddressShares = Partial<Record<ResourceName, number>>

export const addressShares = (preset: 'on' | 'campus'): AddressShares =>
  Object.fromEntries(
    Object.entries(resources).map(([name, { perOwner, campus }]) => [name, preset === 'campus' ? campus : perOwner.address]),
  )
