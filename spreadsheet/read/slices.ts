// Work on the main thread in slices of a few milliseconds, so that calls are answered in between.

const SLICE_MS = 5

/** Reports the progress of long work on the main thread, and cancels it. */
export type Slices = { noted?(done: number): void; signal?: AbortSignal }

/** To be awaited after each row: after a few milliseconds it yields to the event loop. A row may be as long as a book. */
export function createPause({ noted = () => {}, signal }: Slices = {}): (done: number) => Promise<void> | undefined {
  let startedAt = performance.now()
  const next = async (done: number): Promise<void> => {
    noted(done)
    await new Promise((resolve) => setImmediate(resolve))
    signal?.throwIfAborted()
    startedAt = performance.now()
  }
  return (done) => (performance.now() - startedAt < SLICE_MS ? undefined : next(done))
}

export async function inSlices<T>(list: readonly T[], work: (one: T, index: number) => void, slices: Slices = {}): Promise<void> {
  const pause = createPause(slices)
  for (const [index, one] of list.entries()) {
    work(one, index)
    await pause(index + 1)
  }
  slices.noted?.(list.length)
}
