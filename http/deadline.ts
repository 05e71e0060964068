import { within } from '#async/within.ts'
import { Refusal } from './response/problem.ts'

/** `spentMs`: the part of the time that earlier steps have used. */
export function withinSeconds<T>(seconds: number, work: T | Promise<T>, spentMs = 0): T | Promise<T> {
  if (!(work instanceof Promise)) return work
  return within(work, Math.max(0, seconds * 1000 - spentMs), () => {
    throw new Refusal('deadline_exceeded', { seconds })
  })
}
