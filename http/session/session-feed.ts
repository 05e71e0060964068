import type { Logger } from 'pino'
import type { Sql } from '#database/sql.ts'
import { currentPosition, listChanges, steadyPace } from '#store/change.ts'
import { createAnswerClock, type FeedFollower, followFeed } from '#store/follow-feed.ts'
import type { SignedIn } from './signed-in.ts'

// Polls the change feed for sessions that ended, and for people and settings that changed in other processes. Separate from the polling of the
// catalog, which can take seconds after an import: a sign-out must take effect earlier.
export async function followSessions(
  sql: Sql,
  signedIn: SignedIn,
  log: Pick<Logger, 'warn'>,
  loadSettings: () => Promise<void> = async () => {},
  pace = steadyPace,
): Promise<FeedFollower> {
  let position = await currentPosition(sql)
  const answered = createAnswerClock()

  async function read(): Promise<void> {
    const at = performance.now()
    const changes = await listChanges(sql, position, ['session', 'person', 'setting', 'everything'])
    answered.note()
    if (changes.touched.size > 0) pace.noteChange()
    signedIn.applyChanges(at, changes.touched)
    if (changes.touched.has('setting') || changes.touched.has('everything')) await loadSettings()
    position = changes.position
  }

  const feed = followFeed({
    read,
    answered,
    pace,
    onFailing: (error) =>
      log.warn({ err: error }, 'cannot poll the changes of sessions; reading the session from the database on every call'),
  })
  await feed.refresh().catch(() => {}) // the loop has reported it
  return feed
}
