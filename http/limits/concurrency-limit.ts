import type { ErrorCode } from '#contract/errors.ts'
import { Refusal } from '#http/response/problem.ts'
import { type AddressShares, type Resource, type ResourceName, resources } from './resources.ts'

type Owners = { address: string; person?: number }
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

/** A semaphore with a share for each owner. It refuses instead of waiting. */
export function createConcurrencyLimit(name: ResourceName, shares: AddressShares = {}, total: number = resources[name].total) {
  const { perOwner, refusal, retrySeconds = 2 }: Resource = resources[name]
  const [beyondShare, beyondTotal] = typeof refusal === 'string' ? [refusal as ErrorCode, refusal as ErrorCode] : refusal
  const byAddress = countsUpTo<string>(shares[name])
  const byPerson = countsUpTo<number>(perOwner.person)
  // A refused body is not read: its connection cannot be used again.
  const closing: Record<string, string> = name === 'bodyReaders' ? { connection: 'close' } : {}
  let count = 0

  return {
    get count() {
      return count
    },
    /** Returns the function that releases the slot. */
    acquire({ address, person }: Owners): () => void {
      if (byAddress.isFull(address) || (person !== undefined && byPerson.isFull(person)))
        throw new Refusal(beyondShare, { seconds: retrySeconds }, { headers: { 'retry-after': String(retrySeconds), ...closing } })
      if (count >= total) throw new Refusal(beyondTotal, {}, { headers: closing })
      count++
      byAddress.add(address, 1)
      if (person !== undefined) byPerson.add(person, 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        count--
        byAddress.add(address, -1)
        if (person !== undefined) byPerson.add(person, -1)
      }
    },
  }
}

function countsUpTo<Key>(most = Number.POSITIVE_INFINITY) {
  const counts = new Map<Key, number>()
  return {
    isFull: (key: Key): boolean => (counts.get(key) ?? 0) >= most,
    add(key: Key, change: 1 | -1): void {
      const next = (counts.get(key) ?? 0) + change
      if (next === 0) counts.delete(key)
      else counts.set(key, next)
    },
  }
}
