import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createDiskStore } from '#files/disk.ts'
import type { FileStore } from '#files/file-store.ts'
import { openContents } from '#run/files/files.ts'
import { quietLog } from '#run/log/log.ts'
import { findStore } from '#store/file/orphan.ts'
import { broken, type Check, type Finding, note, ok, reasonOf, warning } from './check.ts'
import { NotChecked } from './not-checked.ts'
import { s3Remedy } from './s3-remedy.ts'
import type { Subject } from './subject.ts'

const ANSWER_MS = 4000
const PROBE_BYTES = 1024
const WARN_SHARE = 0.15
const WARN_BYTES = 10 * 2 ** 30 // on a large disk 15 % is plenty
const BROKEN_BYTES = 100 * 2 ** 20

/** Throws NotChecked if it would create folders that the user of the service cannot use. */
export async function openForCheck({ config }: Subject): Promise<FileStore> {
  const owner = await stat(config.dataDir).then(
    ({ uid }) => uid,
    () => null, // it does not exist yet
  )
  if (process.getuid?.() === 0 && owner !== 0)
    throw new NotChecked(
      owner === null
        ? 'DATA_DIR does not exist yet, and root does not create it for another user'
        : `DATA_DIR belongs to the user with the id ${owner}, who could not use what root creates there; run it as that user`,
    )
  return openContents(config, quietLog(), { answerMs: ANSWER_MS, keepMs: ANSWER_MS, silenceMs: ANSWER_MS, pageMs: 30_000 })
}

export const storage: Check = {
  name: 'storage',
  async run(subject) {
    const place = subject.config.filesUrl === null ? 'DATA_DIR/files' : 'the bucket of FILES_URL'
    const found = await probe(subject, place)
    const written = ok(`A file was written to ${place}, read and deleted.`)
    return [...(found.length > 0 ? found : [written]), ...(await spaceFaults(subject.config.dataDir))]
  },
}

async function probe(subject: Subject, place: string): Promise<Finding[]> {
  try {
    const store = await openForCheck(subject)
    if (!(await isSameWhenRead(store, subject.config.dataDir)))
      return [broken(`${place} returned other bytes than were written.`, 'Check the disk or the storage server.')]
    return await ownerFaults(subject, store, place)
  } catch (error) {
    if (error instanceof NotChecked) return [note(`Not checked: ${error.message}.`)]
    const remedy =
      subject.config.filesUrl === null
        ? 'Check the disk, and that the user of the service may write to DATA_DIR/files.'
        : s3Remedy('FILES_URL', subject.env)
    return [broken(`A file cannot be written to ${place} and read again: ${reasonOf(error)}.`, remedy)]
  }
}

/** Leaves nothing behind. */
async function isSameWhenRead(store: FileStore, dataDir: string): Promise<boolean> {
  const bytes = randomBytes(PROBE_BYTES)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  try {
    await store.keep(bytes)
    return (await hashOf(store, sha256).finally(() => store.remove(sha256))) === sha256
  } finally {
    const folder = dirname(createDiskStore(join(dataDir, 'files')).pathOf(sha256))
    for (const path of [folder, dirname(folder)]) await rmdir(path).catch(() => {}) // it has other files, or the store is a bucket
  }
}

async function hashOf(store: FileStore, sha256: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of await store.read(sha256, PROBE_BYTES)) hash.update(part as Buffer)
  return hash.digest('hex')
}

// The same comparison as at a start, without writing.
async function ownerFaults({ sql }: Subject, store: FileStore, place: string): Promise<Finding[]> {
  const known = await findKnown(sql)
  if (known === null) return []
  const [identity, storeId] = await Promise.all([store.readLabel('identity'), store.readLabel('store-id')])
  if (identity !== undefined && identity !== known.identity)
    return [broken(`The files in ${place} belong to another database.`, 'Correct DATA_DIR, FILES_URL or DATABASE_URL.')]
  if (known.storeId !== null && storeId !== known.storeId)
    return [
      broken(
        `The files of this database are in another place than ${place}.`,
        'Let all nodes use the same DATA_DIR/files or FILES_URL. Lost for good: see “Lost files” in docs/operations.md.',
      ),
    ]
  return []
}

async function findKnown(sql: Subject['sql']) {
  try {
    return await findStore(sql())
  } catch (error) {
    const { code } = error as { code?: string }
    // Before the first migration, and without rights to the tables, which another check reports.
    if (error instanceof NotChecked || code === '42P01' || code === '42501') return null
    throw error
  }
}

async function spaceFaults(dataDir: string): Promise<Finding[]> {
  let folder = dataDir
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const { bavail, blocks, bsize } = await statfs(folder)
  if (blocks === 0) return [note(`How much space DATA_DIR has is not known: the file system of ${folder} does not tell.`)]
  return whyNotSpace(bavail * bsize, blocks * bsize)
}

export function whyNotSpace(free: number, total: number): Finding[] {
  const megabytes = Math.round(free / 2 ** 20).toLocaleString('en')
  const text = `The disk of DATA_DIR has ${megabytes} MB left (${Math.floor((free / total) * 100)} %).`
  const remedy = 'Free space or enlarge the disk; DATA_DIR/cache can be deleted.'
  if (free < BROKEN_BYTES) return [broken(text, remedy)]
  return free < WARN_BYTES && free < total * WARN_SHARE ? [warning(text, remedy)] : []
}
