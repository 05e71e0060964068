import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

function listParents(): [pid: number, parent: number][] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  }
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return [[pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as [number, number]]
    } catch {
      return [] // ended meanwhile
    }
  })
}

/** All descendants of this process. */
export function descendantsOf(ancestor: number): number[] {
  const parents = listParents()
  const found = [ancestor]
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found.slice(1)
}

/** The processes between a process and one of its ancestors. */
export function between(pid: number, ancestor: number): number[] {
  const parents = new Map(listParents())
  const found: number[] = []
  for (let next = parents.get(pid)!; next !== ancestor; next = parents.get(next)!) {
    if (!next) throw new Error(`process ${pid} is not below ${ancestor}`)
    found.push(next)
  }
  return found
}
