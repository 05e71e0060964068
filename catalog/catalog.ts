import { within } from '#async/within.ts'
import { createAnswers } from './answers.ts'
import { type Follower, follow } from './follow.ts'
import type { CatalogOptions } from './load.ts'
import { createState } from './state.ts'

// In-memory copy of the public data: loaded once, then updated from the change feed. The database is the only source of truth.
export async function openCatalog(options: CatalogOptions) {
  const state = createState(options)
  const follower: Follower = await follow(options, state)
  const answers = createAnswers(state, options.publicPeople, options.onSearch)
  let pending: { loaded: Promise<void>; startedAt: number } | null = null
  function invalidate(): void {
    const loaded: Promise<void> = follower
      .refresh()
      .catch(() => options.onChange?.('everything')) // the changed rows are unknown; the follower retries
      .then(() => {
        if (pending?.loaded === loaded) pending = null
      })
    pending = { loaded, startedAt: performance.now() }
  }

  return {
    ...answers,
    /** Names of people are shown to guests too. */
    publicPeople: options.publicPeople,
    /** Resolves when everything committed before the call has been loaded: read your own writes. */
    refresh: () => follower.refresh(),
    /** After a write by this process: loads it while the caller gets its response. No cached response may be sent before that. */
    invalidate,
    /** Loads everything again, like a change of everything by this process. */
    reload(): void {
      follower.reload()
      invalidate()
    },
    /**
     * Await this before a read that must include this process's own writes. It resolves that long after the write at the latest; the read
     * then gets the data from before the write. Null: nothing to wait for.
     */
    whenFresh(limitMs: number): Promise<void> | null {
      if (pending === null) return null
      const ms = pending.startedAt + limitMs - performance.now()
      return ms > 0 ? within(pending.loaded, ms) : null
    },
    /** The database has not answered the follower for seconds: the data may be stale. */
    isLate: () => follower.isLate(),
    /** How long ago the change feed was last read. */
    lagMs: () => follower.lagMs(),
    get projectCount() {
      return state.table.count
    },
    get searchIsReady() {
      return state.search.isReady()
    },
    close: () => follower.stop(),
  }
}

export type Catalog = Awaited<ReturnType<typeof openCatalog>>
