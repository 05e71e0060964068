import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// The major version of PostgreSQL that made the data of a folder, and the replacement of the data by those of another version.

/** Data that are complete and on the disk; the rest of the name is the one that the old data get. */
const READY = 'data.replaces-'

/** Undefined: there is no database. */
export function dataVersion(data: string): string | undefined {
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

export const isOlder = (found: string, bundled: string): boolean => Number(found) < Number(bundled)

export function whyNotVersion(folder: string, found: string, bundled: string): string | null {
  if (found === bundled) return null
  const text = `The database in ${folder} was made by PostgreSQL ${found}. This version of Projectory has PostgreSQL ${bundled}, which cannot read it. Nothing was changed.`
  return isOlder(found, bundled)
    ? `${text} Convert it with: npx projectory upgrade-database`
    : `${text} Install the newer version of Projectory that it was last used with.`
}

/**
 * Replaces the data by those in the folder `work`, which must be on the disk already, and removes `work`. The old data are in place until they are
 * renamed; if the process is killed after that, the next start or upgrade makes the last rename.
 */
export function swapData(folder: string, work: string, oldName: string, onStep: (step: 'move out' | 'move in') => void): void {
  renameSync(join(work, 'data'), join(folder, READY + oldName))
  syncFolder(folder)
  rmSync(work, { recursive: true, force: true })
  onStep('move out')
  renameSync(join(folder, 'data'), join(folder, oldName))
  onStep('move in')
  finishSwap(folder)
}

export function finishSwap(folder: string): void {
  const ready = interruptedSwap(folder)
  if (ready === undefined) return
  renameSync(join(folder, ready), join(folder, 'data'))
  syncFolder(folder)
}

/** The name of the data that are to be renamed to `data`. Without the old data under their new name something else has happened to the folder. */
export function interruptedSwap(folder: string): string | undefined {
  if (existsSync(join(folder, 'data'))) return undefined
  return listReady(folder).find((name) => existsSync(join(folder, name.slice(READY.length))))
}

export const listReady = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith(READY))

export function syncFolder(folder: string): void {
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}
