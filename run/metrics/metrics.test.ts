import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { after, before, test } from 'node:test'
import { type MailState, mailStates } from '#contract/console/mail.ts'
import { readDatabaseState } from '#database/server-state.ts'
import { connect, type Sql } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import { readConfig } from '#run/config/config.ts'
import { withBackupLock } from '#store/backup/record.ts'
import { readSnapshot } from '#store/backup/snapshot.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type Metrics, startMetrics } from './metrics.ts'
import { counter, type Snapshot } from './snapshot.ts'

let database: TestDatabase
let running: Metrics
const now = new Date('2026-09-01T12:00:00Z')
const log = createLog('silent')
const listSnapshots = async (): Promise<Snapshot[]> => [[counter('projectory_tests_total', 'calls of this test', 1)]]
const configFor = (metricsPort: number, port = 0) =>
  readConfig({ METRICS_PORT: String(metricsPort), PORT: String(port), DATA_DIR: tmpdir() })
const start = (sql: Sql) => startMetrics(configFor(0), { sql, log, listSnapshots, now: () => now })
before(async () => {
  database = await testDatabase()
  for (const state of ['queued', 'deferred', 'review', 'review'])
    await database.sql`insert into outbox (kind, state, created_at) values ('contact', ${state}, ${new Date(now.getTime() - 400_000)})`
  await database.sql`insert into outbox (kind, state, created_at, ended_at) values ('contact', 'unknown', ${now}, ${now})`
  running = await start(database.sql)
})
after(async () => {
  await running?.close()
  await database?.close()
})

const ask = (port: number, path = '/metrics', init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
const valueIn = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1)

test('emails are counted by state, including empty states, with the age of the oldest one waiting', async () => {
  const response = await ask(running.port)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
  const text = await response.text()
  const expected: Partial<Record<MailState, number>> = { queued: 1, deferred: 1, review: 2, unknown: 1 }
  for (const state of mailStates) assert.equal(valueIn(text, `projectory_mails{state="${state}"}`), String(expected[state] ?? 0), state)
  assert.equal(valueIn(text, 'projectory_mail_oldest_seconds'), '400')
  assert.equal(valueIn(text, 'projectory_database_up'), '1')
  assert.equal(valueIn(text, 'projectory_mail_oldest_by_state_seconds{state="review"}'), '400')
  assert.equal(valueIn(text, 'projectory_mail_oldest_by_state_seconds{state="dead"}'), '0')
  assert.equal(valueIn(text, 'projectory_tests_total'), '1')
})

test('database and disk have their sizes, ages and the offset of the clocks', async () => {
  const text = await (await ask(running.port)).text()
  const numberIn = (name: string) => Number(valueIn(text, name))
  assert.ok(numberIn('projectory_database_size_bytes') > 1_000_000)
  assert.ok(numberIn('projectory_database_oldest_transaction_seconds') >= 0)
  assert.ok(Math.abs(numberIn('projectory_clock_offset_seconds')) < 60)
  assert.ok(numberIn('projectory_disk_free_bytes') > 0)
  assert.ok(numberIn('projectory_disk_size_bytes') >= numberIn('projectory_disk_free_bytes'))
})

test('a long transaction shows its age, and the signing key its own', async () => {
  const other = await testDatabase()
  await other.sql`
    insert into auth.signing_key (kid, alg, status, public_jwk, created_at, current_since)
    values ('a', 'ES256', 'current', '{}', ${now}, ${new Date(now.getTime() - 86_400_000)})`
  const sql = connect(other.database)
  const metrics = await startMetrics(configFor(0), { sql, log, listSnapshots, now: () => now, freshMs: 0 })
  const age = async () => Number(valueIn(await (await ask(metrics.port)).text(), 'projectory_database_oldest_transaction_seconds'))
  const { oldest, longSince } = await other.sql.begin((held) => held`select 1`.then(() => ageBeside(other.sql, age)))
  assert.ok(oldest >= longSince, `${oldest} s, and it is open for ${longSince} s`)
  const text = await (await ask(metrics.port)).text()
  assert.equal(valueIn(text, 'projectory_signing_key_age_seconds'), '86400')
  assert.equal(valueIn(text, 'projectory_backup_scheduled'), '0')
  await metrics.close()
  await sql.end()
  await other.close()
})

test('the transactions of a backup, which are long, have no age', async () => {
  const { sql } = database
  const read = async () => (await readDatabaseState(sql, now)).oldestTransactionSeconds
  const backup = await withBackupLock(sql, 1000, () => readSnapshot(sql, {}, () => ageBeside(sql, read)))
  assert.ok(backup.oldest <= backup.took, `${backup.oldest} s, and to read it took ${backup.took} s`)
  const other = await sql.begin('read only', (held) => held`select 1`.then(() => ageBeside(sql, read)))
  assert.ok(other.oldest >= other.longSince, `${other.oldest} s, and it is open for ${other.longSince} s`)
})

/** The age that is read when the caller's transaction has been open for longer than the reading takes: it is the age of one of the two. */
async function ageBeside(sql: Sql, read: () => Promise<number>) {
  const clock = async (): Promise<number> => (await sql`select extract(epoch from clock_timestamp())::float8 as seconds`)[0]!.seconds
  const openAt = await clock()
  for (;;) {
    const before = await clock()
    const oldest = await read()
    const took = (await clock()) - before
    if (before - openAt > took) return { oldest, took, longSince: before - openAt }
  }
}

test('the port serves nothing but /metrics', async () => {
  for (const path of ['/', '/metrics/', '/api/tag', '/healthz']) assert.equal((await ask(running.port, path)).status, 404, path)
  assert.equal((await ask(running.port, '/metrics', { method: 'POST' })).status, 405)
  const head = await ask(running.port, '/metrics', { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
})

test('during a database outage the process metrics are served, without stale counts of emails', async () => {
  const other = await testDatabase()
  const metrics = await startMetrics(configFor(0), { sql: other.sql, log, listSnapshots, freshMs: 0 })
  assert.match(await (await ask(metrics.port)).text(), /^projectory_mails\{/m)
  await other.close()
  const response = await ask(metrics.port)
  const text = await response.text()
  assert.equal(response.status, 200)
  assert.equal(valueIn(text, 'projectory_database_up'), '0')
  assert.equal(valueIn(text, 'projectory_mail_oldest_seconds'), undefined)
  assert.doesNotMatch(text, /^projectory_mails\{/m)
  assert.equal(valueIn(text, 'projectory_database_size_bytes'), undefined)
  assert.equal(valueIn(text, 'projectory_tests_total'), '1')
  await metrics.close()
})

test('concurrent scrapes cause one count', async () => {
  const sql = connect(database.database)
  let counts = 0
  const counted = new Proxy(sql, {
    apply: (target, self, args) => {
      if (String(args[0]).includes('group by state')) counts++
      return Reflect.apply(target as never, self, args)
    },
  })
  const metrics = await startMetrics(configFor(0), { sql: counted, log, listSnapshots, now: () => now, freshMs: 600_000 })
  await Promise.all(Array.from({ length: 20 }, async () => assert.equal((await ask(metrics.port)).status, 200)))
  assert.equal(counts, 1)
  await metrics.close()
  await sql.end()
})

test('a port in use is refused with a message that names the setting', async (t) => {
  const squatter = createServer().listen(0, '127.0.0.1')
  t.after(() => squatter.close())
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  const watched = { sql: database.sql, log, listSnapshots }
  await assert.rejects(startMetrics(configFor(port), watched), {
    message: `METRICS_PORT: port ${port} is taken by another program. Choose another: METRICS_PORT=${port + 1} npm start`,
  })
  await assert.rejects(startMetrics(configFor(port, port), watched), /METRICS_PORT and PORT are both/)
})

test('in development metrics listen on loopback only, with any HOST', async () => {
  const config = readConfig({ METRICS_PORT: '0', HOST: '0.0.0.0' })
  const metrics = await startMetrics(config, { sql: database.sql, log, listSnapshots })
  await assert.rejects(fetch(`http://127.0.0.2:${metrics.port}/metrics`))
  await metrics.close()
})

test('prom-client is not loaded without METRICS_PORT', () => {
  const loads = (file: string) => {
    const program = `await import(${JSON.stringify(new URL(file, import.meta.url).href)})
      const { cache } = (await import('node:module')).createRequire(import.meta.url)
      process.stdout.write(String(Object.keys(cache).some((path) => path.includes('prom-client'))))
      process.exit()`
    return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 60_000 }).stdout
  }
  assert.deepEqual([loads('../serve.ts'), loads('./process.ts')], ['false', 'true'])
})
