import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Registry of the processes that run from a folder. Each listens on a Unix socket, which accepts connections only while the process is
// alive. The sockets are in the temporary directory: in production nothing is written to the code folder.

function folderOf(root) {
  const id = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const temporary = tmpdir().length > 60 ? '/tmp' : tmpdir() // socket paths are limited to 103 bytes
  return join(temporary, `projectory-running-${process.getuid?.() ?? 0}-${id}`)
}

export function announceRunning(root) {
  const path = join(folderOf(root), String(process.pid))
  try {
    mkdirSync(folderOf(root), { recursive: true, mode: 0o700 })
    rmSync(path, { force: true }) // of an earlier process with this pid
  } catch {
    return // not fatal: running processes are then not protected from changed packages
  }
  const server = createServer((socket) => socket.destroy())
  server.on('error', ({ code }) => code === 'ENOENT' && announceRunning(root)) // the folder was removed by another process
  server.listen(path)
  server.unref()
  process.on('exit', () => {
    rmSync(path, { force: true })
    try {
      rmdirSync(folderOf(root))
    } catch {
      // not empty: other processes run from here
    }
  })
}

export async function listRunning(root) {
  let names = []
  try {
    names = readdirSync(folderOf(root))
  } catch {
    return [] // no process has run from here
  }
  const others = names.filter((name) => name !== String(process.pid))
  const alive = await Promise.all(others.map((name) => isAlive(join(folderOf(root), name))))
  return others.filter((_, index) => alive[index]).map(Number)
}

function isAlive(path) {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', ({ code }) => {
      if (code === 'ECONNREFUSED') rmSync(path, { force: true }) // its process was killed
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT')
    })
  })
}
