import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'

const limit = 5 * 1024 * 1024

export type ServerLog = { fd: number; since(): string; close(): void }

/** The server writes to the file by itself, so it never waits for us; one older part is kept, and neither grows for ever. */
export function openLog(path: string): ServerLog {
  shorten(path)
  const fd = openSync(path, 'a', 0o600) // appending: after a cut the server goes on at the new end
  const start = statSync(path).size
  const timer = setInterval(() => shorten(path), 60_000).unref()
  return {
    fd,
    since: () => readFileSync(path).subarray(start).toString().trim(),
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}

export function shorten(path: string, most = limit): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < most) return
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
}
