import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

// Stored files are personal data: only the account of the service may read them.
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

const isOpenToOthers = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && (found.mode & 0o077) !== 0
}

/**
 * Corrects the modes below a folder that earlier versions left readable by others. The folder itself is closed first, which already protects
 * everything in it; `last`, a folder in it, is closed last, so that an interrupted run is repeated.
 */
export async function closeToOthers(folder: string, last: string): Promise<void> {
  if (!(await isOpenToOthers(folder)) && !(await isOpenToOthers(last))) return
  await chmod(folder, PRIVATE_FOLDER)
  await closeContents(folder, last)
  await chmod(last, PRIVATE_FOLDER).catch(ignoreAbsent)
}

async function closeContents(folder: string, last: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      await closeContents(path, last)
      if (path !== last) await chmod(path, PRIVATE_FOLDER)
    } else if (entry.isFile()) await chmod(path, PRIVATE_FILE).catch(ignoreAbsent) // another process may remove temporary files
  }
}

const ignoreAbsent = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}
