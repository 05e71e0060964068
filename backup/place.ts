import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { flushFolders } from '#files/disk.ts'
import { named } from '#files/file-store.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '#files/private.ts'
import { readS3Address } from '#files/s3-address.ts'

// Where backups are: a folder, or a bucket below a prefix. Something with a final name is always complete.

export type Stored = { name: string; bytes: number; at: Date }
export type Place = {
  /** For people: the whole address of something in it, without keys. */
  addressOf(name: string): string
  write(name: string, source: AsyncIterable<Uint8Array>): Promise<number>
  read(name: string): Promise<Readable>
  size(name: string): Promise<number | undefined>
  list(): AsyncIterable<Stored>
  remove(name: string): Promise<void>
}

export class NoSuchBackup extends Error {}

const TEMPORARY = '.unfinished-'
const OLD_MS = 24 * 3_600_000

/** The names below a place. */
export const ARCHIVE = /^projectory-\d{8}T\d{6}Z(-[\w-]+)?\.tar\.zst(\.age)?$/
export const manifestOf = (archive: string): string => archive.replace(/\.tar\.zst(\.age)?$/, '.json')
export const fileName = (sha256: string, isEncrypted: boolean): string =>
  `files/${sha256.slice(0, 2)}/${sha256}${isEncrypted ? '.age' : ''}`
/** Of an archive or a file; the files of an archive are encrypted if it is. */
export const isEncrypted = (name: string): boolean => name.endsWith('.age')
export const isArchiveName = (name: string): boolean => /\.tar\.zst(\.age)?$/.test(name)

/** A place, and the name in it if the address is the one of an archive. */
export async function openPlace(address: string): Promise<{ place: Place; name: string | null }> {
  if (address.startsWith('s3:')) return openBucket(address)
  const path = resolve(address)
  const isFolder = existsSync(path) ? statSync(path).isDirectory() : !isArchiveName(path) && address.endsWith('/')
  return isFolder ? { place: folderPlace(path), name: null } : { place: folderPlace(dirname(path)), name: basename(path) }
}

/** The address as a place, also if it looks like a file. */
export const openFolder = async (address: string): Promise<Place> =>
  address.startsWith('s3:') ? (await openBucket(address)).place : folderPlace(resolve(address))

export function folderPlace(folder: string): Place {
  const pathOf = (name: string): string => join(folder, name)
  return {
    addressOf: pathOf,
    async write(name, source) {
      const path = pathOf(name)
      const draft = join(dirname(path), `${TEMPORARY}${randomUUID()}`)
      const made = await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
      const file = await open(draft, 'wx', PRIVATE_FILE)
      let bytes = 0
      try {
        for await (const part of source) {
          for (let at = 0; at < part.length; ) at += (await file.write(part, at)).bytesWritten
          bytes += part.length
        }
        await file.sync()
        await file.close()
        await rename(draft, path)
      } catch (error) {
        await file.close().catch(() => {})
        await rm(draft, { force: true })
        throw named(error, draft)
      }
      await flushFolders(dirname(path), made)
      return bytes
    },
    async read(name) {
      const file = await open(pathOf(name)).catch((error) => {
        throw error.code === 'ENOENT' ? new NoSuchBackup(`${pathOf(name)} does not exist`) : error
      })
      return createReadStream('', { fd: file, highWaterMark: 256 * 1024 })
    },
    size: (name) =>
      stat(pathOf(name)).then(
        ({ size }) => size,
        (error) => (error.code === 'ENOENT' || error.code === 'ENOTDIR' ? undefined : Promise.reject(error)),
      ),
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) =>
        error.code === 'ENOENT' ? [] : Promise.reject(error),
      )
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(() => undefined)
        if (!found) continue
        if (!entry.name.startsWith(TEMPORARY)) yield { name: path.slice(folder.length + 1), bytes: found.size, at: found.mtime }
        else if (Date.now() - found.mtimeMs > OLD_MS) await rm(path, { force: true }) // of a process that was killed
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

async function openBucket(text: string): Promise<{ place: Place; name: string | null }> {
  const address = readS3Address(text)
  if (typeof address === 'string') throw new Error(`${text.split('?')[0]}: ${address}`)
  const path = address.prefix.replace(/\/$/, '')
  const name = isArchiveName(path) ? basename(path) : null
  const prefix = name === null ? address.prefix : path.slice(0, path.length - name.length)
  const { createS3Objects } = await import('#files/s3-objects.ts') // large, and rarely needed
  const objects = createS3Objects({ ...address, prefix })
  const addressOf = (name: string): string => `s3://${address.bucket}/${prefix}${name}`
  const place: Place = {
    addressOf,
    write: objects.put,
    async read(name) {
      const found = await objects.get(name)
      if (!found) throw new NoSuchBackup(`${addressOf(name)} does not exist`)
      return found
    },
    size: objects.size,
    list: objects.list,
    remove: objects.remove,
  }
  return { place, name }
}
