import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createDiskStore } from '#files/disk.ts'
import type { FileStore } from '#files/file-store.ts'
import { readS3Address } from '#files/s3-address.ts'
import { claimBytes, findStoreIdentity, listNamedBytes, listOldOrphans, markOrphans, releaseOrphan } from '#store/orphan.ts'
import type { Sql } from '#store/sql.ts'
import type { Config } from './config.ts'

const REST_MS = 24 * 3_600_000 // an orphan's, and that of a file somebody died over
const BATCH = 1000
const MOST_REMOVED = 1000
const ALWAYS_FEW = 10 // in a small directory a hundredth is nothing

/** FILES_URL, or the folder beside the database. */
export async function openFiles(config: Pick<Config, 'dataDir' | 'filesUrl'>, sql: Sql): Promise<FileStore> {
  const folder = join(config.dataDir, 'files')
  const address = config.filesUrl === null ? null : readS3Address(config.filesUrl)
  if (typeof address === 'string') throw new Error(`FILES_URL: ${address}`)
  // Loaded only where it is asked for: the client of S3 is large.
  const store = address === null ? createDiskStore(folder) : (await import('#files/s3.ts')).createS3Store(address, folder)
  // Bytes that come again are taken off the sweeper's list before they are kept, or it could remove them under the new row; marked again, they
  // have another day. That is done while they are received, when the caller holds no connection of its own: a call that keeps them inside its
  // transaction must not ask the pool for a second one.
  return {
    ...store,
    async receive(source, limit) {
      const received = await store.receive(source, limit)
      try {
        await claimBytes(sql, received.sha256)
      } catch (error) {
        await received.discard()
        throw error
      }
      return received
    },
    async keep(bytes) {
      await claimBytes(sql, createHash('sha256').update(bytes).digest('hex'))
      return store.keep(bytes)
    },
  }
}

export type Swept = { total: number; orphans: number; removed: number; missing: string[]; stopped: 'identity' | 'too many' | null }
type Sweeping = { sql: Sql; files: FileStore; now: () => Date; log: Logger }

// Run every hour. It removes little and late, stops when that would be much, and never touches a store that is not this database's.
export async function sweepFiles({ sql, files, now, log }: Sweeping): Promise<Swept> {
  const before = new Date(now().getTime() - REST_MS)
  const expected = await findStoreIdentity(sql)
  const identity = await files.identity(expected)
  if (identity !== expected) {
    log.error({ identity, expected }, 'this store of files belongs to another database; nothing is swept')
    return { total: 0, orphans: 0, removed: 0, missing: [], stopped: 'identity' }
  }
  await files.tidy(before)
  const { total, orphans, missing } = await compare(sql, files)
  for (const sha256 of missing) log.error({ sha256 }, 'a row names bytes that are not there')
  await markOrphans(sql, orphans, now())
  const present = new Set(orphans)
  const due = (await listOldOrphans(sql, before)).filter((sha256) => present.has(sha256))
  const result = { total, orphans: orphans.length, missing }
  if (due.length > mostRemoved(total)) {
    log.error({ total, due: due.length }, 'so many files belong to nobody that something else must be wrong; nothing is removed')
    return { ...result, removed: 0, stopped: 'too many' }
  }
  let removed = 0
  for (const sha256 of due) if (await releaseOrphan(sql, sha256, before, () => files.remove(sha256))) removed++
  if (removed > 0) log.info({ removed }, 'files that belonged to nobody are removed')
  return { ...result, removed, stopped: null }
}

/** How many may go from a store of that many; all of them is never right. */
export const mostRemoved = (total: number): number => Math.min(MOST_REMOVED, Math.max(ALWAYS_FEW, Math.floor(total / 100)), total - 1)

// Both sides come in the order of their hashes, so a stretch of one is held against the same stretch of the other.
async function compare(sql: Sql, files: FileStore): Promise<{ total: number; orphans: string[]; missing: string[] }> {
  const orphans: string[] = []
  const missing: string[] = []
  let total = 0
  let from = ''
  let batch: string[] = []
  async function look(to: string | null): Promise<void> {
    const named = await listNamedBytes(sql, from, to)
    for (const sha256 of batch) if (!named.delete(sha256)) orphans.push(sha256)
    // What came while we were looking is there when it is asked for by name.
    for (const sha256 of named) if (!(await files.has(sha256))) missing.push(sha256)
    from = to ?? from
    batch = []
  }
  for await (const { sha256 } of files.list()) {
    total++
    batch.push(sha256)
    if (batch.length === BATCH) await look(sha256)
  }
  await look(null)
  return { total, orphans, missing }
}
