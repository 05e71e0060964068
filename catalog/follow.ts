import { setTimeout as sleep } from 'node:timers/promises'
import { withoutOwner } from '#database/sql/owner.ts'
import { listChanges, steadyPace } from '#store/change.ts'
import { type CatalogOptions, createLoader } from './load.ts'
import type { CatalogState } from './state.ts'

const RETRY_MS = 500
const MAX_GAP_MS = 12 * 3_600_000 // the change feed is retained for a day
const LATE_MS = 5000
const SAVE_MS = 10 * 60_000 // between two writes of the search index
const STOP_MS = 2000 // a poll that waits for a silent database is abandoned

export type Follower = { refresh(): Promise<void>; reload(): void; isLate(): boolean; lagMs(): number; stop(): Promise<void> }

// Keeps the state up to date: loads it once, then polls the change feed and the calendar at the given pace.
export async function follow(options: CatalogOptions, state: CatalogState): Promise<Follower> {
  const { sql, log, pace = steadyPace } = options
  let answeredAt = performance.now()
  const noteAnswer = () => {
    answeredAt = performance.now()
  }
  const loader = createLoader(options, state, noteAnswer)
  let position = await loader.loadAll()
  let stopped = false
  let isBroken = false
  let lastPoll = Date.now()
  let mustReload = false
  let turn: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let saveTimer: NodeJS.Timeout | undefined
  let saving: Promise<void> = Promise.resolve()

  async function poll(): Promise<void> {
    const today = options.calendar(options.now())
    if (today !== state.today) await loader.turnDay(today)
    // A failure leaves the old position, so the next poll reads the same changes again.
    const changes = await listChanges(sql, position)
    noteAnswer()
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

  // Concurrent calls share the next poll, which starts after all of them.
  function refresh(): Promise<void> {
    next ??= turn
      .catch(() => {})
      .then(() => {
        next = null
        return withoutOwner(poll)
      })
    turn = next
    return next
  }

  async function loop(): Promise<void> {
    if (stopped) return
    try {
      await refresh()
      if (isBroken) log.info({}, 'polling the change feed again')
      isBroken = false
    } catch (error) {
      // The catalog serves stale data meanwhile. Logged once, not at every poll.
      if (!isBroken && !stopped) log.warn({ err: error }, 'cannot poll the change feed; serving stale data')
      isBroken = true
    }
    schedule(isBroken ? RETRY_MS : pace.pauseMs())
  }

  // A loop that was woken and one that was reading already continue as one.
  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(loop, ms)
  }

  async function warmUp(): Promise<void> {
    while (!stopped && !state.search.isReady()) {
      try {
        await loader.warmUpSearch()
      } catch (error) {
        if (stopped) return
        log.warn({ err: error }, 'search index could not be built; retrying')
        await sleep(RETRY_MS)
      }
    }
  }

  function save(): void {
    if (stopped) return
    saving = loader.saveSearch()
    saveTimer = setTimeout(save, SAVE_MS)
  }

  const warming = warmUp().then(save)
  schedule(pace.pauseMs())
  pace.onWake(loop)

  return {
    refresh,
    /** Everything is loaded again by the next poll. */
    reload() {
      mustReload = true
    },
    isLate: () => performance.now() - answeredAt > LATE_MS,
    /** Since the database last answered a poll. */
    lagMs: () => performance.now() - answeredAt,
    async stop() {
      stopped = true
      loader.stop()
      clearTimeout(timer)
      clearTimeout(saveTimer)
      const ended = new AbortController()
      const idle = Promise.allSettled([turn, warming, saving]).then(() => ended.abort())
      await Promise.race([idle, sleep(STOP_MS, undefined, { signal: ended.signal }).catch(() => {})])
    },
  }
}
