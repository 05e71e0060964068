import { createHash, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { AnySql, Sql } from '#database/sql.ts'
import { createDiskStore } from '#files/disk.ts'
import { FileDamaged, type FileStore, type Received, StorageUnavailable } from '#files/file-store.ts'
import { guard, storageDeadlines } from '#files/guard.ts'
import { closeToOthers, PRIVATE_FOLDER } from '#files/private.ts'
import { readS3Address } from '#files/s3-address.ts'
import { verified } from '#files/verify.ts'
import type { Config } from '#run/config/config.ts'
import { markDamaged, markIntact } from '#store/file/check.ts'
import { adoptStore, claimBytes, findStore, findStoreIdentity } from '#store/file/orphan.ts'

type Log = Pick<Logger, 'error'>
type Headers = Record<string, string> // of calls to the store
type Place = Pick<Config, 'dataDir' | 'filesUrl'>

/** The store of the service: FILES_URL or the folder next to the database, with deadlines, verified content, and marks for the sweeper. */
export async function openFiles(
  config: Place,
  sql: Sql,
  log: Log,
  deadlines = storageDeadlines,
  headers?: () => Headers,
): Promise<FileStore> {
  const store = await openContents(config, log, deadlines, headers)

  const noteDamage = async (sha256: string, error: unknown): Promise<void> => {
    if (!(error instanceof FileDamaged)) return
    const isNews = await markDamaged(sql, sha256, new Date()).catch(() => true)
    if (isNews) log.error({ sha256, err: error }, 'a stored file is damaged')
  }
  // Bytes are marked before they are stored, so that the sweeper finds them if no row follows. This happens in `receive`, before the caller's
  // transaction: taking a second connection inside it could deadlock the pool. Damaged bytes are replaced by the new ones.
  const claim = async (sha256: string) => {
    const isDamaged = await claimBytes(sql, sha256, new Date())
    return async <T>(keep: () => Promise<T>): Promise<T> => {
      if (isDamaged) await store.remove(sha256)
      const kept = await keep()
      if (isDamaged) await markIntact(sql, sha256, new Date())
      return kept
    }
  }
  return {
    ...store,
    async receive(source, limit) {
      const received: Received = await store.receive(source, limit)
      try {
        const storeWith = await claim(received.sha256)
        return { ...received, keep: () => storeWith(received.keep) }
      } catch (error) {
        await received.discard()
        throw error
      }
    },
    async keep(bytes) {
      const storeWith = await claim(createHash('sha256').update(bytes).digest('hex'))
      return storeWith(() => store.keep(bytes))
    },
    async read(sha256, size, range) {
      try {
        const stream = await store.read(sha256, size, range)
        const isWhole = !range || (range.start === 0 && range.end === size - 1)
        return isWhole ? reporting(verified(stream, sha256), (error) => noteDamage(sha256, error)) : stream
      } catch (error) {
        await noteDamage(sha256, error)
        throw error
      }
    },
  }
}

/** The store alone, for commands: content is neither marked for the sweeper nor verified. */
export const openContents = async (config: Place, log: Log, deadlines = storageDeadlines, headers?: () => Headers): Promise<FileStore> =>
  guard(await openPlainFiles(config, log, deadlines, headers), deadlines)

const reporting = (stream: Readable, report: (error: unknown) => Promise<void>): Readable =>
  stream.once('error', (error) => void report(error))

/** Without deadlines and marks in the database: for backups. */
export async function openPlainFiles(
  { dataDir, filesUrl }: Place,
  log: Log,
  deadlines = storageDeadlines,
  headers?: () => Headers,
): Promise<FileStore> {
  const folder = join(dataDir, 'files')
  const address = filesUrl === null ? null : readS3Address(filesUrl)
  if (typeof address === 'string') throw new Error(`FILES_URL: ${address}`)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await closeToOthers(folder, join(folder, 'blobs')).catch((error) =>
    log.error({ err: error, folder }, 'the modes of the stored files cannot be corrected; other users may be able to read them'),
  )
  // Imported lazily: the S3 client is large.
  return address === null ? createDiskStore(folder) : (await import('#files/s3.ts')).createS3Store(address, folder, deadlines, headers)
}

/** Two nodes of one database must share one store of files: otherwise each would answer 404 for the files of the other. */
export async function refuseOtherStore(store: FileStore, sql: Sql, log: Log): Promise<void> {
  const expected = await findStoreIdentity(sql)
  const labels = await Promise.all([store.label('identity', expected), store.label('store-id', randomUUID())]).catch((error) => {
    if (!(error instanceof StorageUnavailable)) throw error
    log.error({ err: error }, 'the file store cannot be reached; everything but files works') // the sweep compares the identity again
    return null
  })
  if (labels === null) return
  const [identity, storeId] = labels
  if (identity !== expected) throw new Error('The files in DATA_DIR/files or FILES_URL belong to another database.')
  if ((await adoptStore(sql, storeId)) !== storeId)
    throw new Error(
      'The files of this database are in another place; all nodes need the same files: share DATA_DIR/files or set FILES_URL. If they are lost for good, see “Lost files” in docs/operations.md.',
    )
}

/**
 * For a backup, without writing to the store: in the mount point of a disk that is away every file would look lost, and the backup complete.
 * A database without the id of a store accepts any: before its first start, and when the files are lost for good.
 */
export async function refuseAbsentStore(store: FileStore, sql: AnySql): Promise<void> {
  const known = await findStore(sql).catch((error) => {
    if (error.code === '42P01' || error.code === '42703') return null // before the migrations that made the table and its column
    throw error
  })
  if (known === null) return
  const [identity, storeId] = await Promise.all([store.readLabel('identity'), store.readLabel('store-id')])
  if ((identity ?? known.identity) !== known.identity || (known.storeId !== null && storeId !== known.storeId))
    throw new Error(
      'the files in DATA_DIR/files or FILES_URL are not those of this database: mount the disk or correct FILES_URL, then try again. If they are lost for good, see “Lost files” in docs/operations.md',
    )
}
