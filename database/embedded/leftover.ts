import { readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isServerOn, listServersOn, signal, waitUntil } from './process.ts'

type PidFile = { pid: number; status: string }

/** postmaster.pid: the pid in the first line, the status in the last one. */
export function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Stops a server left behind by a killed process and removes its stale files. It is restarted rather than reused,
 * to control its settings, log and lifetime. True when one was still running.
 */
export async function clearLeftovers(folder: string): Promise<boolean> {
  const data = join(folder, 'data')
  const left = readPidFile(data)
  const wasRunning = left !== undefined && isServerOn(left.pid, data)
  if (wasRunning) await end(left.pid, data)
  // Backends exit a moment after the postmaster; a new server beside them would corrupt the data.
  if (!(await waitUntil(() => listServersOn(data).length === 0, 30_000)))
    throw new Error(`An earlier PostgreSQL is still running in ${folder} (process ${listServersOn(data)[0]}) and does not stop.`)
  // The pid may have been reused, or may be a zombie: PostgreSQL would refuse to start.
  if (left) rmSync(join(data, 'postmaster.pid'), { force: true })
  removeSocketFiles(folder)
  return wasRunning
}

async function end(pid: number, data: string): Promise<void> {
  const gone = () => !isServerOn(pid, data)
  signal(pid, 'SIGINT')
  if (await waitUntil(gone, 10_000)) return
  signal(pid, 'SIGQUIT')
  await waitUntil(gone, 10_000)
}

/** The socket of the last start and its lock file. The file `socket` contains the path of their folder, which is returned. */
function removeSocketFiles(folder: string): string | undefined {
  try {
    const path = readFileSync(join(folder, 'socket'), 'utf8').trim()
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(path, name), { force: true })
    return path
  } catch {
    return undefined
  }
}

export function removeSocketFolder(folder: string): void {
  const path = removeSocketFiles(folder)
  try {
    if (path) rmdirSync(path)
  } catch {
    // Already removed by the system; an empty temporary folder is harmless.
  }
  rmSync(join(folder, 'socket'), { force: true })
}
