import { type DeadlineOptions, startDeadline } from './deadline.ts'

/** The outcome of the work. If it takes longer: what `late` returns or throws, by default undefined; the work itself goes on. */
export function within<T>(work: Promise<T>, ms: number): Promise<T | undefined>
export function within<T, L>(work: Promise<T>, ms: number, late: () => L, options?: DeadlineOptions): Promise<T | L>
export function within<T, L>(work: Promise<T>, ms: number, late?: () => L, options?: DeadlineOptions): Promise<T | L | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | L | undefined>()
  const giveUp = (): void => {
    try {
      resolve(late?.())
    } catch (error) {
      reject(error)
    }
  }
  const stopTimer = startDeadline(ms, giveUp, options)
  work.then(resolve, reject).then(stopTimer)
  return promise
}
