import { createAnswers } from './answers.ts'
import { type Follower, follow } from './follow.ts'
import type { CatalogOptions } from './load.ts'
import { createState } from './state.ts'

// What everybody reads, at hand: loaded once, then following the store's change feed. It holds no truth of its own.
export async function openCatalog(options: CatalogOptions) {
  const state = createState(options)
  const follower: Follower = await follow(options, state)
  const answers = createAnswers(state, options.publicPeople)
  let pending: Promise<void> | null = null
  return {
    ...answers,
    /** Resolves when everything committed before the call is in: a writer shows its own write at once. */
    refresh: () => follower.refresh(),
    /** After a change of this process: it is read in while its caller gets the response. Nothing cached may be sent before that. */
    invalidate(): void {
      const reading: Promise<void> = follower
        .refresh()
        .catch(() => options.onChange?.('everything')) // what has changed is unknown; the follower tries again
        .then(() => {
          if (pending === reading) pending = null
        })
      pending = reading
    },
    /** Wait for this before a read that must show what this process changed. */
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
