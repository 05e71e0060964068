import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faults } from './faults.ts'
import { readOptions, usage } from './options.ts'

// npm run rig: high availability on this machine. The rig runs in its own network, mount and PID namespaces, so that its addresses, mounts
// and processes are invisible outside, and the kernel removes all of them when it ends, however it ends.

const programs: Record<string, string> = {
  patroni: 'patroni',
  '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  '/usr/lib/postgresql': 'postgresql',
  iptables: 'iptables',
  ip: 'iproute2',
}
const POLICY = '/usr/sbin/policy-rc.d'

function installMissing(): void {
  const missing = Object.entries(programs)
    .filter(([program]) => (program.startsWith('/') ? !existsSync(program) : spawnSync('which', [program]).status !== 0))
    .map(([, name]) => name)
  if (missing.length === 0) return
  console.log(`installing ${missing.join(', ')}`)
  // Debian starts a service when it is installed, unless this file forbids it.
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const args = ['install', '-y', '--no-install-recommends', ...missing]
    const { status } = spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed`)
  } finally {
    if (isOurs) rmSync(POLICY)
  }
}

/** Processes and mounts outside of the namespaces that still use the folder. */
function leftovers(folder: string): string[] {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(folder))
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
      } catch {
        return false // ended meanwhile
      }
    })
  return [...mounts, ...processes.map((pid) => `process ${pid}`)]
}

const options = readOptions(process.argv.slice(2), Object.keys(faults))
if (typeof options === 'string') {
  console.error(options)
  process.exit(2)
}
if (process.platform !== 'linux' || process.getuid!() !== 0) {
  console.error(`The rig needs Linux and root, for namespaces and Debian packages.\n\n${usage}`)
  process.exit(2)
}
installMissing()
const folder = mkdtempSync(join(tmpdir(), 'projectory-rig-'))
chmodSync(folder, 0o755) // PostgreSQL runs as another user
mkdirSync(join(folder, 'logs'))

// A shell is the first process of the namespace, because it reaps processes whose parent was killed.
const inside = [process.execPath, join(import.meta.dirname, 'inside.ts'), JSON.stringify({ folder, options })]
const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const child = spawn('unshare', [...namespaces, 'bash', '-c', '"$@"; exit $?', 'rig', ...inside], { stdio: ['pipe', 'inherit', 'inherit'] })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.stdin.end())
const [code] = (await once(child, 'exit')) as [number | null]

const left = leftovers(folder)
if (left.length > 0) console.error(`left behind:\n  ${left.join('\n  ')}`)
if (options.keep || (code !== 0 && code !== 130)) console.log(`logs and journal: ${folder}`)
else rmSync(folder, { recursive: true, force: true })
process.exit(left.length > 0 ? 1 : (code ?? 1))
