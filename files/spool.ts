import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { asStorageError, FileTooLarge, type Range } from './file-store.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private.ts'

const HEAD_BYTES = 4100 // enough for type detection

export type Spooled = {
  path: string
  sha256: string
  size: number
  head: Buffer
  open(): Readable
  flush(): Promise<void>
  discard(): Promise<void>
}

// Writes a stream to a temporary file, counting and hashing it; only one chunk at a time is in memory.
export async function spool(folder: string, source: AsyncIterable<Uint8Array>, limit: number): Promise<Spooled> {
  const path = join(folder, randomUUID())
  const file = await create(folder, path).catch((error) => Promise.reject(asStorageError(error)))
  const discard = async (): Promise<void> => {
    await file.close()
    await rm(path, { force: true })
  }
  try {
    const hash = createHash('sha256')
    let size = 0
    let head = Buffer.alloc(0)
    for await (const part of source) {
      size += part.byteLength
      if (size > limit) throw new FileTooLarge(`more than ${limit} bytes`)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, part.subarray(0, HEAD_BYTES - head.length)])
      hash.update(part)
      await writeWhole(file, part)
    }
    // Keep the same handle for fsync: write-back errors are reported only to handles that were open when they occurred.
    return { path, sha256: hash.digest('hex'), size, head, open: () => openPart(path), flush: () => file.sync(), discard }
  } catch (error) {
    await discard()
    throw asStorageError(error, path)
  }
}

async function create(folder: string, path: string): ReturnType<typeof open> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  return open(path, 'wx', PRIVATE_FILE)
}

/** A stream that is abandoned before it is read may fail later, when the file is gone; without a listener that would end the process. */
export const openPart = (path: string, range?: Range): Readable => createReadStream(path, range).on('error', () => {})

async function writeWhole(file: Awaited<ReturnType<typeof open>>, part: Uint8Array): Promise<void> {
  for (let at = 0; at < part.byteLength; ) at += (await file.write(part, at)).bytesWritten
}

export async function tidySpool(folder: string, before: Date): Promise<number> {
  let removed = 0
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const { mtime } = await stat(join(folder, name)).catch(() => ({ mtime: new Date() }))
    if (mtime >= before) continue
    await rm(join(folder, name), { force: true })
    removed++
  }
  return removed
}

export async function* onePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
