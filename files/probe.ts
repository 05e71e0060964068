import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { named } from './file-store.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private.ts'

const bytes = Buffer.alloc(16 * 1024, 'probe')

/** Fails when the folder cannot be written to, or its disk is full. Not flushed: a disk that is full says so at once. */
export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, `.write-probe-${process.pid}`)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  try {
    await writeFile(path, bytes, { mode: PRIVATE_FILE })
  } catch (error) {
    throw named(error, path)
  } finally {
    await rm(path, { force: true })
  }
}
