import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ask, load, request } from '#bench/support/load.ts'
import { pin } from '#bench/support/process.ts'
import { withWorld } from '#bench/support/world.ts'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { connect } from '#database/sql.ts'
import { createCalendar, writeDay } from '#rules/time/day.ts'
import { directus } from './directus.ts'
import { express } from './express.ts'
import { install, type RunningPeer, startPeer } from './install.ts'
import { ours } from './ours.ts'
import type { Peer, PeerData } from './peer.ts'
import { cpuSeconds, memoryOf, pidsOf } from './process-tree.ts'
import { type Row, report } from './report.ts'
import { makeData } from './rows.ts'
import { strapi } from './strapi.ts'

// npm run bench peers [--projects 20000] [--folder where they are installed] [--write]
// The same directory on other programs: same projects, same questions, one run. Every program and its database share one core, the load
// generator has the other. Rounds are interleaved; the figures are medians.

const ROUNDS = 5
const ROUND_MS = 3000
const WARM_UP_MS = 4000
const CORE = 1

type Program = { name: string; port: number; pid: number; databasePid: number | null; calls: typeof ours; target?: number }
const targets: Record<string, number> = { [strapi.name]: 20, [directus.name]: 10, [express.name]: 5 }

export async function benchPeers(args: string[]): Promise<void> {
  const after = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const count = Number(after('--projects') ?? 20_000)
  const kept = after('--folder')
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'projectory-peers-'))
  const only = after('--only')
  const peers = [express, directus, strapi].filter(({ name }) => only === undefined || name.toLowerCase().startsWith(only))
  const data = makeData(count, createCalendar('UTC')(new Date()))
  try {
    for (const peer of peers) install(peer, join(folder, peer.name.split(' ')[0]!.toLowerCase()))
    await withPeers(peers, folder, data, (programs) =>
      withWorld(count, async (server) => {
        const mine: Program = { name: 'Projectory', port: server.port, pid: server.pid, databasePid: null, calls: ours }
        await compareAnswers(peers, programs, mine, data)
        const all = [mine, ...programs]
        const whole = await measure(all, data, { hasSearch: true })
        const plain = await measure(all, data, { hasSearch: false })
        report({ whole, plain }, { count, write: args.includes('--write') })
      }),
    )
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true })
  }
}

async function withPeers(peers: Peer[], folder: string, data: PeerData, work: (programs: Program[]) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'projectory-peers-database-'))
  const postgres = await startEmbedded(home)
  const running: RunningPeer[] = []
  try {
    const databasePid = Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    const { host, port, user } = postgres
    const main = connect({ host, port, user, database: postgres.database })
    const programs: Program[] = []
    for (const peer of peers) {
      const name = peer.name.split(' ')[0]!.toLowerCase()
      const database = { host, port, user, database: name }
      await main.unsafe(`create database ${name}`)
      const sql = connect(database)
      await sql`set statement_timeout = 0`
      await peer.createTables?.(sql)
      const one = await startPeer(peer, join(folder, name), database, await freePort())
      running.push(one)
      const origin = `http://127.0.0.1:${one.port}`
      await peer.prepare?.(origin)
      await peer.fill(sql, data)
      await sql`vacuum analyze`
      await sql.end()
      const paths = Object.fromEntries(
        Object.entries(peer.paths).map(([key, path]) => [
          key,
          (...values: never[]) => request('GET', (path as (...all: never[]) => string)(...values)),
        ]),
      ) as typeof ours
      programs.push({ name: peer.name, port: one.port, pid: one.pid, databasePid, calls: paths, target: targets[peer.name] })
    }
    await main.end()
    await work(programs)
  } finally {
    for (const one of running) await one.stop()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

// 30 % pages of the list, 40 % projects, 20 % a tag with applications open today, 10 % searches for two words of a project.
function mixOf({ projects, tags }: PeerData, calls: typeof ours, { hasSearch }: { hasSearch: boolean }): Ask {
  const today = writeDay(createCalendar('UTC')(new Date()))
  const pick = (n: number, salt: number, from: number): number => ((n * 7919 + salt * 104_729) >>> 3) % from
  const all = Array.from({ length: 20_000 }, (_, n): Buffer => {
    const kind = n % (hasSearch ? 10 : 9)
    if (kind < 3) return calls.list(1 + pick(n, 1, 50))
    if (kind < 7) return calls.detail(projects[pick(n, 2, projects.length)]!.slug)
    if (kind < 9) return calls.filter(1 + pick(n, 3, tags.length), 1 + pick(n, 4, 5), today)
    return calls.search(wordsOf(projects[pick(n, 5, 500)]!))
  })
  return (n) => all[(n * 7) % all.length]!
}

function wordsOf({ name, description }: { name: string; description: string }): [string, string] {
  const words = description.match(/\p{L}{4,}/gu)!
  return [name.match(/\p{L}{4,}/gu)?.[0] ?? words[1]!, words[0]!]
}

// Lists and filters must find the same; searches may differ, because every program reads words in its own way.
async function compareAnswers(peers: Peer[], programs: Program[], mine: Program, { projects }: PeerData): Promise<void> {
  const today = writeDay(createCalendar('UTC')(new Date()))
  const words = wordsOf(projects[3]!)
  const ask = async (filters: object): Promise<number> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ filters, pageSize: 5 }) }
    const response = await fetch(`http://127.0.0.1:${mine.port}/api/project/findmany`, init)
    return ((await response.json()) as { total: number }).total
  }
  const expected = [
    await ask({}),
    await ask({ tags: [3], enrollmentStart: today, enrollmentEnd: today }),
    await ask({ text: words.join(' ') }),
  ]
  console.log(`Projectory finds ${expected.join(', ')} (list, filter, search)`)
  for (const [i, peer] of peers.entries()) {
    const found: number[] = []
    for (const path of [peer.paths.list(1), peer.paths.filter(3, 1, today), peer.paths.search(words)]) {
      const response = await fetch(`http://127.0.0.1:${programs[i]!.port}${path}`)
      if (!response.ok) throw new Error(`${peer.name}: ${path}: ${response.status} ${await response.text()}`)
      found.push(peer.read(await response.json()).total)
    }
    console.log(`${peer.name} finds ${found.join(', ')}`)
    if (found[0] !== expected[0] || found[1] !== expected[1]) throw new Error(`${peer.name} has other projects or filters differently`)
  }
}

async function measure(programs: Program[], data: PeerData, which: { hasSearch: boolean }): Promise<Row[]> {
  const asks = new Map(programs.map((one) => [one, mixOf(data, one.calls, which)]))
  const rounds = new Map<Program, { perSecond: number; perCpuSecond: number }[]>(programs.map((one) => [one, []]))
  const pinAll = ({ pid, databasePid }: Program): void => {
    for (const one of [...pidsOf(pid), ...(databasePid ? pidsOf(databasePid) : [])]) pin(CORE, one)
  }
  for (const one of programs) await load(one.port, asks.get(one)!, { ms: WARM_UP_MS })
  for (let round = 0; round < ROUNDS; round++)
    for (const one of round % 2 ? programs.toReversed() : programs) {
      pinAll(one)
      const cpu = (): number => cpuSeconds(one.pid) + (one.databasePid ? cpuSeconds(one.databasePid) : 0)
      const before = cpu()
      const startedAt = performance.now()
      const { calls, statuses } = await load(one.port, asks.get(one)!, { ms: ROUND_MS })
      const wrong = [...statuses].filter(([status]) => status !== 200)
      if (wrong.length > 0) throw new Error(`${one.name}: unexpected statuses ${JSON.stringify(wrong)}`)
      const seconds = (performance.now() - startedAt) / 1000
      rounds.get(one)!.push({ perSecond: calls / seconds, perCpuSecond: calls / (cpu() - before) })
    }
  return programs.map((one) => ({ name: one.name, target: one.target, rounds: rounds.get(one)!, bytes: memoryOf(one.pid) }))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
