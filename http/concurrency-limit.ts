import { Refusal } from './problem.ts'

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

/** A semaphore that refuses instead of waiting. */
export function createConcurrencyLimit(most: number) {
  let count = 0
  return {
    /** Returns the function that releases the slot. `isExempt`: counts, but is never refused. */
    acquire(isExempt = false): () => void {
      if (count >= most && !isExempt) throw new Refusal('overloaded')
      count++
      let isReleased = false
      return () => {
        if (!isReleased) count--
        isReleased = true
      }
    },
  }
}
