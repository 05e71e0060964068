import { BUCKETS, bucketOf } from './histogram.ts'

// Counts of the calls by route and status, in one array: counting must cost almost nothing next to a cached response. Routes are numbers
// assigned at the start (router.ts), so that no text is built and nothing allocated per call.

export type RouteLabel = { method: string; route: string }
/** The number of all addresses that are not a route; otherwise callers could add any number of labels. */
export const OTHER_ROUTE = 0
export const otherRoute: RouteLabel = { method: 'any', route: 'other' }

const STATUSES = 40 // different ones; more would share the last place
const STRIDE = STATUSES + BUCKETS + 1 // statuses, buckets of the time, sum of the times

export type CallCount = RouteLabel & { statuses: [status: number, count: number][]; buckets: number[]; sumMs: number }
export type CallCounts = ReturnType<typeof createCallCounts>

/** `routes[0]` is the label of addresses that are not a route. */
export function createCallCounts(routes: readonly RouteLabel[]) {
  const counts = new Float64Array(routes.length * STRIDE)
  const places = new Uint8Array(1000) // by status; 0: not seen yet
  const statuses = [0] // by place

  function placeOf(status: number): number {
    if (statuses.length < STATUSES) statuses.push(status)
    places[status] = statuses.length - 1
    return statuses.length - 1
  }

  return {
    /** `startedAt` is of performance.now(). */
    add(route: number, status: number, startedAt: number): void {
      const ms = performance.now() - startedAt
      const start = route * STRIDE
      counts[start + (places[status] || placeOf(status))]!++
      counts[start + STATUSES + bucketOf(ms)]!++
      counts[start + STATUSES + BUCKETS]! += ms
    },
    /** The routes that have been called. */
    list(): CallCount[] {
      return routes.flatMap((label, route) => {
        const own = counts.subarray(route * STRIDE, (route + 1) * STRIDE)
        const seen = statuses.flatMap((status, place): [number, number][] => (own[place]! > 0 ? [[status, own[place]!]] : []))
        if (seen.length === 0) return []
        return [{ ...label, statuses: seen, buckets: [...own.subarray(STATUSES, STATUSES + BUCKETS)], sumMs: own[STRIDE - 1]! }]
      })
    },
  }
}
