import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

// Processes of a run, read from /proc: what they cost, and which are left.

const TICKS_PER_SECOND = 100 // USER_HZ, the unit of /proc on every Linux

type Stat = { pid: number; parent: number; seconds: number }

function listProcesses(): Stat[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        // user, system, and the same of children that have ended
        const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
        return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND }]
      } catch {
        return [] // ended meanwhile
      }
    })
}

/** CPU seconds of these processes and their descendants since they were started; 0 where there is no /proc. */
export function cpuOf(...pids: (number | undefined)[]): number {
  const all = listProcesses()
  const children = Map.groupBy(all, ({ parent }) => parent)
  const found = all.filter(({ pid }) => pids.includes(pid))
  for (const one of found) found.push(...(children.get(one.pid) ?? []))
  return found.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** Processes, other than this one, that were started with this environment variable, also those whose parent has ended. */
export function listMarked(name: string, value: string): { pid: number; command: string }[] {
  const mark = `${name}=${value}`
  return listProcesses().flatMap(({ pid }) => {
    try {
      if (pid === process.pid || !readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)) return []
      return [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }]
    } catch {
      return [] // of another user, or ended meanwhile
    }
  })
}

/** Ends them, and returns what they were. A process that just exits gets a moment. */
export async function endMarked(name: string, value: string, patience = 5_000): Promise<string[]> {
  const deadline = performance.now() + patience
  while (listMarked(name, value).length > 0 && performance.now() < deadline) await sleep(50)
  const left = listMarked(name, value)
  for (const { pid } of left) kill(pid)
  return left.map(({ command }) => command)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ended meanwhile
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
