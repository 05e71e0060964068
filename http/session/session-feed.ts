import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#database/sql.ts'
import { currentPosition, listChanges, steadyPace } from '#store/change.ts'
import type { SignedIn } from './signed-in.ts'

const POLL_AFTER_ERROR_MS = 500

const LATE_MS = 5000
const STOP_MS = 2000 // a poll that waits for a silent database is abandoned

export type SessionFeed = { refresh(): Promise<void>; isLate(): boolean; lagMs(): number; stop(): Promise<void> }

// Polls the change feed for sessions that ended, and for people and settings that changed in other processes. Separate from the polling of the
// catalog, which can take seconds after an import: a sign-out must take effect earlier.
export async function followSessions(
  sql: Sql,
  signedIn: SignedIn,
  log: Pick<Logger, 'warn'>,
  loadSettings: () => Promise<void> = async () => {},
  pace = steadyPace,
): Promise<SessionFeed> {
  let position = await currentPosition(sql)
  let polling: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let hasFailed = false
  let answeredAt = performance.now()

  async function poll(): Promise<void> {
    const at = performance.now()
    const changes = await listChanges(sql, position, ['session', 'person', 'setting', 'everything'])
    answeredAt = performance.now()
    if (changes.touched.size > 0) pace.noteChange()
    signedIn.applyChanges(at, changes.touched)
    // A failure leaves the old position, so the next poll loads them.
    if (changes.touched.has('setting') || changes.touched.has('everything')) await loadSettings()
    position = changes.position
  }

  function refresh(): Promise<void> {
    polling = polling.catch(() => {}).then(poll)
    return polling
  }

  async function loop(): Promise<void> {
    if (stopped) return
    try {
      await refresh()
      hasFailed = false
    } catch (error) {
      if (!hasFailed && !stopped)
        log.warn({ err: error }, 'cannot poll the changes of sessions; reading the session from the database on every call')
      hasFailed = true
    }
    clearTimeout(timer) // a loop that was woken and one that was reading already continue as one
    if (!stopped) timer = setTimeout(loop, hasFailed ? POLL_AFTER_ERROR_MS : pace.pauseMs())
  }

  await loop()
  pace.onWake(loop)
  return {
    refresh,
    isLate: () => performance.now() - answeredAt > LATE_MS,
    /** Since the database last answered a poll. */
    lagMs: () => performance.now() - answeredAt,
    async stop() {
      stopped = true
      clearTimeout(timer)
      const ended = new AbortController()
      const polled = polling.catch(() => {}).then(() => ended.abort())
      await Promise.race([polled, sleep(STOP_MS, undefined, { signal: ended.signal }).catch(() => {})])
    },
  }
}
