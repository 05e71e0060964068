import { createAnswers } from './answers.ts'
import { type Follower, follow } from './follow.ts'
import type { CatalogOptions } from './load.ts'
import { createShelves } from './shelves.ts'

// What everybody reads, at hand: loaded once, then following the store's change feed. It holds no truth of its own.
export async function openCatalog(options: CatalogOptions) {
  const shelves = createShelves(options)
  const follower: Follower = await follow(options, shelves)
  const answers = createAnswers(shelves, options.publicPeople)
  let pending: Promise<void> | null = null
  return {
    ...answers,
    /** Resolves when everything committed before the call is in: a writer shows its own write at once. */
    refresh: () => follower.refresh(),
    /** After a change of our own: what lies ready is thrown away at once, and the change is read in while its caller gets the answer. */
    invalidate(): void {
      options.onChange?.()
      const reading: Promise<void> = follower
        .refresh()
        .catch(() => {}) // the follower tries again by itself
        .then(() => {
          if (pending === reading) pending = null
        })
      pending = reading
    },
    /** Wait for this before a read that must show what this process changed. */
    whenFresh: (): Promise<void> | null => pending,
    get projectCount() {
      return shelves.table.count
    },
    get searchIsReady() {
      return shelves.search.isReady()
    },
    close: () => follower.stop(),
  }
}

export type Catalog = Awaited<ReturnType<typeof openCatalog>>
