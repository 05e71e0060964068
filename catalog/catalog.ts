import type { Sql } from '#store/sql.ts'
import { createAnswers } from './answers.ts'
import { type Follower, follow } from './follow.ts'
import { createShelves } from './shelves.ts'

export type CatalogOptions = {
  sql: Sql
  now: () => Date
  calendar: (instant: Date) => number
  apiUrl: string
  publicPeople: boolean
  log: { info(details: object, text: string): void; warn(details: object, text: string): void }
  onChange?: () => void
}

// What everybody reads, at hand: loaded once, then following the store's change feed. It holds no truth of its own.
export async function openCatalog(options: CatalogOptions) {
  const shelves = createShelves(options)
  const follower: Follower = await follow(options, shelves)
  const answers = createAnswers(shelves, options.publicPeople)
  return {
    ...answers,
    /** Resolves when everything committed before the call is in: a writer shows its own write at once. */
    refresh: () => follower.refresh(),
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
