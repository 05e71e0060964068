import type { FileStore } from '#files/file-store.ts'
import { probeFolder } from '#files/probe.ts'
import type { Checks } from '#http/health.ts'
import { lastMigration } from '#store/migrate.ts'
import type { Sql } from '#store/sql.ts'
import { hasMigration, probeWrite } from '#store/write-probe.ts'

const ANSWER_MS = 500 // a database that takes longer counts as unavailable
const STORAGE_MS = 5000 // between two checks of disk and storage

type Sources = {
  sql: Sql
  feeds: { isLate(): boolean }[]
  /** The store of files and the folder of the data, where this part uses them. */
  storage: { files: FileStore; folder: string } | null
}

/** The checks of /readyz; docs/operations.md explains them. They end within half a second. */
export async function createReadiness({ sql, feeds, storage }: Sources): Promise<() => Promise<Checks>> {
  const schema = await lastMigration()
  const database = oneAtATime(() => checkDatabase(sql, schema))
  const disk = storage && remembered(() => probeFolder(storage.folder))
  const files = storage && remembered(() => storage.files.probe())
  return async () => {
    const [ofDatabase, ofDisk, ofFiles] = await Promise.all([database(), disk?.(), files?.()])
    const ofFeeds = { feed: !feeds.some((feed) => feed.isLate()) }
    return { ...ofDatabase, ...ofFeeds, ...(storage && { disk: ofDisk!, storage: ofFiles! }) }
  }
}

// On one connection, one statement after the other. The results are there as soon as they are known.
function checkDatabase(sql: Sql, schema: string): { results: Checks; done: Promise<void> } {
  const results: Checks = { database: false }
  const run = async () => {
    const isCurrent = await hasMigration(sql, schema)
    Object.assign(results, { database: true, schema: isCurrent, database_write: false })
    await probeWrite(sql)
    results.database_write = true
  }
  return { results, done: run().catch(() => {}) }
}

/** The results after half a second, complete or not. A check that is still waiting is not made a second time. */
function oneAtATime(start: () => { results: Checks; done: Promise<void> }): () => Promise<Checks> {
  let running: ReturnType<typeof start> | null = null
  return async () => {
    if (running === null) {
      const started = start()
      running = started
      started.done.then(() => {
        running = null
      })
    }
    const { results, done } = running
    await untilOrFor(done, ANSWER_MS)
    return { ...results }
  }
}

/** While a slow check runs, its former result counts. */
function remembered(check: () => Promise<void>): () => Promise<boolean> {
  let passed: boolean | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  return async () => {
    if (running === null && performance.now() - checkedAt > STORAGE_MS)
      running = check()
        .then(
          () => true,
          () => false,
        )
        .then((result) => {
          passed = result
          checkedAt = performance.now()
          running = null
        })
    if (running) await untilOrFor(running, ANSWER_MS)
    return passed ?? false
  }
}

async function untilOrFor(done: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([done, timeout])
  clearTimeout(timer)
}
