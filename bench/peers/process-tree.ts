import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100 // USER_HZ, the same on every Linux

type Process = { pid: number; parent: number; ticks: number }

// Fields of /proc/<pid>/stat after the name, which is in parentheses and may contain spaces.
function readProcess(pid: number): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number]
    return { pid, parent: Number(fields[1]), ticks: user + system + endedUser + endedSystem }
  } catch {
    return null // it has ended
  }
}

function listTree(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((one) => one !== null)
  const tree = new Set([root])
  for (let size = 0; size < tree.size; ) {
    size = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all.filter(({ pid }) => tree.has(pid))
}

/** CPU seconds of a process and of all its descendants, also of those that have ended. */
export const cpuSeconds = (root: number): number => listTree(root).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND

/** Memory of a program in bytes, without a PostgreSQL among its descendants; pages its processes share are counted once. */
export const memoryOf = (root: number): number =>
  listTree(root).reduce((sum, { pid }) => {
    try {
      if (readFileSync(`/proc/${pid}/comm`, 'latin1').startsWith('postgres')) return sum
      return sum + 1024 * Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0)
    } catch {
      return sum
    }
  }, 0)

export const pidsOf = (root: number): number[] => listTree(root).map(({ pid }) => pid)
