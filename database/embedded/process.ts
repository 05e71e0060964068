import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const hasProc = process.platform === 'linux'

/** Start time, which distinguishes a process from a later one with the same pid; undefined when it has exited (also for zombies). */
export function identityOf(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'lstart=')
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces and brackets: count from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return fields[19] // starttime, in ticks since boot
  } catch {
    return undefined
  }
}

/** Whether this is a live PostgreSQL process of this data folder. */
export function isServerOn(pid: number, data: string): boolean {
  if (identityOf(pid) === undefined) return false
  if (!hasProc) {
    const command = ps(pid, 'command=') ?? ''
    return command.includes('postgres') && command.includes(data)
  }
  try {
    // Every PostgreSQL process has its data folder as working directory; its command line may differ.
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    return name === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    return false
  }
}

/** Live server processes of the folder. Outside Linux backends cannot be identified; PostgreSQL's own check remains. */
export function listServersOn(data: string): number[] {
  if (!hasProc) return []
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => isServerOn(pid, data))
}

/** Polls the condition; false on timeout. */
export async function waitUntil(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (!condition()) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Boot id and pid namespace: pids are comparable only within both. */
export function pidSpace(): string {
  if (!hasProc) return 'one'
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
}

function ps(pid: number, column: string): string | undefined {
  try {
    const env = { ...process.env, LC_ALL: 'C' }
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { env, encoding: 'utf8', stdio: 'pipe' }).trim() || undefined
  } catch {
    return undefined
  }
}
