import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const hasProc = process.platform === 'linux'

/** What tells this process from a later one that got the same pid; undefined when it is gone (a zombie is gone too). */
export function identityOf(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'lstart=')
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold blanks and brackets itself: count from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return fields[19] // ticks since the boot
  } catch {
    return undefined
  }
}

/** Is this live process a PostgreSQL server process working in this very data folder? */
export function isServerOn(pid: number, data: string): boolean {
  if (identityOf(pid) === undefined) return false
  if (!hasProc) {
    const command = ps(pid, 'command=') ?? ''
    return command.includes('postgres') && command.includes(data)
  }
  try {
    // Every PostgreSQL process keeps its data folder as working directory, whatever its command line says.
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    return name === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    return false
  }
}

/** Live server processes of the folder. Outside Linux backends cannot be told apart: only PostgreSQL's own check is left there. */
export function listServersOn(data: string): number[] {
  if (!hasProc) return []
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => isServerOn(pid, data))
}

/** Waits until the fact holds; false when it did not in time. */
export async function holds(fact: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (!fact()) {
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

/** Pids can be compared only within one boot of one machine or container. */
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
