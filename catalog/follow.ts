import { listChanges, removeOldChanges } from '#store/change.ts'
import { type CatalogOptions, createLoader } from './load.ts'
import type { CatalogState } from './state.ts'

const PAUSE_MS = 100 // between looks at the change feed: two looks fit into the promised 250 ms
const PAUSE_BROKEN_MS = 500
const CLEAN_EVERY_MS = 3_600_000
const TOO_LONG_AWAY_MS = 12 * 3_600_000 // the feed keeps a day

export type Follower = { refresh(): Promise<void>; stop(): Promise<void> }

// Keeps the state true: loads them once, then looks at the change feed and at the calendar ten times a second.
export async function follow(options: CatalogOptions, state: CatalogState): Promise<Follower> {
  const { sql, log } = options
  const loader = createLoader(options, state)
  let snapshot = await loader.loadAll()
  let stopped = false
  let isBroken = false
  let lastLook = Date.now()
  let lastCleaning = Date.now()
  let turn: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const today = options.calendar(options.now())
    if (today !== state.today) await loader.turnDay(today)
    // A failure in any of these leaves the old snapshot, and the same changes are read again.
    const changes = await listChanges(sql, snapshot)
    let isAll = changes.touched.has('everything') || Date.now() - lastLook > TOO_LONG_AWAY_MS
    if (!isAll) {
      const next = changes.touched.size > 0 ? await loader.loadChanged(snapshot) : changes.snapshot
      isAll = next === null
      snapshot = next ?? snapshot
    }
    if (isAll) snapshot = await loader.loadAll()
    const changed = loader.takeChanged()
    if (isAll || changed.size > 0) options.onChange?.(isAll ? 'everything' : changed)
    lastLook = Date.now()
    if (Date.now() - lastCleaning > CLEAN_EVERY_MS) {
      lastCleaning = Date.now()
      await removeOldChanges(sql)
    }
  }

  // Many who ask at once share the next look: it begins after all of them asked.
  function refresh(): Promise<void> {
    next ??= turn
      .catch(() => {})
      .then(() => {
        next = null
        return look()
      })
    turn = next
    return next
  }

  async function loop(): Promise<void> {
    if (stopped) return
    try {
      await refresh()
      if (isBroken) log.info({}, 'following the store again')
      isBroken = false
    } catch (error) {
      // The catalog goes on serving what it has; said once, not ten times a second.
      if (!isBroken && !stopped) log.warn({ err: error }, 'cannot follow the store; serving what was last known')
      isBroken = true
    }
    if (!stopped) timer = setTimeout(loop, isBroken ? PAUSE_BROKEN_MS : PAUSE_MS)
  }

  async function warmUp(): Promise<void> {
    while (!stopped && !state.search.isReady()) {
      try {
        await loader.warmUpSearch()
      } catch (error) {
        if (stopped) return
        log.warn({ err: error }, 'search is not ready yet; trying again')
        await new Promise((resolve) => setTimeout(resolve, PAUSE_BROKEN_MS))
      }
    }
  }

  const warming = warmUp()
  timer = setTimeout(loop, PAUSE_MS)

  return {
    refresh,
    async stop() {
      stopped = true
      loader.stop()
      clearTimeout(timer)
      await Promise.allSettled([turn, warming])
    },
  }
}
