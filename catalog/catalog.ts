import { createAnswers } from './answers.ts'
import { type Follower, follow } from './follow.ts'
import type { CatalogOptions } from './load.ts'
import { createState } from './state.ts'

// In-memory copy of the public data: loaded once, then updated from the change feed. The database is the only source of truth.
export async function openCatalog(options: CatalogOptions) {
  const state = createState(options)
  const follower: Follower = await follow(options, state)
  const answers = createAnswers(state, options.publicPeople)
  let pending: Promise<void> | null = null
  return {
    ...answers,
    /** Resolves when everything committed before the call has been loaded: read your own writes. */
    refresh: () => follower.refresh(),
    /** After a write by this process: loads it while the caller gets its response. No cached response may be sent before that. */
    invalidate(): void {
      const reading: Promise<void> = follower
        .refresh()
        .catch(() => options.onChange?.('everything')) // the changed rows are unknown; the follower retries
        .then(() => {
          if (pending === reading) pending = null
        })
      pending = reading
    },
    /** Await this before a read that must include this process's own writes. */
    whenFresh: (): Promise<void> | null => pending,
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
