import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startProxy } from '#tests/support/peer/database-proxy.ts'
import { readConfig } from './config/config.ts'
import { openStore, seedIfEmpty } from './store.ts'

const log = createLog('silent')
const folder = mkdtempSync(join(tmpdir(), 'app-test-'))
let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const configFor = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, NODE_ENV: 'test', ...env })

test('an empty database gets demo data once, with files on disk, using one connection', async (t) => {
  const sql = connect(database.database, { max: 1 })
  t.after(() => sql.end({ timeout: 1 }))
  const seeded = await seedIfEmpty(configFor(), sql, () => new Date())
  assert.ok(seeded!.projects >= 40 && seeded!.people >= 40 && seeded!.teams >= 10)
  assert.ok(readdirSync(join(folder, 'files', 'blobs')).length > 0)
  assert.equal(await seedIfEmpty(configFor(), database.sql, () => new Date()), null)
})

test('without demo data a directory gets its vocabularies and no projects', async () => {
  const bare = await testDatabase()
  assert.equal(await seedIfEmpty(configFor({ DEMO: 'false' }), bare.sql, () => new Date()), null)
  const [row] = await bare.sql`select (select count(*)::int from role) as roles, (select count(*)::int from project) as projects`
  assert.deepEqual({ ...row }, { roles: 33, projects: 0 })
  await bare.close()
})

test('an unreachable DATABASE_URL is refused without waiting for it', async () => {
  const logged: string[] = []
  const heard = createLog('debug', { write: (line) => void logged.push(line) })
  await assert.rejects(openStore(configFor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }), heard), { code: 'ECONNREFUSED' })
  assert.deepEqual(logged, [])
})

test('a start waits for a database that is away, says so once, and fails after the limit', async () => {
  const logged: string[] = []
  const heard = createLog('warn', { write: (line) => void logged.push(JSON.parse(line).msg) })
  const port = await freePort()
  const { user, database: name } = database.database as Exclude<Database, string>
  const config = configFor({ DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${name}` })
  await assert.rejects(openStore(config, heard, 1), { code: 'ECONNREFUSED' })
  const waiting = 'the database of DATABASE_URL is not available (ECONNREFUSED); waiting up to 1 seconds (DATABASE_WAIT)'
  assert.deepEqual(logged.splice(0), [waiting])

  const opening = openStore(config, heard, 60)
  while (logged.length === 0) await sleep(10)
  const proxy = await startProxy(database.database as Exclude<Database, string>, port)
  const store = await opening
  assert.equal((await store.sql`select 1 as one`)[0]!.one, 1)
  assert.deepEqual(logged, [waiting.replace('1 seconds', '60 seconds'), 'the database is available now'])
  await store.close()
  proxy.close()
})

test('a database that is too old is refused, and no connection to it is left open', async (t) => {
  const old = await testDatabase()
  t.after(() => old.close())
  const { user, database: name } = old.database as Exclude<Database, string>
  await old.sql`create schema old`
  await old.sql.unsafe("create function old.current_setting(text) returns text language sql as $$ select '140010' $$")
  await old.sql.unsafe(`alter database ${name} set search_path = old, pg_catalog`)
  const proxy = await startProxy(old.database as Exclude<Database, string>)
  t.after(proxy.close)
  const config = configFor({ DATABASE_URL: `postgres://${user}@127.0.0.1:${proxy.address.port}/${name}` })
  await assert.rejects(openStore(config, log), /PostgreSQL 15 or newer is needed, this one is 14$/)
  assert.equal(proxy.count(), 0)
})
