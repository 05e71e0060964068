import { FileDamaged, FileMissing, type FileStore, StorageUnavailable } from '#files/file-store.ts'
import { verified } from '#files/verify.ts'
import { compareFiles } from '#run/duties/sweep.ts'
import { listContents, type NamedContent } from '#store/file/orphan.ts'
import { broken, type Check, type Finding, ok, reasonOf, warning } from './check.ts'
import { openForCheck } from './storage.ts'

const SAMPLE = 200
const SAMPLE_BYTES = 500_000_000
const OLD_MS = 2 * 86_400_000 // the sweeper removes unreferenced content after a day
const DAYS_MS = 86_400_000

/** Every row has its content with the same size and hash, and there is no content without rows. */
export const check: Check = {
  name: 'stored files',
  deadlineMs: DAYS_MS, // reading everything takes as long as it takes; each call of the store has a deadline
  async run(subject) {
    const store = await openForCheck(subject)
    const { orphans, missing, total } = await compareFiles(subject.sql(), store)
    const contents = await listContents(subject.sql(), subject.allFiles ? null : SAMPLE)
    const { read, faults } = await readAll(store, contents, subject.allFiles ? Number.POSITIVE_INFINITY : SAMPLE_BYTES)
    const found: Finding[] = faults
    if (missing.length > 0)
      found.push(
        broken(`${missing.length} files have no content (${examples(missing)}).`, 'Restore the content from a backup of the files.'),
      )
    const old = orphans.filter(({ at }) => subject.now().getTime() - at.getTime() > OLD_MS).map(({ sha256 }) => sha256)
    if (old.length > 0)
      found.push(
        warning(
          `${old.length} stored contents belong to no row (${examples(old)}).`,
          'The hourly sweep removes them; if they stay, the log says why (“too many orphaned files”).',
        ),
      )
    if (found.length > 0) return found
    return [ok(`${read} of ${total} stored files were read and match their SHA-256.${read < total ? ' --all-files reads all.' : ''}`)]
  },
}

const examples = (hashes: string[]): string => `${hashes.slice(0, 3).join(', ')}${hashes.length > 3 ? ' …' : ''}`

async function readAll(store: FileStore, contents: NamedContent[], mostBytes: number): Promise<{ read: number; faults: Finding[] }> {
  const faults: Finding[] = []
  let [read, bytes] = [0, 0]
  for (const { sha256, size } of contents) {
    if (bytes > mostBytes) break
    try {
      for await (const part of verified(await store.read(sha256, size), sha256)) bytes += (part as Buffer).length
    } catch (error) {
      if (error instanceof FileMissing) continue // reported with all missing ones
      if (error instanceof StorageUnavailable) throw error
      if (!(error instanceof FileDamaged)) throw error
      faults.push(
        broken(`The stored file ${sha256} is damaged: ${reasonOf(error)}.`, 'Restore it from a backup, or upload the same file again.'),
      )
    }
    read++
  }
  return { read, faults }
}
