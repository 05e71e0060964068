import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnySql } from '#database/sql.ts'
import { listPublishedProjects, type PublishedProject } from '#store/project/published.ts'
import { loadBuiltInConcepts } from './dictionary.ts'
import { createSearchFile, DIGEST_WORDS, type SavedDocuments, type SavedSearch } from './search-file.ts'
import type { CatalogState } from './state.ts'

type Log = { info(details: object, text: string): void; warn(details: object, text: string): void }
type Tools = {
  log: Log
  /** The folder of the saved index; without it the index is built at every start. */
  cacheDir?: string
  inSnapshot<T>(work: (sql: AnySql) => Promise<T>): Promise<unknown>
  inSlices<T>(things: Iterable<T>, work: (thing: T) => void): Promise<void>
  isStopped(): boolean
}

/**
 * Builds the search index after the start. Most of it comes from the file that an earlier process saved: each document is identified by a
 * digest of its text, so only projects whose text differs from the saved one are indexed again, whatever happened in between.
 */
export function createWarmUp(state: CatalogState, { log, cacheDir, inSnapshot, inSlices, isStopped }: Tools) {
  const { table, search } = state
  const file = cacheDir === undefined ? null : createSearchFile(cacheDir)
  const putMeanwhile = new Set<number>() // ids
  let saved: SavedSearch | null = null
  let savedChanges = -1 // the count of changes when the file was written; -1: never
  let isWritable = true

  /** Before the first load: projects get the slots that they have in the file. */
  async function open(): Promise<void> {
    saved = (await file?.read(() => nextTurn())) ?? null
    if (saved === null) return
    table.reserveSlots(saved.documents)
    search.defer()
  }

  /** In the first load: until run() a deferred index notes only the digest. */
  function noteLoaded(slot: number, project: PublishedProject): void {
    if (saved !== null) search.put(slot, state.searchTextOf(project))
  }

  async function run(): Promise<void> {
    const startedAt = performance.now()
    const ids = saved === null ? null : await restore(saved)
    putMeanwhile.clear()
    if (ids === null || ids.length > 0)
      await inSnapshot(async (tx) => {
        for await (const batch of listPublishedProjects(tx, ids))
          await inSlices(batch, (project) => {
            const slot = table.slotOfId(project.id)
            // Projects loaded meanwhile are newer than this snapshot.
            if (slot !== undefined && !putMeanwhile.has(project.id)) search.put(slot, state.searchTextOf(project))
          })
      })
    state.builtInConcepts = await loadBuiltInConcepts(() => nextTurn())
    state.updateConcepts()
    putMeanwhile.clear()
    search.ready()
    const ms = Math.round(performance.now() - startedAt)
    log.info({ projects: table.count, indexed: ids?.length ?? table.count, words: search.words, ms }, 'search index is ready')
  }

  /** Returns the ids of the projects that are still to be indexed. */
  async function restore({ documents, blocks }: SavedSearch): Promise<number[]> {
    const changed = search.digests.listen()
    await inSlices(search.documents.restore(blocks(), documents.slots), () => {})
    saved = null
    const { ids, slots, digests } = documents
    const isCurrent = new Uint8Array(search.documents.size)
    await inSlices(ids.keys(), (i) => {
      const slot = slots[i]!
      if (table.slotOfId(ids[i]!) === slot && search.digests.equals(slot, digests, i)) isCurrent[slot] = 1
    })
    await inSlices(isCurrent.keys(), (slot) => {
      if (isCurrent[slot] === 0) search.discard(slot)
    })
    const missing = new Set<number>()
    await inSlices([...table.ids()], (id) => {
      if (isCurrent[table.slotOfId(id) ?? -1] !== 1) missing.add(id)
    })
    // From here to the return nothing else runs.
    changed.stop()
    for (const slot of changed.slots) {
      search.discard(slot)
      const id = table.idOfSlot(slot)
      if (id !== undefined) missing.add(id)
    }
    if (missing.size === 0) savedChanges = search.digests.changes
    search.resume()
    return [...missing]
  }

  /** Writes the index to the file if it has changed. */
  async function save(): Promise<void> {
    if (file === null || !isWritable || savedChanges === search.digests.changes) return
    const { changes } = search.digests
    const changed = search.digests.listen()
    try {
      const wrote = await file.write(search.documents.save(), () => documentsWithout(changed.slots), unlessStopped)
      if (wrote) savedChanges = changed.slots.size === 0 ? changes : -1
    } catch (error) {
      if (isStopped()) return
      isWritable = false
      log.warn({ err: error }, 'search index cannot be saved; each start builds it')
    } finally {
      changed.stop()
    }
  }

  async function unlessStopped(): Promise<void> {
    await nextTurn()
    if (isStopped()) throw new Error('the catalog was closed')
  }

  // Documents that changed while their words were written may be there in part.
  function documentsWithout(changed: Set<number>): SavedDocuments {
    const ids = Uint32Array.from(table.ids()).filter((id) => !changed.has(table.slotOfId(id)!))
    const slots = ids.map((id) => table.slotOfId(id)!)
    const digests = new Uint32Array(ids.length * DIGEST_WORDS)
    for (let i = 0; i < slots.length; i++) digests.set(search.digests.of(slots[i]!), i * DIGEST_WORDS)
    return { ids, slots, digests }
  }

  return {
    open,
    noteLoaded,
    notePut(id: number): void {
      if (!search.isReady()) putMeanwhile.add(id)
    },
    run,
    save,
  }
}
