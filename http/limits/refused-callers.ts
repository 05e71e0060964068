import { networkOf } from '#http/request/network.ts'

export type RefusedCaller = { network: string; limit: string; count: number; lastAt: Date }

/** Callers that a rate limit refused, since the start of the process; addresses are shortened to their network. */
export type RefusedCallers = { note(ip: string, limit: string): void; list(): RefusedCaller[] }

const MOST = 50

/** Keeps the most recent ones. */
export function createRefusedCallers(now: () => Date = () => new Date(), most = MOST): RefusedCallers {
  const callers = new Map<string, RefusedCaller>() // in the order of their last refusal
  return {
    note(ip, limit) {
      const network = networkOf(ip)
      const key = `${limit} ${network}`
      const count = (callers.get(key)?.count ?? 0) + 1
      callers.delete(key)
      callers.set(key, { network, limit, count, lastAt: now() })
      if (callers.size > most) callers.delete(callers.keys().next().value!)
    },
    list: () => [...callers.values()].toReversed(),
  }
}

/** Those of several processes as one list, most recent first. */
export function mergeRefused(lists: RefusedCaller[][], most = MOST): RefusedCaller[] {
  const merged = new Map<string, RefusedCaller>()
  for (const caller of lists.flat()) {
    const key = `${caller.limit} ${caller.network}`
    const other = merged.get(key)
    const count = caller.count + (other?.count ?? 0)
    merged.set(key, other && other.lastAt > caller.lastAt ? { ...other, count } : { ...caller, count })
  }
  return [...merged.values()].toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime()).slice(0, most)
}
