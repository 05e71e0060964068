import { Refusal } from './problem.ts'

export type Places = ReturnType<typeof createPlaces>

/** A bounded number of things that may happen at the same time. */
export function createPlaces(most: number) {
  let taken = 0
  return {
    /** Returns the function that gives the place back. `isExempt`: counts, but is never refused. */
    take(isExempt = false): () => void {
      if (taken >= most && !isExempt) throw new Refusal('overloaded')
      taken++
      let isTaken = true
      return () => {
        if (isTaken) taken--
        isTaken = false
      }
    },
  }
}
