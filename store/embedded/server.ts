import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { nameFor, serverEnvironment } from './cluster.ts'
import { clearLeftovers, readPidFile } from './leftover.ts'
import type { ServerLog } from './log.ts'

export const port = 5432 // only part of the socket's name: nothing listens on the network

export type Server = { process: ChildProcess; socketFolder: string }

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  random_page_cost: '1.1',
  shared_buffers: '96MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse', // details name the values of a refused row, and those may be personal
}

export async function launchServer(
  folder: string,
  binaries: Binaries,
  account: Account,
  log: ServerLog,
  overrides: Record<string, string>,
): Promise<Server> {
  const deadline = Date.now() + 30_000
  for (let pause = 100; ; pause *= 2) {
    const socketFolder = makeSocketFolder(folder, account)
    const values = { ...settings, ...overrides, unix_socket_directories: `"${socketFolder}"`, port: String(port) }
    const server = spawnServer(folder, binaries, account, log, values)
    if (server.pid !== undefined) guard(server, account, socketFolder)
    if (await isReady(server, join(folder, 'data'))) return { process: server, socketFolder }
    const complaint = log.since()
    // A server killed a moment ago may still hold its pid or its memory.
    const mayPass = /lock file|shared memory block/.test(complaint)
    if (!mayPass || Date.now() + pause > deadline)
      throw new Error(`PostgreSQL did not start in ${folder}: ${complaint || 'no word of it in the log'}`)
    await sleep(pause)
    await clearLeftovers(folder)
  }
}

/** Path names of sockets end at 103 bytes (macOS): a deep data folder cannot hold one, so it lies in a private temporary folder. */
function makeSocketFolder(folder: string, account: Account): string {
  const place = tmpdir().length > 60 ? '/tmp' : tmpdir()
  const path = mkdtempSync(join(place, 'projectory-'))
  chmodSync(path, 0o700)
  if (account) chownSync(path, account.uid, account.gid)
  writeFileSync(join(folder, 'socket'), path)
  return path
}

function spawnServer(folder: string, binaries: Binaries, account: Account, log: ServerLog, values: Record<string, string>): ChildProcess {
  const data = join(folder, 'data')
  const options = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries.path, 'bin/postgres'), ['-D', nameFor(data, account), ...options], {
    ...account,
    cwd: data,
    env: serverEnvironment,
    stdio: ['ignore', log.fd, log.fd],
    detached: true, // its own process group: Ctrl-C in the terminal is for us, we stop the database last
  })
  server.on('error', () => {}) // then there is no pid, which isReady sees
  return server
}

/** Should we be killed, the guardian's input ends, and it stops the database; a line of input means that there is nothing left to do. */
function guard(server: ChildProcess, account: Account, socketFolder: string): void {
  const script = `trap "" INT TERM HUP
    if read -r word; then exit; fi
    kill -INT "$1"
    for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 "$1" || exec rmdir "$2"; done
    kill -QUIT "$1"`
  const guardian = spawn('/bin/sh', ['-c', script, 'sh', String(server.pid), socketFolder], {
    ...account,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guardian.on('error', () => {})
  guardian.stdin.on('error', () => {})
  server.once('exit', () => guardian.stdin.end('done\n'))
  guardian.unref()
  ;(guardian.stdin as unknown as { unref(): void }).unref() // a pipe is a socket, which the type does not say
}

/** Recovery after a crash may take minutes: as long as the server lives it is given its time. */
async function isReady(server: ChildProcess, data: string): Promise<boolean> {
  for (;;) {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return false
    const note = readPidFile(data)
    if (note?.pid === server.pid && note.status === 'ready') return true
    await sleep(10)
  }
}
