import { connectionLimits } from '#database/sql.ts'
import type { HeavyLimits } from '#heavy/fair-queue.ts'
import type { Preset } from '#http/limits/presets.ts'
import { type AddressShares, resources, SIGN_INS_AT_ONCE } from '#http/limits/resources.ts'
import { CACHE_BYTES } from '#http/response/response-cache.ts'

// What one of several workers of a machine may use (WORKERS). Bounds that protect the machine, its memory and its database are divided; those
// that protect the event loop of a process (concurrent calls, bodies being received, sign-in pages, event streams, connections) apply to each.
// What one address may hold is divided too, because its connections are distributed over the workers; but not below ten: a browser opens six
// connections, and they may all reach the same worker. Rate limits are not divided but shared (LIMITS).

const LEAST_SHARE = 10
const LEAST_CONNECTIONS = 4 // change feed, sessions, a call and a job
const LEAST_CACHE_BYTES = 16 * 1024 * 1024

export type Shares = ReturnType<typeof sharesOf>

/** How many database connections each worker has. */
export const connectionsOf = (workers = 1): number =>
  workers === 1 ? connectionLimits.total : Math.max(LEAST_CONNECTIONS, part(connectionLimits.total, workers))

export function sharesOf(workers = 1) {
  const ofAddress = (most: number): number => Math.max(Math.min(most, LEAST_SHARE), part(most, workers))
  return {
    workers,
    uploads: part(resources.uploads.total, workers),
    downloads: part(resources.downloads.total, workers),
    signInsAtOnce: part(SIGN_INS_AT_ONCE, workers),
    cacheBytes: Math.max(LEAST_CACHE_BYTES, part(CACHE_BYTES, workers)),
    /** The limits with the shares of an address in one worker. */
    ofPreset: (preset: Preset): Preset =>
      workers === 1 || !preset.shares
        ? preset
        : {
            ...preset,
            shares: Object.fromEntries(Object.entries(preset.shares).map(([name, most]) => [name, ofAddress(most)])) as AddressShares,
          },
  }
}

/** Heavy work of one worker: its threads and processes are those of the machine. A person keeps their own number of jobs. */
export const divided = <L extends Pick<HeavyLimits, 'perOwner' | 'total' | 'atOnce'>>(
  limits: L,
  { workers }: Pick<Shares, 'workers'>,
): L => ({
  ...limits,
  total: Math.max(limits.perOwner, part(limits.total, workers)),
  atOnce: part(limits.atOnce, workers),
})

const part = (total: number, workers: number): number => Math.ceil(total / workers)
