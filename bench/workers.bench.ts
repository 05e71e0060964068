import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { migrate } from '#database/migrate.ts'
import { connect } from '#database/sql.ts'
import { seedVocabulary } from '#demo/seed.ts'
import { createCalendar } from '#rules/time/day.ts'
import { startProcess } from '#tests/support/process/whole-process.ts'
import { listNodes, openEmbedded } from '#tests/support/process/workers.ts'
import { until } from '#tests/support/until.ts'
import { generateWorld } from '#tests/support/world/world.ts'
import { fill } from './support/fill.ts'
import { type Ask, load, request } from './support/load.ts'

// npm run bench workers [--projects 2000]: the public mix with one process and with two workers, in one run: calls a second, CPU time of a call,
// and memory. Nothing is pinned: on two cores the load generator takes a part of the second one, so the CPU time of a call tells more than the speed.

const ROUNDS = 3
const TICK = 0.01 // seconds, of /proc

function mixOf(count: number): Ask {
  const slugs = [...generateWorld(Math.min(count, 5000))].map(({ slug }) => slug)
  const post = (body: object): Buffer => request('POST', '/api/project/findmany', {}, JSON.stringify(body))
  return (n) => {
    if (n % 10 < 2) return post({ page: 1 + (n % 50), filters: n % 3 ? { tags: [1 + (n % 40)] } : {} })
    return request(
      'GET',
      n % 10 < 6 ? `/api/project/${slugs[(n * 7919) % slugs.length]}` : ['/api/project/active', '/api/tag', '/api/project/new'][n % 3]!,
    )
  }
}

const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}
const megabytesOf = (pid: number, kind: 'Pss' | 'Rss'): number =>
  Math.round(Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) / 1000)

export async function benchWorkers(args: string[]): Promise<void> {
  const count = Number(args[args.indexOf('--projects') + 1] ?? 0) || 2000
  const dataDir = mkdtempSync(join(tmpdir(), 'projectory-bench-'))
  chmodSync(dataDir, 0o755)
  try {
    const { host, port, user, database, stop } = await startEmbedded(join(dataDir, 'postgres'))
    const sql = connect({ host, port, user, database })
    await migrate(sql)
    await fill(sql, count, createCalendar('UTC')(new Date()))
    await seedVocabulary(sql)
    await sql.end()
    await stop()
    const speeds = new Map<number, number>()
    for (const workers of [1, 2]) speeds.set(workers, await measure(workers, dataDir, count))
    console.log(`two workers: ${(speeds.get(2)! / speeds.get(1)!).toFixed(2)} × the calls a second of one process, on this machine`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(workers: number, dataDir: string, count: number): Promise<number> {
  const startedAt = performance.now()
  const env = { WORKERS: String(workers), DEMO: 'false', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
  const service = await startProcess(dataDir, env)
  const readyMs = Math.round(performance.now() - startedAt)
  const sql = openEmbedded(dataDir)
  const nodes = await until(async () => {
    const all = await listNodes(sql)
    return all.length === workers && all
  })
  await sql.end({ timeout: 1 })
  const main = service.child.pid!
  const pids = [...new Set([main, ...nodes.map(({ pid }) => pid)])]
  const port = Number(new URL(service.origin).port)
  const ask = mixOf(count)
  await load(port, ask, { ms: 4000 })
  const rounds: { speed: number; micros: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
    const begunAt = performance.now()
    const { calls, statuses } = await load(port, ask, { ms: 3000 })
    const cpu = pids.reduce((sum, pid) => sum + cpuOf(pid), 0) - before
    const wrong = [...statuses].filter(([status]) => status !== 200)
    if (wrong.length > 0) throw new Error(`unexpected statuses: ${JSON.stringify(wrong)}`)
    rounds.push({ speed: (calls / (performance.now() - begunAt)) * 1000, micros: (cpu / calls) * 1e6 })
  }
  const { speed, micros } = rounds.toSorted((a, b) => a.speed - b.speed)[Math.floor(ROUNDS / 2)]!
  console.log(
    `${count} projects, ${workers} worker(s): ready after ${readyMs} ms, ${Math.round(speed)} calls/s, ${Math.round(micros)} µs CPU per call`,
  )
  for (const pid of pids)
    console.log(`  ${pid === main ? 'main  ' : 'worker'} ${megabytesOf(pid, 'Pss')} MB PSS, ${megabytesOf(pid, 'Rss')} MB RSS`)
  await service.kill('SIGTERM')
  return speed
}
