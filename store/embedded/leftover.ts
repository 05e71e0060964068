import { readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { holds, isServerOn, listServersOn, signal } from './process.ts'

type PidFile = { pid: number; status: string }

/** PostgreSQL's own note about who serves a data folder; its last line says when it is ready. */
export function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Ends a server left behind by a killed process and takes away its stale notes. It is restarted rather than kept,
 * so that its settings, its log and its life are ours. True when one was still running.
 */
export async function clearLeftovers(folder: string): Promise<boolean> {
  const data = join(folder, 'data')
  const left = readPidFile(data)
  const wasRunning = left !== undefined && isServerOn(left.pid, data)
  if (wasRunning) await end(left.pid, data)
  // Backends notice the death of their server a moment later; a new one beside them would harm the data.
  if (!(await holds(() => listServersOn(data).length === 0, 30_000)))
    throw new Error(`An earlier PostgreSQL still works in ${folder} (process ${listServersOn(data)[0]}) and does not stop.`)
  // Its pid may belong to a stranger by now, or to a zombie that nobody collects: PostgreSQL would refuse to start.
  if (left) rmSync(join(data, 'postmaster.pid'), { force: true })
  removeSocketFolder(folder)
  return wasRunning
}

async function end(pid: number, data: string): Promise<void> {
  const gone = () => !isServerOn(pid, data)
  signal(pid, 'SIGINT')
  if (await holds(gone, 10_000)) return
  signal(pid, 'SIGQUIT')
  await holds(gone, 10_000)
}

/** The folder's note names the socket folder of the last start. */
export function removeSocketFolder(folder: string): void {
  const note = join(folder, 'socket')
  try {
    const path = readFileSync(note, 'utf8').trim()
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(path, name), { force: true })
    rmdirSync(path)
  } catch {
    // Already swept by the system; an empty folder in the temporary folder harms nobody.
  }
  rmSync(note, { force: true })
}
