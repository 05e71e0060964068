import { connect, type Sql } from '#database/sql.ts'
import { type Ask, load, request } from './load.ts'
import type { BenchProcess } from './process.ts'
import { callsPerCpuSecond, type Hello } from './world.ts'

const ROUNDS = 5
const ROUND_MS = 2000
const PER_SECOND = 10
const TARGET = 0.85

// Calls per CPU-second of the server while data changes, relative to the same calls without changes. Rounds of both are interleaved;
// the result is the median of their ratios.
export async function benchChanges(ours: BenchProcess<Hello>, slugs: string[]): Promise<void> {
  const sql = connect(ours.hello.database)
  const ask = mixOf(slugs)
  await load(ours.port, ask, { ms: 6000 }) // fills the cache
  const ratios: number[] = []
  const speeds: number[] = []
  let changed = 0
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = await callsPerCpuSecond(ours, ask, ROUND_MS)
    const writer = writeChanges(sql, slugs.length, round * 1000)
    const changing = await callsPerCpuSecond(ours, ask, ROUND_MS)
    changed += await writer.stop()
    await load(ours.port, ask, { ms: 1000 }) // refills the cache after invalidation
    ratios.push(changing / quiet)
    speeds.push(quiet)
  }
  await sql.end()
  const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  console.log(
    `public mix over ${slugs.length} projects, ${(changed / ((ROUNDS * ROUND_MS) / 1000)).toFixed(1)} changes a second: ${middle(ratios).toFixed(2)} × quiet (target ≥ ${TARGET}); quiet ${Math.round(middle(speeds))} calls per CPU-second`,
  )
}

// Of 100 calls: 80 pages of projects, 15 lists, 3 searches, 2 for the tags.
function mixOf(slugs: string[]): Ask {
  const details = slugs.map((slug) => request('GET', `/api/project/${slug}`))
  const others = [
    ...Array.from({ length: 9 }, () => request('GET', '/api/project/active')),
    ...Array.from({ length: 6 }, () => request('GET', '/api/project/new')),
    ...[1, 2, 3].map((page) => request('POST', '/api/project/findmany', {}, JSON.stringify({ page }))),
    ...Array.from({ length: 2 }, () => request('GET', '/api/tag')),
  ]
  return (n) => (n % 5 === 0 ? others[(n / 5) % others.length]! : details[(n * 7919) % details.length]!)
}

// Of 10 changes: 6 curators edit a project, 3 teams apply, 1 team is renamed.
function writeChanges(sql: Sql, projects: number, from: number): { stop(): Promise<number> } {
  const startedAt = performance.now()
  let n = 0
  let last: Promise<unknown> = Promise.resolve()
  const write = (change: number): Promise<unknown> => {
    const id = 1 + ((change * 7919) % projects)
    if (change % 10 < 6) return sql`update project set short_description = ${`Edited ${change}`}, updated_at = now() where id = ${id}`
    if (change % 10 < 9)
      return sql`insert into request (team_id, project_id, message) select min(id) + ${change % 1000}, ${id}, 'bench' from team`
    return sql`update team set name = name || '.' where id = ${1 + (id % 1000)}`
  }
  // By elapsed time: a timer alone would fall behind on a busy machine.
  const timer = setInterval(() => {
    for (const due = ((performance.now() - startedAt) / 1000) * PER_SECOND; n < due; n++) {
      const change = from + n
      last = last.then(() => write(change))
    }
  }, 20)
  return {
    async stop() {
      clearInterval(timer)
      await last
      return n
    },
  }
}
