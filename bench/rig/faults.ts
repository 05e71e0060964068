import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  diskOf,
  findEtcdLeader,
  findPrimary,
  isClusterHealthy,
  postmasterPid,
  standbys,
  startEtcd,
  startPatroni,
  switchover,
  type Timing,
} from './cluster.ts'
import { cutFromAll, cutFromPeers, type Machine, pidsOn, reconnect } from './network.ts'
import { nodes, restartNode, startNode, startS3 } from './nodes.ts'
import { isRunning, signalAll, stop, until } from './processes.ts'

export type Rig = { folder: string; timing: Timing }
/** `run` causes the fault and ends it; it returns when nothing is wrong any more from the outside, not when everything has recovered. */
export type Fault = { title: string; run(rig: Rig): Promise<void>; isFailover?: boolean; isPlanned?: boolean }

const AWAY_MS = 20_000

async function primary(): Promise<Machine> {
  const machine = await findPrimary()
  if (!machine) throw new Error('there is no primary')
  return machine
}

const untilOtherPrimary = (former: Machine): Promise<void> =>
  until(`another primary than ${former}`, 120, async () => (await findPrimary(former)) !== null, 200)

/** A process that ends with the others of its machine, and a new one. */
async function restartMachine({ folder }: Rig, machine: Machine): Promise<void> {
  await until(`${machine} is down`, 20, () => !isRunning(`patroni-${machine}`) && !isRunning(`etcd-${machine}`))
  startEtcd(folder, machine)
  startPatroni(folder, machine)
}

export async function crashPrimary(rig: Rig): Promise<void> {
  const machine = await primary()
  signalAll(pidsOn(machine), 'SIGKILL')
  await untilOtherPrimary(machine)
  await restartMachine(rig, machine)
}

export async function switchToSynchronous(): Promise<void> {
  const [from, { synchronous }] = [await primary(), await standbys()]
  await switchover(from, synchronous)
}

// Down to the last block: fallocate fails when less is free than it asks for.
function fillDisk(file: string): void {
  for (const size of ['100M', '10M', '1M', '64K', '4K'])
    for (let part = 0; ; part++)
      try {
        execFileSync('fallocate', ['-l', size, `${file}-${size}-${part}`], { stdio: 'ignore' })
      } catch {
        break
      }
}

export const faults: Record<string, Fault> = {
  'kill-postgres': {
    title: 'kill -9 of the primary PostgreSQL; Patroni starts it again',
    async run({ folder }) {
      const machine = await primary()
      const pid = postmasterPid(folder, machine)
      process.kill(pid, 'SIGKILL')
      await sleep(3000)
    },
  },
  'kill-patroni': {
    title: 'kill -9 of Patroni on the primary; its PostgreSQL runs on',
    isFailover: true,
    async run({ folder }) {
      const machine = await primary()
      await stop(`patroni-${machine}`, 'SIGKILL')
      await untilOtherPrimary(machine)
      startPatroni(folder, machine)
    },
  },
  'crash-machine': {
    title: 'crash of the primary’s machine (kill -9 of PostgreSQL, Patroni, etcd), started again after the failover',
    isFailover: true,
    run: crashPrimary,
  },
  'freeze-primary': {
    title: 'the primary’s machine is frozen (SIGSTOP of all its processes) for 20 s, and at least until another one is primary',
    isFailover: true,
    async run() {
      const machine = await primary()
      const startedAt = performance.now()
      signalAll(pidsOn(machine), 'SIGSTOP')
      await untilOtherPrimary(machine)
      await sleep(Math.max(0, AWAY_MS - (performance.now() - startedAt)))
      signalAll(pidsOn(machine), 'SIGCONT')
    },
  },
  'partition-primary': {
    title: 'the primary cannot reach etcd and the standbys, HAProxy still reaches it; reconnected 10 s after the failover',
    isFailover: true,
    async run() {
      const machine = await primary()
      cutFromPeers(machine)
      await untilOtherPrimary(machine)
      await sleep(10_000)
      reconnect()
    },
  },
  'isolate-primary': {
    title: 'the primary’s machine is cut off from everything; reconnected after the failover',
    isFailover: true,
    async run() {
      const machine = await primary()
      cutFromAll(machine)
      await untilOtherPrimary(machine)
      await sleep(5000)
      reconnect()
    },
  },
  'isolate-standby': {
    title: 'the synchronous standby’s machine is cut off from everything for 20 s',
    async run() {
      const { synchronous } = await standbys()
      cutFromAll(synchronous)
      await sleep(AWAY_MS)
      reconnect()
    },
  },
  'full-disk': {
    title: 'the primary’s disk is full for 20 s',
    async run({ folder }) {
      const disk = diskOf(folder, await primary())
      // Again and again: PostgreSQL removes old log files, which makes room.
      const end = performance.now() + AWAY_MS
      for (let round = 0; performance.now() < end; round++) {
        fillDisk(join(disk, `fills-the-disk-${round}`))
        await sleep(250)
      }
      execFileSync('find', [disk, '-maxdepth', '1', '-name', 'fills-the-disk-*', '-delete'])
    },
  },
  switchover: {
    title: 'planned switchover to the synchronous standby, and back',
    isPlanned: true,
    async run() {
      const first = await primary()
      await switchToSynchronous()
      await until('the cluster is complete', 90, isClusterHealthy, 300)
      const { all } = await standbys()
      if (all.includes(first) && (await standbys()).synchronous === first) return switchToSynchronous()
      await switchToSynchronous() // patroni has chosen another synchronous standby
    },
  },
  'kill-etcd': {
    title: 'kill -9 of the leader of etcd, started again after 20 s',
    async run({ folder }) {
      const machine = await findEtcdLeader()
      await stop(`etcd-${machine}`, 'SIGKILL')
      await sleep(AWAY_MS)
      startEtcd(folder, machine)
    },
  },
  'rolling-restart': {
    title: 'every Projectory node is restarted in turn (SIGTERM)',
    isPlanned: true,
    async run({ folder }) {
      for (const node of nodes) await restartNode(folder, node)
    },
  },
  'kill-node': {
    title: 'kill -9 of a Projectory node, started again after 5 s',
    async run({ folder }) {
      await stop('node2', 'SIGKILL')
      await sleep(5000)
      startNode(folder, 'node2')
    },
  },
  's3-away': {
    title: 'the S3 server is away for 20 s',
    async run({ folder }) {
      await stop('s3', 'SIGKILL')
      await sleep(AWAY_MS)
      startS3(folder)
    },
  },
}
