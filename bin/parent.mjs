import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setting } from './settings.mjs'

const interval = 1_000
const hasProc = process.platform === 'linux'

/**
 * A supervisor may signal only npm. npm forwards SIGTERM to the shell of the script, which may not forward it, and SIGKILL cannot be
 * forwarded: this process would be orphaned. So it stops when npm, or a shell between the two, has ended. Only a change of the parent
 * counts: a service that was started detached, or by systemd, has another parent from the beginning.
 */
export function stopWithNpm() {
  const isRunByNpm = /projectory|launch\.mjs/.test(process.env.npm_lifecycle_script ?? '')
  if (!isRunByNpm || setting('STOP_WITH_NPM') === 'off') return
  const links = linksToNpm()
  const timer = setInterval(() => {
    if (!links.some(isBroken)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, interval)
  timer.unref()
}

/** [child, parent] from this process up to the first ancestor that is not a shell. */
function linksToNpm() {
  const links = [[process.pid, process.ppid]]
  for (let pid = process.ppid; /^-?\w*sh$/.test(nameOf(pid)); pid = parentOf(pid)) links.push([pid, parentOf(pid)])
  return links
}

/** A zombie ancestor still has a pid, but its children already have another parent. */
function isBroken([child, parent]) {
  if (child === process.pid || hasProc) return parentOf(child) !== parent
  try {
    process.kill(parent, 0) // running `ps` every second would cost too much
    return false
  } catch ({ code }) {
    return code === 'ESRCH'
  }
}

function parentOf(pid) {
  if (pid === process.pid) return process.ppid
  if (!hasProc) return Number(ps(pid, 'ppid='))
  // The process name in parentheses may itself contain spaces and parentheses: parse after the last one.
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

const nameOf = (pid) => (hasProc ? read(`/proc/${pid}/comm`).trim() : ps(pid, 'comm=').split('/').at(-1))

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function ps(pid, column) {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}
