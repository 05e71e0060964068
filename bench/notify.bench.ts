import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { migrate } from '#database/migrate.ts'
import { connect, type Database, type Sql } from '#database/sql.ts'
import { createCalendar } from '#rules/time/day.ts'
import { fill } from './support/fill.ts'
import { start } from './support/process.ts'
import { type Hello, withWorld } from './support/world.ts'

// How idle processes learn of changes: what a trigger that notifies would cost the writes, and how many statements an idle process sends.

const ROUNDS = 11
const ROUND_MS = 1500
const IDLE_MS = 20_000
const SETTLE_MS = 8000 // a process is quiet after three seconds
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

export async function benchNotify(): Promise<void> {
  await benchTrigger()
  await withWorld(1000, async (ours, env) => {
    const { host, port, user, database } = ours.hello.database as Exclude<Database, string>
    const address = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    const sql = connect(ours.hello.database)
    const listening = await transactionsPerSecond(sql)
    const other = await start<Hello>('./server.ts', { ...env, DATABASE_URL: address, LIMITS: 'process', LISTENING: 'off' })
    const both = await transactionsPerSecond(sql)
    await other.stop()
    await sql.end()
    const polling = both - listening
    const ratio = (listening / polling).toFixed(2)
    console.log(`an idle process: ${listening.toFixed(1)} statements a second, ${polling.toFixed(1)} without notifications; ${ratio} ×`)
  })
}

// Statistics of a session appear within a second.
async function transactionsPerSecond(sql: Sql): Promise<number> {
  await sleep(SETTLE_MS)
  const count = async () => {
    const [row] = await sql`select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`
    return { count: row!.count as number, at: performance.now() }
  }
  const before = await count()
  await sleep(IDLE_MS)
  const after = await count()
  return (after.count - before.count) / ((after.at - before.at) / 1000)
}

// Writers change rows of their own, so that they wait only for the server. With `commit_delay` each commit that is made beside others takes two
// milliseconds longer, as with a standby.
async function benchTrigger(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'projectory-bench-'))
  const postgres = await startEmbedded(dataDir)
  const { host, port, user, database } = postgres
  const sql = connect({ host, port, user, database }, { max: 20, mayNest: true })
  try {
    await migrate(sql)
    await fill(sql, 1000, createCalendar('UTC')(new Date()))
    await sql.unsafe(`create function bench_notify() returns trigger language plpgsql as
      $$ begin perform pg_notify('projectory_changes', ''); return null; end $$`)
    await sql.unsafe('create trigger bench_notify after insert on change for each statement execute function bench_notify()')
    const listener = await sql.reserve()
    await listener.unsafe('listen projectory_changes')
    for (const [writers, isDelayed] of [
      [1, false],
      [8, false],
      [8, true],
    ] as const) {
      await sql.unsafe(`alter system set commit_delay = ${isDelayed ? 2000 : 0}`)
      await sql.unsafe(`alter system set commit_siblings = ${isDelayed ? 1 : 5}`)
      await sql.unsafe('select pg_reload_conf()')
      await writesPerSecond(sql, writers, true)
      const rounds: { without: number; ratio: number }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const isFirst = round % 2 === 0
        const first = await writesPerSecond(sql, writers, isFirst)
        const second = await writesPerSecond(sql, writers, !isFirst)
        const [notified, without] = isFirst ? [first, second] : [second, first]
        rounds.push({ without, ratio: notified / without })
      }
      const ratios = rounds.map(({ ratio }) => ratio)
      const [low, middle, high] = [Math.min(...ratios), median(ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))
      const speed = Math.round(median(rounds.map(({ without }) => without)))
      const which = `${writers} writer${writers === 1 ? '' : 's'}${isDelayed ? ', commits of 2 ms more' : ''}`
      console.log(`writes with a trigger that notifies, ${which}: ${middle} × without it (${low} to ${high}); ${speed} a second without`)
    }
    listener.release()
  } finally {
    await sql.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function writesPerSecond(sql: Sql, writers: number, isNotified: boolean): Promise<number> {
  await sql.unsafe(`alter table change ${isNotified ? 'enable' : 'disable'} trigger bench_notify`)
  const startedAt = performance.now()
  let writes = 0
  const write = async (id: number): Promise<void> => {
    for (; performance.now() - startedAt < ROUND_MS; writes++) await sql`update project set name = ${`Name ${writes}`} where id = ${id}`
  }
  await Promise.all(Array.from({ length: writers }, (_, n) => write(n + 1)))
  return writes / ((performance.now() - startedAt) / 1000)
}
