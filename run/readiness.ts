import type { Logger } from 'pino'
import { within } from '#async/within.ts'
import { lastMigration } from '#database/migrate.ts'
import { connect, type Database, type Sql } from '#database/sql.ts'
import { hasMigration, probeWrite } from '#database/write-probe.ts'
import type { FileStore } from '#files/file-store.ts'
import { probeFolder } from '#files/probe.ts'
import type { Checks } from '#http/observe/health.ts'

const ANSWER_MS = 500 // then /readyz answers with what is known
const GIVE_UP_MS = 2000 // a check that takes longer has failed; the next one gets another connection
const STORAGE_MS = 5000 // between two checks of disk and storage

type Sources = {
  database: Database
  /** The connections of the calls. */
  sql: Pick<Sql, 'poolState'>
  feeds: { isLate(): boolean }[]
  /** The store of files and the folder of the data, where this part uses them. */
  storage: { files: FileStore; folder: string } | null
  log: Logger
}

type Readiness = { check(): Promise<Checks>; close(): Promise<unknown> }

/**
 * The checks of /readyz; docs/operations.md explains them. They end within half a second. The database is checked on a connection of its own: when
 * slow calls use all others, this process is busy, and so are the processes that a balancer would use in its place.
 */
export async function createReadiness({ database, sql, feeds, storage, log }: Sources): Promise<Readiness> {
  const schema = await lastMigration()
  const own = connect(database, {
    max: 1,
    connectTimeout: GIVE_UP_MS,
    statementTimeout: GIVE_UP_MS,
    lockTimeout: GIVE_UP_MS,
    answerTimeout: GIVE_UP_MS,
  })
  const writes = createReport(log, 'the database does not take writes')
  const store = oneAtATime(() => checkDatabase(own, schema, writes))
  const disk = storage && remembered(() => probeFolder(storage.folder), createReport(log, 'the folder of the data cannot be written'))
  const files = storage && remembered(() => storage.files.probe(), createReport(log, 'files cannot be stored'))
  const check = async () => {
    const [ofDatabase, ofDisk, ofFiles] = await Promise.all([store(), disk?.(), files?.()])
    const { inUse, max } = sql.poolState()
    const isBusy = ofDatabase.database && inUse === max // the feeds wait for a connection like the calls
    const ofFeeds = { feed: isBusy || !feeds.some((feed) => feed.isLate()) }
    return { ...ofDatabase, ...ofFeeds, ...(storage && { disk: ofDisk!, storage: ofFiles! }) }
  }
  return { check, close: () => own.end({ timeout: 1 }) }
}

// On one connection, one statement after the other. The results are there as soon as they are known.
function checkDatabase(sql: Sql, schema: string, writes: Report): { results: Checks; done: Promise<void> } {
  const results: Checks = { database: false }
  const run = async () => {
    const isCurrent = await hasMigration(sql, schema)
    Object.assign(results, { database: true, schema: isCurrent, database_write: false })
    await writes(probeWrite(sql))
    results.database_write = true
  }
  return { results, done: run().catch(() => {}) }
}

/**
 * The results after half a second. A check that is still waiting is not made a second time, and until it has failed the former results count: on
 * a busy machine a late answer is no fault.
 */
function oneAtATime(start: () => { results: Checks; done: Promise<void> }): () => Promise<Checks> {
  let running: (ReturnType<typeof start> & { startedAt: number }) | null = null
  let former: Checks | null = null
  return async () => {
    if (running === null) {
      const started = { ...start(), startedAt: performance.now() }
      running = started
      started.done.then(() => {
        running = null
        former = started.results
      })
    }
    const { results, done, startedAt } = running
    await within(done, ANSWER_MS)
    const isLate = running !== null && performance.now() - startedAt < GIVE_UP_MS
    return { ...((isLate && former) || results) }
  }
}

/** While a slow check runs, its former result counts. */
function remembered(check: () => Promise<void>, report: Report): () => Promise<boolean> {
  let passed: boolean | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  return async () => {
    if (running === null && performance.now() - checkedAt > STORAGE_MS)
      running = report(check())
        .then(
          () => true,
          () => false,
        )
        .then((result) => {
          passed = result
          checkedAt = performance.now()
          running = null
        })
    if (running) await within(running, ANSWER_MS)
    return passed ?? false
  }
}

type Report = (check: Promise<void>) => Promise<void>

/** Logs the first failure of a check, with what an operator can do about it, and its end. */
function createReport(log: Logger, failure: string): Report {
  let isFailing = false
  return async (check) => {
    try {
      await check
      if (isFailing) log.info(`no longer: ${failure}`)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ err: error }, failure)
      isFailing = true
      throw error
    }
  }
}
