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

const beat = 2_000

/**
 * Only one process may run the database of a folder. A killed process leaves its lock behind; the start time
 * kept beside the pid shows that it is dead even when another process has its pid by now.
 */
export async function takeLock(folder: string): Promise<Lock> {
  const path = join(folder, 'lock')
  const holder = { pid: process.pid, identity: identityOf(process.pid), space: pidSpace(), host: hostname(), lock: randomUUID() }
  const own = JSON.stringify(holder)
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, own)
  try {
    while (!linked(draft, path)) {
      const held = read(path)
      if (held === undefined) continue
      const user = await liveHolder(held, path)
      if (user) throw new Error(`The database folder ${folder} is in use by ${user}; stop it first or choose another DATA_DIR.`)
      await oneAtATime(path, () => read(path) === held && moveAside(path, held))
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const pulse = setInterval(() => read(path) === own && utimesSync(path, new Date(), new Date()), beat).unref()
  const release = () => {
    clearInterval(pulse)
    if (read(path) === own) rmSync(path, { force: true })
  }
  return { release }
}

/** A hard link appears with its whole content or not at all, and never over an existing lock. */
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
 * A slow starter that moves a fresh lock aside, even for a moment, leaves room for a third. On Linux a name that only one process can
 * listen on keeps them apart, and is free again when it dies; who waits in vain for five seconds goes on without it.
 */
async function oneAtATime(path: string, work: () => void): Promise<void> {
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

/** Two starters may see the same dead lock: the slower one must not throw away the fresh lock of the faster one. */
export function moveAside(path: string, dead: string): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
    if (read(aside) !== dead) linked(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  rmSync(aside, { force: true })
}

async function liveHolder(held: string, path: string): Promise<string | undefined> {
  let holder: Holder
  try {
    holder = JSON.parse(held)
  } catch {
    return undefined // a torn lock, left by a power cut
  }
  if (holder.space === pidSpace()) return holder.identity === identityOf(holder.pid) ? `process ${holder.pid}` : undefined
  return (await isBeating(path)) ? `process ${holder.pid} on ${holder.host}` : undefined
}

/** The pid of another machine or container tells nothing here; but as long as it lives, its lock is touched. */
async function isBeating(path: string): Promise<boolean> {
  const seen = touchedAt(path)
  if (Date.now() - seen > 60_000) return false
  for (let waited = 0; waited < 4 * beat; waited += 200) {
    await sleep(200)
    if (touchedAt(path) !== seen) return true
  }
  return false
}

function touchedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
