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

export const port = 5432 // only part of the socket's file name: the server does not listen on the network

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
  log_error_verbosity: 'terse', // DETAIL contains values of rejected rows, which may be personal data
}

export type Launch = {
  folder: string
  socketFolder: string
  binaries: Binaries
  account: Account
  log: ServerLog
  settings: Record<string, string>
  /** Called with each process before it is ready. */
  onSpawn?: (server: ChildProcess) => void
}

export async function launchServer({ folder, socketFolder, binaries, account, log, onSpawn, ...rest }: Launch): Promise<ChildProcess> {
  const deadline = Date.now() + 30_000
  const values = { ...settings, ...rest.settings, unix_socket_directories: `"${socketFolder}"`, port: String(port) }
  for (let backOff = 100; ; backOff *= 2) {
    const from = log.size()
    const server = spawnServer(folder, binaries, account, log, values)
    if (server.pid !== undefined) startWatchdog(server, account, socketFolder)
    onSpawn?.(server)
    if (await isReady(server, join(folder, 'data'))) return server
    const output = log.since(from)
    // A server that was just killed may still have its lock file or shared memory.
    const isTransient = /lock file|shared memory block/.test(output)
    if (!isTransient || Date.now() + backOff > deadline)
      throw new Error(`PostgreSQL did not start in ${folder}: ${output || 'its log is empty'}`)
    await sleep(backOff)
    await clearLeftovers(folder)
  }
}

/** Socket paths are limited to 103 bytes (macOS). The data folder may be deeper, so the socket is in a private temporary folder. */
export function makeSocketFolder(folder: string, account: Account): string {
  const parent = tmpdir().length > 60 ? '/tmp' : tmpdir()
  const path = mkdtempSync(join(parent, 'projectory-'))
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
    detached: true, // its own process group: Ctrl-C must not reach the database, which is stopped last
  })
  server.on('error', () => {}) // isReady sees the missing pid
  return server
}

/** When this process is killed, the watchdog reads end of file and stops the database. A line of input ends the watchdog. */
function startWatchdog(server: ChildProcess, account: Account, socketFolder: string): void {
  const script = `trap "" INT TERM HUP
    if read -r line; then exit; fi
    kill -INT "$1"
    for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 "$1" || exec rmdir "$2"; done
    kill -QUIT "$1"`
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(server.pid), socketFolder], {
    ...account,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.on('error', () => {})
  watchdog.stdin.on('error', () => {})
  server.once('exit', () => watchdog.stdin.end('done\n'))
  watchdog.unref()
  ;(watchdog.stdin as unknown as { unref(): void }).unref() // the type does not say that a pipe is a socket
}

/** No timeout while the server runs: crash recovery may take minutes. */
async function isReady(server: ChildProcess, data: string): Promise<boolean> {
  for (;;) {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return false
    const file = readPidFile(data)
    if (file?.pid === server.pid && file.status === 'ready') return true
    await sleep(10)
  }
}
