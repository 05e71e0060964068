import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityOf, pidSpace } from './process.ts'

export type Lock = { release(): void }
type Holder = { pid: number; identity: string; space: string; host: string }

const heartbeatMs = 2_000

/**
 * Lock file: one process per database folder. A killed process leaves a stale lock; the start time stored with the pid
 * shows that it is stale even when the pid was reused.
 */
export async function takeLock(folder: string): Promise<Lock> {
  const path = join(folder, 'lock')
  const holder = { pid: process.pid, identity: identityOf(process.pid), space: pidSpace(), host: hostname(), lock: randomUUID() }
  const own = JSON.stringify(holder)
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, own)
  try {
    while (!linked(draft, path)) {
      const current = read(path)
      if (current === undefined) continue
      const user = await liveHolder(current, path)
      if (user) throw new Error(`The database folder ${folder} is in use by ${user}; stop it first or choose another DATA_DIR.`)
      await withMutex(path, () => read(path) === current && removeStaleLock(path, current))
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const heartbeat = setInterval(() => read(path) === own && touch(path), heartbeatMs).unref()
  const release = () => {
    clearInterval(heartbeat)
    if (read(path) === own) rmSync(path, { force: true })
  }
  return { release }
}

/** link(2) is atomic: the lock appears with its whole content, and an existing lock is never overwritten. */
function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Without a mutex, a slow process that renames a fresh lock, even briefly, would let a third one take it. On Linux the mutex is an abstract
 * socket, which is released when its process dies. After five seconds the work runs without it.
 */
async function withMutex(path: string, work: () => void): Promise<void> {
  const name = `\0projectory-${createHash('sha256').update(path).digest('hex')}`
  const server = createServer()
  const isTaken = () =>
    once(server.listen(name), 'listening').then(
      () => false,
      () => true,
    )
  for (let tries = 0; process.platform === 'linux' && tries < 500 && (await isTaken()); tries++) await sleep(10)
  try {
    work()
  } finally {
    if (server.listening) server.close()
  }
}

/** Two processes may find the same stale lock: the slower one must not delete the fresh lock of the faster one. */
export function removeStaleLock(path: string, stale: string): void {
  const renamed = `${path}.${randomUUID()}`
  try {
    renameSync(path, renamed)
    if (read(renamed) !== stale) linked(renamed, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  rmSync(renamed, { force: true })
}

async function liveHolder(content: string, path: string): Promise<string | undefined> {
  let holder: Holder
  try {
    holder = JSON.parse(content)
  } catch {
    return undefined // incomplete after a power loss
  }
  if (holder.space === pidSpace()) return holder.identity === identityOf(holder.pid) ? `process ${holder.pid}` : undefined
  return (await isBeating(path)) ? `process ${holder.pid} on ${holder.host}` : undefined
}

/** Pids of another machine or container cannot be checked; a live process touches its lock as a heartbeat. */
async function isBeating(path: string): Promise<boolean> {
  const seen = touchedAt(path)
  if (Date.now() - seen > 60_000) return false
  for (let waited = 0; waited < 4 * heartbeatMs; waited += 200) {
    await sleep(200)
    if (touchedAt(path) !== seen) return true
  }
  return false
}

function touchedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // A full, faulty or read-only disk: the next heartbeat may succeed.
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
