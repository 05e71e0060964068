export type Breaker = {
  /** How many more emails may be sent now. `silent`: those in flight whose server has not answered for a while. */
  capacity(inFlight: number, silent?: number): number
  note(isReached: boolean): void
  isOpen(): boolean
}

type Options = {
  atOnce: number
  mostSilent?: number
  most?: number
  openMs: number
  clock?: () => number
  onChange?: (isOpen: boolean) => void
}

/** Circuit breaker: opens after `most` failed connections in a row; after `openMs` a single email probes the server (half-open). */
export function createBreaker({
  atOnce,
  mostSilent = atOnce,
  most = 5,
  openMs,
  clock = () => performance.now(),
  onChange,
}: Options): Breaker {
  let failures = 0
  let openUntil = 0
  const isOpen = () => failures >= most
  return {
    isOpen,
    capacity(inFlight, silent = 0) {
      // Silent ones do not hold the places of others, up to a limit of their own.
      const busy = inFlight - Math.min(silent, mostSilent)
      if (!isOpen()) return Math.max(0, atOnce - busy)
      return clock() >= openUntil && busy === 0 ? 1 : 0
    },
    note(isReached) {
      const wasOpen = isOpen()
      failures = isReached ? 0 : failures + 1
      if (!isReached) openUntil = clock() + openMs
      if (isOpen() !== wasOpen) onChange?.(!wasOpen)
    },
  }
}
