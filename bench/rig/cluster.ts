import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Sql } from '#database/sql.ts'
import { addressOf, type Machine, machines, NETWORK } from './network.ts'
import { isRunning, start, until } from './processes.ts'
import { template } from './template.ts'

// etcd, Patroni and PostgreSQL on each database machine, and HAProxy in front of them.

export const PASSWORD = 'rig'
export const HAPROXY_PORT = 5000
const DISK_MB = 2048 // each failover leaves a segment of the write-ahead log on every server

export type Timing = { ttl: number; loopWait: number; retryTimeout: number; etcd?: 'etcd' | 'etcd3' }
export const timings: Record<number, Timing> = {
  10: { ttl: 10, loopWait: 3, retryTimeout: 3 },
  30: { ttl: 30, loopWait: 10, retryTimeout: 10 }, // the defaults of Patroni
}

type Member = { name: Machine; role: string; state: string; lag?: number | string; timeline?: number }

export const diskOf = (folder: string, machine: Machine): string => join(folder, machine, 'disk')
export const dataOf = (folder: string, machine: Machine): string => join(diskOf(folder, machine), 'data')

export async function startCluster(folder: string, timing: Timing): Promise<void> {
  const uid = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
  const gid = Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' }))
  for (const machine of machines) {
    const own = join(folder, machine)
    mountDisk(diskOf(folder, machine))
    for (const path of [own, diskOf(folder, machine)]) chownSync(path, uid, gid)
    chmodSync(diskOf(folder, machine), 0o700)
    writePatroniConfig(folder, machine, timing)
    startEtcd(folder, machine)
  }
  for (const machine of machines) startPatroni(folder, machine)
  startHaproxy(folder)
  await until('a primary and two standbys', 300, isClusterHealthy, 300)
}

// A file system of its own, so that it can become full; in memory, because six servers that wait for one disk would measure the disk. What is
// written survives the end of a process all the same.
function mountDisk(folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}M`, 'tmpfs', folder])
}

const binFolder = (): string => {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${versions[0]}/bin`
}

function writePatroniConfig(folder: string, machine: Machine, timing: Timing): void {
  const own = join(folder, machine)
  const values = {
    NAME: machine,
    ADDRESS: addressOf(machine),
    ETCD: timing.etcd ?? 'etcd',
    ETCD_HOSTS: machines.map((one) => `${addressOf(one)}:2379`).join(','),
    TTL: String(timing.ttl),
    LOOP_WAIT: String(timing.loopWait),
    RETRY_TIMEOUT: String(timing.retryTimeout),
    DATA_DIR: dataOf(folder, machine),
    BIN_DIR: binFolder(),
    PGPASS: join(own, 'pgpass'),
    PASSWORD,
    NETWORK,
    SOCKETS: own,
  }
  writeFileSync(join(own, 'patroni.yml'), template('patroni.yml', values))
}

export function startEtcd(folder: string, machine: Machine): void {
  const address = addressOf(machine)
  const cluster = machines.map((one) => `${one}=http://${addressOf(one)}:2380`).join(',')
  const args = [
    ['--name', machine],
    ['--data-dir', join(diskOf(folder, machine), 'etcd')],
    ['--listen-peer-urls', `http://${address}:2380`],
    ['--initial-advertise-peer-urls', `http://${address}:2380`],
    ['--listen-client-urls', `http://${address}:2379`],
    ['--advertise-client-urls', `http://${address}:2379`],
    ['--initial-cluster', cluster],
    ['--initial-cluster-token', 'rig'],
    ['--enable-v2=true'],
  ]
  start(folder, `etcd-${machine}`, { command: 'etcd', args: args.flat(), machine, user: 'postgres' })
}

export function startPatroni(folder: string, machine: Machine): void {
  start(folder, `patroni-${machine}`, {
    command: 'patroni',
    args: [join(folder, machine, 'patroni.yml')],
    machine,
    user: 'postgres',
  })
}

function startHaproxy(folder: string): void {
  const config = join(folder, 'haproxy.cfg')
  const [DB1, DB2, DB3] = machines.map(addressOf)
  writeFileSync(config, template('haproxy.cfg', { BIND: '127.0.0.1', DB1: DB1!, DB2: DB2!, DB3: DB3! }))
  start(folder, 'haproxy', { command: 'haproxy', args: ['-db', '-f', config] })
}

const restOf = (machine: Machine): string => `http://${addressOf(machine)}:8008`

async function ask(machine: Machine, path: string, ms = 1500): Promise<Response> {
  return fetch(`${restOf(machine)}${path}`, { signal: AbortSignal.timeout(ms) })
}

async function membersSeenBy(machine: Machine): Promise<Member[]> {
  const response = await ask(machine, '/cluster')
  return ((await response.json()) as { members: Member[] }).members
}

const isHealthy = (all: Member[]): boolean =>
  all.length === machines.length &&
  all.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
  all.filter(({ role, state, lag }) => isStandby(role) && (state === 'running' || state === 'streaming') && typeof lag === 'number')
    .length === 2 &&
  new Set(all.map(({ timeline }) => timeline)).size === 1 &&
  all.some(({ role }) => role === 'sync_standby')

const isStandby = (role: string): boolean => role === 'replica' || role === 'sync_standby'

/** Every Patroni sees the same primary with two standbys: one that was cut off still has its old view for a while. */
export async function isClusterHealthy(): Promise<boolean> {
  const views = await Promise.all(machines.map((machine) => membersSeenBy(machine)))
  const leaders = views.map((view) => view.find(({ role }) => role === 'leader')?.name)
  return views.every(isHealthy) && new Set(leaders).size === 1
}

/** The machine that answers as primary, of those Patroni knows. */
export async function findPrimary(except: Machine | null = null): Promise<Machine | null> {
  for (const machine of machines) {
    if (machine === except || !isRunning(`patroni-${machine}`)) continue
    const response = await ask(machine, '/primary').catch(() => null)
    await response?.arrayBuffer()
    if (response?.status === 200) return machine
  }
  return null
}

export async function switchover(leader: Machine, candidate: Machine): Promise<void> {
  const body = JSON.stringify({ leader, candidate })
  const response = await fetch(`${restOf(leader)}/switchover`, { method: 'POST', body, signal: AbortSignal.timeout(60_000) })
  if (!response.ok) throw new Error(`switchover from ${leader} to ${candidate}: ${response.status} ${await response.text()}`)
}

export const standbys = async (): Promise<{ synchronous: Machine; all: Machine[] }> => {
  const known = await membersSeenBy((await findPrimary()) ?? 'db1')
  const synchronous = known.find(({ role }) => role === 'sync_standby')?.name
  if (!synchronous) throw new Error('there is no synchronous standby')
  return { synchronous, all: known.filter(({ role }) => isStandby(role)).map(({ name }) => name) }
}

/** The machine whose etcd leads. */
export async function findEtcdLeader(): Promise<Machine> {
  for (const machine of machines) {
    const status = await fetch(`http://${addressOf(machine)}:2379/v3/maintenance/status`, { method: 'POST', body: '{}' })
    const { header, leader } = (await status.json()) as { header: { member_id: string }; leader: string }
    if (header.member_id === leader) return machine
  }
  throw new Error('etcd has no leader')
}

export const postmasterPid = (folder: string, machine: Machine): number =>
  Number.parseInt(readFileSync(join(dataOf(folder, machine), 'postmaster.pid'), 'utf8'), 10)

export const urlThroughHaproxy = (user: string): string => `postgres://${user}:${PASSWORD}@127.0.0.1:${HAPROXY_PORT}/projectory`

/** Directly, as superuser. */
export const connectTo = (machine: Machine): Sql =>
  connect(`postgres://postgres:${PASSWORD}@${addressOf(machine)}:5432/projectory`, { max: 1, statementTimeout: 60_000 })
