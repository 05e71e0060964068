import { setTimeout as sleep } from 'node:timers/promises'
import { type Loop, startLoop } from '#async/loop.ts'
import { within } from '#async/within.ts'
import { listChanges, steadyPace } from '#store/change.ts'
import { createAnswerClock, type FeedFollower, followFeed } from '#store/follow-feed.ts'
import { type CatalogOptions, createLoader } from './load.ts'
import type { CatalogState } from './state.ts'

const RETRY_MS = 500
const MAX_GAP_MS = 12 * 3_600_000 // the change feed is retained for a day
const SAVE_MS = 10 * 60_000 // between two writes of the search index
const STOP_MS = 2000

export type Follower = FeedFollower & { reload(): void }

// Keeps the state up to date: loads it once, then polls the change feed and the calendar at the given pace.
export async function follow(options: CatalogOptions, state: CatalogState): Promise<Follower> {
  const { sql, log, pace = steadyPace } = options
  const answered = createAnswerClock()
  const loader = createLoader(options, state, answered.note)
  let position = await loader.loadAll()
  let lastPoll = Date.now()
  let mustReload = false
  let isStopped = false

  async function poll(): Promise<void> {
    const today = options.calendar(options.now())
    if (today !== state.today) await loader.turnDay(today)
    const changes = await listChanges(sql, position)
    answered.note()
    if (changes.touched.size > 0) pace.noteChange()
    let isAll = mustReload || changes.touched.has('everything') || Date.now() - lastPoll > MAX_GAP_MS
    if (!isAll) {
      const next = changes.touched.size > 0 ? await loader.loadChanged(position) : changes.position
      isAll = next === null
      position = next ?? position
    }
    if (isAll) {
      mustReload = false
      position = await loader.loadAll()
      log.info({}, 'loaded everything again: the database was restarted, replaced or emptied, or the time zone has changed')
    }
    const changed = loader.takeChanged()
    if (isAll || changed.size > 0) options.onChange?.(isAll ? 'everything' : changed)
    lastPoll = Date.now()
  }

  async function warmUp(): Promise<void> {
    while (!isStopped && !state.search.isReady()) {
      try {
        await loader.warmUpSearch()
      } catch (error) {
        if (isStopped) return
        log.warn({ err: error }, 'search index could not be built; retrying')
        await sleep(RETRY_MS)
      }
    }
  }

  let saving: Loop | null = null
  const warming = warmUp().then(() => {
    if (!isStopped) saving = startLoop({ run: loader.saveSearch, everyMs: SAVE_MS })
  })
  const feed = followFeed({
    read: poll,
    answered,
    pace,
    onFailing: (error) => log.warn({ err: error }, 'cannot poll the change feed; serving stale data'),
    onWorking: () => log.info({}, 'polling the change feed again'),
  })

  return {
    ...feed,
    /** Everything is loaded again by the next poll. */
    reload() {
      mustReload = true
    },
    async stop() {
      isStopped = true
      loader.stop()
      await within(Promise.allSettled([feed.stop(), warming, saving?.stop()]), STOP_MS)
    },
  }
}
