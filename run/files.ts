import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createDiskStore } from '#files/disk.ts'
import type { FileStore } from '#files/file-store.ts'
import { readS3Address } from '#files/s3-address.ts'
import { claimBytes, findStoreIdentity, listNamedBytes, listOldOrphans, markOrphans, releaseOrphan } from '#store/orphan.ts'
import type { Sql } from '#store/sql.ts'
import type { Config } from './config.ts'

const GRACE_MS = 24 * 3_600_000 // for orphans, and for temporary files of killed processes
const BATCH = 1000
const MOST_REMOVED = 1000
const MIN_REMOVED = 10 // 1 % of a small store would be none

/** FILES_URL, or the folder next to the database. */
export async function openFiles(config: Pick<Config, 'dataDir' | 'filesUrl'>, sql: Sql): Promise<FileStore> {
  const folder = join(config.dataDir, 'files')
  const address = config.filesUrl === null ? null : readS3Address(config.filesUrl)
  if (typeof address === 'string') throw new Error(`FILES_URL: ${address}`)
  // Imported lazily: the S3 client is large.
  const store = address === null ? createDiskStore(folder) : (await import('#files/s3.ts')).createS3Store(address, folder)
  // Bytes that are uploaded again are unmarked as orphans before they are stored; otherwise the sweeper could remove them after the new row
  // is written. This happens in `receive`, before the caller's transaction: taking a second connection inside it could deadlock the pool.
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
type SweepOptions = { sql: Sql; files: FileStore; now: () => Date; log: Logger }

// Hourly garbage collection. Removes orphans a day after they were marked, stops when there are suspiciously many, and does nothing if the
// store belongs to another database.
export async function sweepFiles({ sql, files, now, log }: SweepOptions): Promise<Swept> {
  const before = new Date(now().getTime() - GRACE_MS)
  const expected = await findStoreIdentity(sql)
  const identity = await files.identity(expected)
  if (identity !== expected) {
    log.error({ identity, expected }, 'the file store belongs to another database; nothing is removed')
    return { total: 0, orphans: 0, removed: 0, missing: [], stopped: 'identity' }
  }
  await files.tidy(before)
  const { total, orphans, missing } = await compare(sql, files)
  for (const sha256 of missing) log.error({ sha256 }, 'a row references a missing file')
  await markOrphans(sql, orphans, now())
  const present = new Set(orphans)
  const due = (await listOldOrphans(sql, before)).filter((sha256) => present.has(sha256))
  const result = { total, orphans: orphans.length, missing }
  if (due.length > mostRemoved(total)) {
    log.error({ total, due: due.length }, 'too many orphaned files; nothing is removed')
    return { ...result, removed: 0, stopped: 'too many' }
  }
  let removed = 0
  for (const sha256 of due) if (await releaseOrphan(sql, sha256, before, () => files.remove(sha256))) removed++
  if (removed > 0) log.info({ removed }, 'orphaned files removed')
  return { ...result, removed, stopped: null }
}

/** The most files one run may remove from a store of this size; never all of them. */
export const mostRemoved = (total: number): number => Math.min(MOST_REMOVED, Math.max(MIN_REMOVED, Math.floor(total / 100)), total - 1)

// Merge join in batches: store and database are both sorted by hash.
async function compare(sql: Sql, files: FileStore): Promise<{ total: number; orphans: string[]; missing: string[] }> {
  const orphans: string[] = []
  const missing: string[] = []
  let total = 0
  let from = ''
  let batch: string[] = []
  async function compareBatch(to: string | null): Promise<void> {
    const referenced = await listNamedBytes(sql, from, to)
    for (const sha256 of batch) if (!referenced.delete(sha256)) orphans.push(sha256)
    // Not in the listing, but possibly uploaded since: check again.
    for (const sha256 of referenced) if (!(await files.has(sha256))) missing.push(sha256)
    from = to ?? from
    batch = []
  }
  for await (const { sha256 } of files.list()) {
    total++
    batch.push(sha256)
    if (batch.length === BATCH) await compareBatch(sha256)
  }
  await compareBatch(null)
  return { total, orphans, missing }
}
