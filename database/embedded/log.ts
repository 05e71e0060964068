import { closeSync, copyFileSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'

const limit = 5 * 1024 * 1024

export type ServerLog = { fd: number; size(): number; since(from: number): string; close(): void }

/** The server writes to the file directly, so it never blocks on this process. The log is rotated by size, with one old file. */
export function openLog(path: string): ServerLog {
  rotate(path)
  const fd = openSync(path, 'a', 0o600) // append mode: the server continues at the new end after truncation
  const timer = setInterval(() => rotate(path), 60_000).unref()
  return {
    fd,
    size: () => statSync(path).size,
    since: (from) => readFileSync(path).subarray(from).toString().trim(),
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}

/** Never throws: it runs in a timer, and a log is not worth the process. On a full disk the old lines are dropped. */
export function rotate(path: string, maxBytes = limit): void {
  attempt(() => {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < maxBytes) return
    const isCopied = attempt(() => copyFileSync(path, `${path}.1`))
    if (!isCopied) attempt(() => rmSync(`${path}.1`))
    truncateSync(path)
  })
}

function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
