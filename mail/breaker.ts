export type Breaker = {
  places(underWay: number): number
  note(isReached: boolean): void
  isOpen(): boolean
}

type Options = { atOnce: number; most?: number; openMs: number; clock?: () => number; onTurn?: (isOpen: boolean) => void }

/** Leaves a server alone that could not be reached several times in a row; after a while a single letter finds out whether it is back. */
export function createBreaker({ atOnce, most = 5, openMs, clock = () => performance.now(), onTurn }: Options): Breaker {
  let failures = 0
  let openUntil = 0
  const isOpen = () => failures >= most
  return {
    isOpen,
    places(underWay) {
      if (!isOpen()) return Math.max(0, atOnce - underWay)
      return clock() >= openUntil && underWay === 0 ? 1 : 0
    },
    note(isReached) {
      const wasOpen = isOpen()
      failures = isReached ? 0 : failures + 1
      if (!isReached) openUntil = clock() + openMs
      if (isOpen() !== wasOpen) onTurn?.(!wasOpen)
    },
  }
}
