import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeat = 5_000
const released = 'released'

/** A lock between launches in the same folder; a second launch waits. */
export async function withInstallLock(root, work) {
  const folder = join(root, '.cache/install-lock')
  mkdirSync(folder, { recursive: true })
  let path = acquire(folder)
  for (let waits = 0; path === null; waits++) {
    if (waits === 1) console.error('Another launch is installing; waiting for it…')
    await sleep(300)
    path = acquire(folder)
  }
  // Heartbeat: the pid alone could be reused by a later process or belong to another container.
  const timer = setInterval(() => utimesSync(path, new Date(), new Date()), heartbeat)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    writeFileSync(path, released)
  }
}

/**
 * Each holder creates a file with the next number. The newest file is never removed, so a process that was paused between
 * reading the folder and creating its file finds either that the number is taken or that there is a higher one.
 */
function acquire(folder) {
  const newest = newestNumber(folder)
  if (newest > 0 && isLocked(join(folder, String(newest)))) return null
  const own = join(folder, String(newest + 1))
  try {
    writeFileSync(own, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (error.code === 'EEXIST') return null
    throw error
  }
  if (newestNumber(folder) > newest + 1) {
    rmSync(own, { force: true })
    return null
  }
  for (const name of readdirSync(folder)) if (Number(name) <= newest) rmSync(join(folder, name), { force: true })
  return own
}

const newestNumber = (folder) => Math.max(0, ...readdirSync(folder).map(Number))

function isLocked(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > 6 * heartbeat) return false
    const content = readFileSync(path, 'utf8')
    if (content === released) return false
    if (content !== '') process.kill(Number(content), 0) // empty: just being written
    return true
  } catch (error) {
    if (error.code === 'ENOENT') return true // removed by a later holder: try again
    return error.code !== 'ESRCH'
  }
}
