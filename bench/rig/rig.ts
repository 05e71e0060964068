import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '#database/sql.ts'
import { type Availability, availabilityOf } from './availability.ts'
import {
  connectTo,
  findPrimary,
  HAPROXY_PORT,
  isClusterHealthy,
  PASSWORD,
  startCluster,
  type Timing,
  urlThroughHaproxy,
} from './cluster.ts'
import type { Fault } from './faults.ts'
import { operationsOf, readJournal } from './journal.ts'
import { createNetwork } from './network.ts'
import { areAllReady, keyFileIn, prepareNodes, runCommand, startNodes } from './nodes.ts'
import { areServersEqual, brokenInvariants, compareFiles, compareThroughApi, readMailed, readStored, untilMailed } from './observe.ts'
import { compare, type Finding, type Verdict } from './oracle.ts'
import { type Running, start, until } from './processes.ts'
import { fillWorld, type World } from './world.ts'

export type Result = {
  name: string
  title: string
  isPlanned: boolean
  availability: Availability
  /** From the fault until every node is ready for good, and until the three servers replicate again. */
  readyMs: number
  completeMs: number
  verdict: Verdict
  areEqual: boolean
  broken: string[]
  readThroughApi: number
  isCompared: boolean
}

type Comparison = Pick<Result, 'verdict' | 'areEqual' | 'broken' | 'readThroughApi'>

export type Started = { folder: string; timing: Timing; world: World; generator: Running; journal: string }

const WARM_UP_MS = 4000
const AFTER_MS = 3000
const RECOVERY_SECONDS = 300 // on a busy machine
const API_SAMPLE = 40
const FILE_SAMPLE = 10

export async function startRig(folder: string, timing: Timing): Promise<Started> {
  createNetwork()
  await startCluster(folder, timing)
  await createDatabase()
  await prepareNodes(folder)
  await runCommand(folder, 'migrate')
  const superuser = connect(urlThroughHaproxy('postgres'), { max: 2, statementTimeout: 60_000 })
  const { maintainKeys } = await import('#auth/token/keys.ts')
  const { readKeyFile } = await import('#auth/token/secrets.ts')
  await maintainKeys(superuser, readKeyFile(keyFileIn(folder)).keySealing, new Date())
  const world = await fillWorld(superuser, keyFileIn(folder))
  await superuser.end()
  await startNodes(folder)
  const [worldFile, journal] = [join(folder, 'world.json'), join(folder, 'journal.jsonl')]
  writeFileSync(worldFile, JSON.stringify(world))
  writeFileSync(journal, '')
  const args = [join(import.meta.dirname, 'generator.ts'), worldFile, journal]
  const generator = start(folder, 'generator', { command: process.execPath, args, ipc: true })
  await once(generator.child, 'message')
  return { folder, timing, world, generator, journal }
}

async function createDatabase(): Promise<void> {
  const sql = connect(`postgres://postgres:${PASSWORD}@127.0.0.1:${HAPROXY_PORT}/postgres`, { max: 1 })
  await until('HAProxy has found the primary', 120, async () => (await sql`select 1`).length === 1)
  await sql.unsafe(`create role projectory login password '${PASSWORD}'`)
  await sql.unsafe('create database projectory owner projectory')
  await sql.end()
}

async function pause({ generator }: Started): Promise<void> {
  const paused = once(generator.child, 'message')
  generator.child.send('pause')
  await paused
}

/**
 * Load, the fault, recovery, and the comparison of everything that was acknowledged since the start of the rig; without it the load goes on.
 */
export async function runFault(rig: Started, name: string, fault: Fault, isCompared = true): Promise<Result> {
  rig.generator.child.send('resume')
  await sleep(WARM_UP_MS)
  const startedAt = Date.now()
  const watch = watchReadiness()
  let completeMs = 0
  let endedAt = 0
  try {
    await fault.run(rig)
    await until('the three servers replicate', RECOVERY_SECONDS, isClusterHealthy, 200)
    completeMs = Date.now() - startedAt
    await until('all nodes are ready', RECOVERY_SECONDS, areAllReady, 100)
    await sleep(AFTER_MS)
  } finally {
    watch.stop()
    endedAt = Date.now()
    if (isCompared) await pause(rig)
  }
  const { verdict, ...rest } = isCompared ? await check(rig) : notCompared()
  const availability = availabilityOf(readJournal(rig.journal), startedAt, endedAt)
  return {
    name,
    title: fault.title,
    isPlanned: fault.isPlanned ?? false,
    availability,
    readyMs: watch.readyAt() - startedAt,
    completeMs,
    verdict,
    ...rest,
    isCompared,
  }
}

const notCompared = (): Comparison => ({
  verdict: { findings: [], acknowledged: 0, unacknowledged: { stored: 0, absent: 0 }, emails: { sent: 0, unknown: 0, waiting: 0 } },
  areEqual: true,
  broken: [],
  readThroughApi: 0,
})

function watchReadiness() {
  let isOver = false
  let at = Date.now()
  let wereReady = true
  void (async () => {
    for (; !isOver; await sleep(100)) {
      const areReady = await areAllReady()
      if (areReady && !wereReady) at = Date.now()
      wereReady = areReady
    }
  })()
  return {
    stop() {
      isOver = true
    },
    readyAt: () => at,
  }
}

async function check(rig: Started): Promise<Comparison> {
  const primary = await findPrimary()
  const sql: Sql = connectTo(primary!)
  try {
    const findings: Finding[] = []
    await untilMailed(sql).catch((error: Error) => findings.push({ kind: 'email missing', what: error.message }))
    const operations = operationsOf(readJournal(rig.journal))
    const verdict = compare(operations, await readStored(sql), readMailed(rig.folder))
    const api = await compareThroughApi(rig.world, operations, API_SAMPLE)
    const files = await compareFiles(sql, rig.world, FILE_SAMPLE)
    verdict.findings.push(...findings, ...api.findings, ...files.findings)
    return { verdict, areEqual: await areServersEqual(), broken: await brokenInvariants(sql), readThroughApi: api.read + files.read }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Why the run fails; empty: everything held. */
export function faultsOf({ verdict, availability, areEqual, broken }: Result): string[] {
  return [
    ...verdict.findings.map(({ kind, what }) => `${kind}: ${what}`),
    ...(availability.guests.failed > 0
      ? [`${availability.guests.failed} reads of guests failed: ${JSON.stringify(availability.guests.failures)}`]
      : []),
    ...(areEqual ? [] : ['the three servers do not have the same rows']),
    ...broken.map((name) => `invariant: ${name}`),
  ]
}
