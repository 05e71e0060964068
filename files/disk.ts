import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asStorageError, assertLength, FileMissing, type FileStore, type Listed, type Received } from './file-store.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private.ts'
import { probeFolder } from './probe.ts'
import { onePart, spool, tidySpool } from './spool.ts'

export type DiskStore = FileStore & { pathOf(sha256: string): string }

// Content-addressed storage in a folder (SHA-256). Writes are atomic: temporary file, fsync, rename.
export function createDiskStore(folder: string): DiskStore {
  const temporary = join(folder, '.tmp')
  const blobs = join(folder, 'blobs')
  const pathOf = (sha256: string): string => join(blobs, sha256.slice(0, 2), sha256.slice(2, 4), sha256)

  async function receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Received> {
    const { flush, ...spooled } = await spool(temporary, source, limit)
    let isStored = false
    async function keep(): Promise<void> {
      if (isStored) return
      const target = pathOf(spooled.sha256)
      try {
        await flush()
        const made = await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
        await rename(spooled.path, target)
        isStored = true
        await flushFolders(dirname(target), made)
      } catch (error) {
        await spooled.discard()
        throw asStorageError(error, spooled.path)
      }
    }
    return { ...spooled, keep }
  }

  const readLabel = (name: string): Promise<string | undefined> =>
    readFile(join(folder, name), 'utf8').then(
      (text) => text.trim(),
      (error) => (isAbsent(error) ? undefined : Promise.reject(asStorageError(error))),
    )

  return {
    pathOf,
    receive,
    async keep(bytes) {
      const received = await receive(onePart(bytes), Number.POSITIVE_INFINITY)
      try {
        await received.keep()
      } finally {
        await received.discard()
      }
      return { sha256: received.sha256, size: received.size }
    },
    async read(sha256, size, range) {
      const file = await open(pathOf(sha256)).catch((error) => Promise.reject(asMissing(error)))
      try {
        assertLength((await file.stat()).size, size)
      } catch (error) {
        await file.close()
        throw error
      }
      return createReadStream('', { fd: file, ...range })
    },
    sizeOf: (sha256) =>
      stat(pathOf(sha256)).then(
        ({ size }) => size,
        (error) => (isAbsent(error) ? undefined : Promise.reject(asStorageError(error))),
      ),
    async *list() {
      for (const first of await namesIn(blobs))
        for (const second of await namesIn(join(blobs, first)))
          for (const sha256 of await namesIn(join(blobs, first, second))) {
            const listed = await about(pathOf(sha256), sha256)
            if (listed) yield listed
          }
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    tidy: (before) => tidySpool(temporary, before),
    readLabel,
    async probe() {
      try {
        await stat(join(folder, 'identity')) // without it the folder is another one, such as the mount point of a disk that is away
        await probeFolder(temporary)
      } catch (error) {
        throw asStorageError(error)
      }
    },
    async label(name, text) {
      const path = join(folder, name)
      const stored = await readLabel(name)
      if (stored !== undefined) return stored
      await mkdir(temporary, { recursive: true, mode: PRIVATE_FOLDER })
      const draft = join(temporary, randomUUID())
      await writeFile(draft, `${text}\n`, { flush: true, mode: PRIVATE_FILE })
      // Two concurrent processes: link is atomic, and both read what the first one wrote.
      await link(draft, path).catch((error) => (error.code === 'EEXIST' ? undefined : Promise.reject(error)))
      await rm(draft, { force: true })
      await flushFolder(folder)
      return (await readFile(path, 'utf8')).trim()
    },
  }
}

const isAbsent = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOENT' || error.code === 'ENOTDIR'
const asMissing = (error: NodeJS.ErrnoException): Error =>
  isAbsent(error) ? new FileMissing('file not found in the store', { cause: error }) : (asStorageError(error) as Error)

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch((error) => (isAbsent(error) ? [] : Promise.reject(error)))).toSorted()

async function about(path: string, sha256: string): Promise<Listed | undefined> {
  const found = /^[0-9a-f]{64}$/.test(sha256) ? await stat(path).catch(() => undefined) : undefined // may be removed concurrently
  return found && { sha256, size: found.size, at: found.mtime }
}

// A new folder is durable only after an fsync of its parent folder.
export async function flushFolders(folder: string, made: string | undefined): Promise<void> {
  for (let path = folder; ; path = dirname(path)) {
    await flushFolder(path)
    if (made === undefined || path === dirname(made) || path === dirname(path)) break
  }
}

export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
