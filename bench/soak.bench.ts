import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readKeyFile } from '#auth/token/secrets.ts'
import { connect, type Sql } from '#database/sql.ts'
import { fillTeams } from './support/members.ts'
import { steadyMix } from './support/mix.ts'
import { offer, percentile, type Sample } from './support/open-loop.ts'
import { useEveryCore } from './support/process.ts'
import { writeSection } from './support/section.ts'
import { withWorld } from './support/world.ts'

// npm run bench soak [--minutes 30] [--rate 600] [--projects 20000] [--write]: what grows under a long load?

const TABLES = ['change', 'idempotency', 'audit_event', 'auth.session', 'outbox']

export async function benchSoak(args: string[]): Promise<void> {
  const after = (name: string, otherwise: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise)
  const count = after('--projects', 20_000)
  const minutes = after('--minutes', 30)
  const rate = after('--rate', 600)
  useEveryCore()
  await withWorld(count, async (ours, env) => {
    const sql = connect(ours.hello.database)
    const mix = steadyMix(count, await fillTeams(sql, readKeyFile(env.KEY_FILE!)))
    const rows: string[] = []
    const memory: { minute: number; mb: number }[] = []
    let failed = 0
    for (let minute = 0; minute <= minutes; minute++) {
      const samples: Sample[] = minute === 0 ? [] : await offer(ours.port, mix, { perSecond: rate, ms: 60_000 })
      failed += samples.filter(({ status }) => status !== 200 && status !== 304).length
      const { rss, loopP99 = 0 } = await ours.usage()
      memory.push({ minute, mb: rss / 1e6 })
      const facts = [minute, Math.round(rss / 1e6), await countHandles(ours.pid), await countConnections(sql), ...(await sizes(sql))]
      const times = samples.length ? [percentile(samples, 0.99).toFixed(1), loopP99.toFixed(1)] : ['', '']
      const row = `| ${[...facts, ...times].join(' | ')} |`
      console.log(row)
      if (minute % 5 === 0) rows.push(row)
    }
    const late = memory.filter(({ minute }) => minute >= Math.min(10, minutes / 3))
    const summary = `${rate} calls a second for ${minutes} minutes, ${count} projects: ${failed} failed calls; memory grows by ${slope(late).toFixed(2)} MB a minute after the first ten (asked < 1.05).`
    console.log(summary)
    await sql.end()
    if (!args.includes('--write')) return
    const head = `| minute | MB | handles | connections | ${TABLES.map((name) => `\`${name}\`, KB`).join(' | ')} | p99 ms | delay of the event loop, p99 ms |\n|${' --- |'.repeat(TABLES.length + 6)}`
    writeSection('docs/scale.md', 'soak', `npm run bench soak -- ${args.join(' ')}`, `${summary}\n\n${head}\n${rows.join('\n')}`)
  })
}

/** When the server has noticed that the clients have closed their connections. */
async function countHandles(pid: number): Promise<number> {
  for (let before = 0; ; await sleep(1000)) {
    const { length } = readdirSync(`/proc/${pid}/fd`)
    if (length === before) return length
    before = length
  }
}

async function countConnections(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from pg_stat_activity where datname = current_database()`
  return row!.count
}

async function sizes(sql: Sql): Promise<number[]> {
  const rows = await sql<{ name: string; kb: number }[]>`
    select name, (pg_total_relation_size(to_regclass(name)) / 1024)::int as kb from unnest(${TABLES}::text[]) as name`
  return TABLES.map((table) => rows.find(({ name }) => name === table)?.kb ?? 0)
}

// Least squares: MB per minute.
function slope(points: { minute: number; mb: number }[]): number {
  const mean = (of: (one: { minute: number; mb: number }) => number) => points.reduce((sum, one) => sum + of(one), 0) / points.length
  const [x, y] = [mean(({ minute }) => minute), mean(({ mb }) => mb)]
  const over = points.reduce((sum, { minute, mb }) => sum + (minute - x) * (mb - y), 0)
  return over / points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}
