import { startLoop } from '#async/loop.ts'
import { within } from '#async/within.ts'
import { type Pace, steadyPace } from './change.ts'

const RETRY_MS = 500
const LATE_MS = 5000
const STOP_MS = 2000 // a read that waits for a silent database is abandoned

/** When the database last answered. */
export function createAnswerClock() {
  let at = performance.now()
  return {
    note(): void {
      at = performance.now()
    },
    sinceMs: (): number => performance.now() - at,
  }
}

type Options = {
  /** Reads what is new. A failure has to leave the old position: the next one reads the same changes. */
  read(): Promise<void>
  answered: ReturnType<typeof createAnswerClock>
  pace?: Pace
  onFailing(error: unknown): void
  onWorking?(): void
}

export type FeedFollower = {
  /** Resolves when everything committed before the call has been read. */
  refresh(): Promise<void>
  /** The database has not answered for seconds. */
  isLate(): boolean
  /** Since the database last answered. */
  lagMs(): number
  stop(): Promise<void>
}

/** Reads the change feed at a pace. The first read is after a pause. */
export function followFeed({ read, answered, pace = steadyPace, onFailing, onWorking }: Options): FeedFollower {
  const everyMs = (isFailing: boolean): number => (isFailing ? RETRY_MS : pace.pauseMs())
  const loop = startLoop({ run: read, everyMs, firstMs: pace.pauseMs(), onFailing, onWorking })
  pace.onWake(loop.wake)
  return {
    refresh: loop.runNow,
    isLate: () => answered.sinceMs() > LATE_MS,
    lagMs: answered.sinceMs,
    stop: () => within(loop.stop(), STOP_MS),
  }
}
