import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKeyFile } from '#auth/token/secrets.ts'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { migrate } from '#database/migrate.ts'
import { connect, type Database } from '#database/sql.ts'
import { createCalendar } from '#rules/time/day.ts'
import { fill, fillPeople } from './fill.ts'
import { type Ask, load } from './load.ts'
import { type BenchProcess, pin, start } from './process.ts'

export type Hello = { port: number; readyMs: number; searchMs: number; database: Database }

// Runs a service on a generated data set in a temporary directory.
export async function withWorld(
  count: number,
  work: (ours: BenchProcess<Hello>, env: Record<string, string>) => Promise<void>,
  more: Record<string, string> = {},
  people = 0,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'projectory-bench-'))
  pin(0)
  try {
    const postgres = await startEmbedded(join(dataDir, 'postgres'))
    const sql = connect({ host: postgres.host, port: postgres.port, user: postgres.user, database: postgres.database })
    await migrate(sql)
    await fill(sql, count, createCalendar('UTC')(new Date()))
    if (people > 0) await fillPeople(sql, people)
    await sql.end()
    await postgres.stop()
    const env = {
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      WORKERS: '1',
      PUBLIC_URL: 'http://localhost:8000',
      ...requiredSettings(dataDir),
      ...more,
    }
    const first = await start<Hello>('./server.ts', env)
    await report('first start', count, first)
    await untilSaved(dataDir)
    await first.stop()
    const ours = await start<Hello>('./server.ts', env)
    await report('next start', count, ours)
    await work(ours, env).finally(() => ours.stop())
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function report(which: string, count: number, ours: BenchProcess<Hello>): Promise<void> {
  const { readyMs, searchMs } = ours.hello
  const memory = Math.round((await ours.usage()).rss / 1e6)
  console.log(`${count} projects, ${which}: ready after ${readyMs} ms, search after ${searchMs} ms, ${memory} MB RSS`)
}

// The next start reads the search index from this file.
async function untilSaved(dataDir: string): Promise<void> {
  while (!existsSync(join(dataDir, 'cache', 'search-index'))) await sleep(20)
}

// Settings required in production; not used here.
function requiredSettings(dataDir: string): Record<string, string> {
  const providers = join(dataDir, 'providers.json')
  writeFileSync(providers, JSON.stringify([{ name: 'github', kind: 'github', client: { id: 'bench', secret: 'bench' } }]))
  const keyFile = join(dataDir, 'master.key')
  createKeyFile(keyFile)
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'bench@example.org', MAIL_TO: 'people@example.org' }
  return { PROVIDERS: providers, KEY_FILE: keyFile, ...mail }
}

export async function callsPerCpuSecond(server: BenchProcess<{ port: number }>, ask: Ask, ms: number): Promise<number> {
  const before = (await server.usage()).cpu
  const { calls, statuses } = await load(server.port, ask, { ms })
  const after = (await server.usage()).cpu
  const wrong = [...statuses].filter(([status]) => status !== 200 && status !== 304)
  if (wrong.length > 0) throw new Error(`unexpected statuses: ${JSON.stringify(wrong)}`)
  return calls / ((after.user + after.system - before.user - before.system) / 1e6)
}
