import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { endMarked, isRunning } from './processes.ts'

// Everything a run writes outside of the checkout is in its folders, which are removed at its end. A run that was killed leaves them to
// the next one.

const PREFIX = 'projectory-tests-'
const MEMORY = '/dev/shm'
const MEMORY_NEEDED = 4 * 2 ** 30

/** Every process of a run has this variable; its value is the name of the folder. */
export const RUN_MARK = 'TEST_RUN'

export type RunFolder = {
  name: string
  path: string
  /** For databases: in memory where there is enough of it. */
  database: string
  /** Ends the processes that are left, removes the folders, and returns the commands of those processes. */
  remove(patience?: number): Promise<string[]>
}

export async function makeRunFolder(): Promise<RunFolder> {
  const places = [tmpdir(), ...(hasMemory() ? [MEMORY] : [])]
  for (const place of places) await removeAbandoned(place)
  // Like /tmp: tests start programs as other users, too.
  const paths = places.map((place) => mkdtempSync(join(place, `${PREFIX}${process.pid}-`)))
  for (const path of paths) chmodSync(path, 0o1777)
  const name = basename(paths[0]!)
  return {
    name,
    path: paths[0]!,
    database: paths.at(-1)!,
    async remove(patience) {
      const left = await endMarked(RUN_MARK, name, patience)
      for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 10 })
      return left
    },
  }
}

async function removeAbandoned(place: string): Promise<void> {
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : Number.NaN
    if (Number.isNaN(pid) || isRunning(pid)) continue
    await endMarked(RUN_MARK, name, 0)
    rmSync(join(place, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MEMORY_NEEDED
  } catch {
    return false
  }
}
