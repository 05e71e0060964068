import { within } from '#async/within.ts'
import { listenForChanges } from '#database/change-listener.ts'
import type { Database, Sql } from '#database/sql.ts'
import { type Pace, POLL_MS } from '#store/change.ts'

const SLOW_MS = 2000 // below the five seconds after which a process is not ready
const QUIET_MS = 3000 // without calls and changes; longer than the second in which changes are told only once

type FeedPace = Pace & {
  /** Before every call. After a quiet time it is answered when the change feed has been read; null: nothing to wait for. */
  whenCaughtUp(): Promise<void> | null
  stop(): Promise<void>
}

type Options = {
  database: Database
  sql: Sql
  log: { info(details: object, text: string): void }
  /** Calls are being answered. */
  isBusy(): boolean
  /** How long a call waits for a database that does not answer; then it gets what is in memory. */
  waitMs: number
}

// The readers of the change feed read ten times a second. While nobody calls, nothing changes and notifications arrive, every two seconds: a
// notification or a call makes them read at once. So a call is right without notifications; they are for event streams and a warm memory.
export function openFeedPace({ database, sql, log, isBusy, waitMs }: Options): FeedPace {
  const readers: (() => Promise<void>)[] = []
  let activeAt = performance.now()
  let hasCalls = false
  let isSlow = false
  let reading: { done: Promise<void>; startedAt: number } | null = null

  function wake(): void {
    isSlow = false
    activeAt = performance.now()
    const done: Promise<void> = Promise.all(readers.map((read) => read())).then(() => {
      if (reading?.done === done) reading = null
    })
    reading = { done, startedAt: activeAt }
  }
  function noteActivity(): void {
    activeAt = performance.now()
    if (isSlow) wake()
  }
  const listener = listenForChanges({ database, sql, log, onTold: noteActivity, onLost: noteActivity })

  function isQuiet(): boolean {
    if (hasCalls || isBusy() || !listener.isHearing()) activeAt = performance.now()
    hasCalls = false
    return performance.now() - activeAt > QUIET_MS
  }

  return {
    pauseMs() {
      if (!isQuiet()) return POLL_MS
      isSlow = true
      return SLOW_MS
    },
    noteChange() {
      activeAt = performance.now()
      listener.tell()
    },
    onWake: (read) => void readers.push(read),
    whenCaughtUp() {
      hasCalls = true
      if (isSlow) wake()
      if (reading === null) return null
      const ms = reading.startedAt + waitMs - performance.now()
      return ms > 0 ? within(reading.done, ms, () => {}, { isRef: false }) : null
    },
    stop: listener.stop,
  }
}
