import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const beat = 5_000

/** Two launches at once must not install into each other: the second waits for the first. */
export async function alone(root, work) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const path = join(root, '.cache/install.lock')
  for (let waits = 0; !taken(path); waits++) {
    if (waits === 1) console.error('Another launch is installing; waiting for it…')
    await sleep(300)
  }
  // A living holder touches its lock, so that a reused pid or one of another container cannot pass for it.
  const pulse = setInterval(() => utimesSync(path, new Date(), new Date()), beat)
  try {
    return await work()
  } finally {
    clearInterval(pulse)
    rmSync(path, { force: true })
  }
}

function taken(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isStale(path)) rmSync(path, { force: true })
  return false
}

function isStale(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > 6 * beat) return true
    const pid = Number(readFileSync(path, 'utf8'))
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
