export type Breaker = {
  capacity(inFlight: number): number
  note(isReached: boolean): void
  isOpen(): boolean
}

type Options = { atOnce: number; most?: number; openMs: number; clock?: () => number; onChange?: (isOpen: boolean) => void }

/** Circuit breaker: opens after `most` failed connections in a row; after `openMs` a single email probes the server (half-open). */
export function createBreaker({ atOnce, most = 5, openMs, clock = () => performance.now(), onChange }: Options): Breaker {
  let failures = 0
  let openUntil = 0
  const isOpen = () => failures >= most
  return {
    isOpen,
    capacity(inFlight) {
      if (!isOpen()) return Math.max(0, atOnce - inFlight)
      return clock() >= openUntil && inFlight === 0 ? 1 : 0
    },
    note(isReached) {
      const wasOpen = isOpen()
      failures = isReached ? 0 : failures + 1
      if (!isReached) openUntil = clock() + openMs
      if (isOpen() !== wasOpen) onChange?.(!wasOpen)
    },
  }
}
