import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// Bytes by their SHA-256 under one folder. A file appears whole or not at all: written aside, flushed, then renamed.
export function createDiskStore(folder: string) {
  const pathOf = (sha256: string): string => join(folder, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256)

  return {
    pathOf,
    async keep(bytes: Uint8Array): Promise<{ sha256: string; size: number }> {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const aside = join(folder, '.tmp', randomUUID())
      const target = pathOf(sha256)
      await mkdir(dirname(aside), { recursive: true })
      const made = await mkdir(dirname(target), { recursive: true })
      try {
        const file = await open(aside, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(aside, target)
        // A new folder is only as durable as its name in the folder above.
        for (let path = dirname(target); ; path = dirname(path)) {
          await flushFolder(path)
          if (made === undefined || path === dirname(made) || path === dirname(path)) break
        }
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
      return { sha256, size: bytes.byteLength }
    },
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
