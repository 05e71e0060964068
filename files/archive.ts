import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder } from './disk.ts'
import { asStorageError } from './file-store.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private.ts'

/** Documents under names of their own, which are never changed: exports of the audit log. Files of people are in a FileStore. */
export type Archive = {
  /** Durable when this resolves. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such document. */
  read(name: string): Promise<Buffer | undefined>
  list(): Promise<string[]>
}

/** In a folder. Writes are atomic: temporary file, fsync, rename. */
export function createDiskArchive(folder: string): Archive {
  const absent = <T>(standard: T) => {
    return (error: NodeJS.ErrnoException): T => {
      if (error.code === 'ENOENT') return standard
      throw asStorageError(error)
    }
  }
  return {
    async write(name, bytes) {
      const draft = join(folder, `.${name}.${randomUUID()}`)
      try {
        const made = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
        const file = await open(draft, 'wx', PRIVATE_FILE)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, join(folder, name))
        await flushFolder(folder)
        if (made !== undefined) await flushFolder(dirname(folder))
      } catch (error) {
        await rm(draft, { force: true })
        throw asStorageError(error, draft)
      }
    },
    read: (name) => readFile(join(folder, name)).catch(absent(undefined)),
    list: async () => (await readdir(folder).catch(absent([]))).filter((name) => !name.startsWith('.')).toSorted(),
  }
}
