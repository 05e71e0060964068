import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, readMigrations } from './migrate.ts'
import { connect, type Sql } from './sql.ts'

// The shared template databases are migrated already: these tests need empty ones.
const server = JSON.parse(process.env.TEST_POSTGRES ?? 'null')
let admin: Sql
let sql: Sql
const made: { name: string; sql: Sql }[] = []

async function emptyDatabase(): Promise<Sql> {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await admin.unsafe(`create database ${name} template template0`)
  made.push({ name, sql: connect({ ...server, database: name }, { max: 3 }) })
  return made.at(-1)!.sql
}

before(() => {
  assert.ok(server, 'run tests through npm test')
  admin = connect({ ...server, database: 'postgres' }, { max: 1, statementTimeout: 60_000 })
})
beforeEach(async () => {
  sql = await emptyDatabase()
})
after(async () => {
  for (const { sql } of made) await sql.end({ timeout: 5 })
  for (const { name } of made) await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
})

const migration = (name: string, text: string) => ({ name, text, checksum: createHash('sha256').update(text).digest('hex') })
const one = migration('0001_one.sql', 'create table one (id int); insert into one values (1)')
const two = migration('0002_two.sql', 'create table two as select id + 1 as id from one')
const broken = migration('0002_broken.sql', 'create table half (id int); insert into one values (2); select 1 / 0')

const tables = async () =>
  (await sql`select table_name from information_schema.tables where table_schema = 'public' order by 1`).map((row) => row.table_name)
const recorded = async () => (await sql`select name from migration order by name`).map((row) => row.name)

test('an empty database gets every migration once, in order of name', async () => {
  assert.deepEqual(await migrate(sql, [one, two]), ['0001_one.sql', '0002_two.sql'])
  assert.deepEqual([...(await sql`select id from two`)], [{ id: 2 }])
  assert.deepEqual(await recorded(), ['0001_one.sql', '0002_two.sql'])
})

test('a second run does nothing, a later version adds only what is new', async () => {
  await migrate(sql, [one])
  assert.deepEqual(await migrate(sql, [one]), [])
  assert.deepEqual([...(await sql`select id from one`)], [{ id: 1 }])
  assert.deepEqual(await migrate(sql, [one, two]), ['0002_two.sql'])
})

test('of several concurrent processes one migrates and the others wait', async () => {
  const slow = migration('0001_slow.sql', 'create table slow (id int); select pg_sleep(0.3); insert into slow values (1)')
  const name = made.at(-1)!.name
  const pools = Array.from({ length: 4 }, () => connect({ ...server, database: name }, { max: 1 }))
  const applied = await Promise.all(pools.map((pool) => migrate(pool, [slow, migration('0002.sql', 'insert into slow values (2)')])))
  await Promise.all(pools.map((pool) => pool.end()))
  assert.deepEqual(applied.flat(), ['0001_slow.sql', '0002.sql'])
  assert.equal(applied.filter((names) => names.length > 0).length, 1)
  assert.deepEqual(
    (await sql`select id from slow order by id`).map(({ id }) => id),
    [1, 2],
  )
})

test('a migration may exceed the statement timeout, which is restored afterwards', async () => {
  const hasty = connect({ ...server, database: made.at(-1)!.name }, { max: 1, statementTimeout: 1000 })
  try {
    assert.deepEqual(await migrate(hasty, [migration('0001.sql', 'select pg_sleep(1.5)')]), ['0001.sql'])
    assert.equal((await hasty`show statement_timeout`)[0]!.statement_timeout, '1s')
    assert.equal((await hasty`show lock_timeout`)[0]!.lock_timeout, '2s')
  } finally {
    await hasty.end()
  }
})

test('a failing migration is rolled back; those before it stay, those after it do not run', async () => {
  await assert.rejects(migrate(sql, [one, broken, migration('0003.sql', 'create table three ()')]), /0002_broken\.sql.*division by zero/)
  assert.deepEqual(await tables(), ['migration', 'one'])
  assert.deepEqual([...(await sql`select id from one`)], [{ id: 1 }])
  assert.deepEqual(await recorded(), ['0001_one.sql'])
})

test('a migration that cannot be recorded is rolled back too', async () => {
  const unrecorded = migration('0002.sql', `create table half (id int); alter table migration add check (name <> '0002.sql')`)
  await assert.rejects(migrate(sql, [one, unrecorded]), /0002\.sql failed/)
  assert.deepEqual(await tables(), ['migration', 'one'])
})

test('after a failure the repaired migration runs, and the lock is released', async () => {
  await assert.rejects(migrate(sql, [one, broken]))
  const locks = await sql`
    select count(*)::int as n from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`
  assert.equal(locks[0]!.n, 0)
  const repaired = migration('0002_broken.sql', 'create table half (id int)')
  assert.deepEqual(await migrate(sql, [one, repaired]), ['0002_broken.sql'])
})

const altering = migration('0002_alter.sql', 'alter table one add column text text')
/** Another session reads a table and leaves its transaction open, like psql or pg_dump. */
const openReader = (): Sql => connect({ ...server, database: made.at(-1)!.name }, { max: 1, statementTimeout: 60_000 })

test('a migration that has to wait for a table lets the calls of others pass, and is made when the table is free', async (t) => {
  await migrate(sql, [one])
  const reader = openReader()
  const other = connect({ ...server, database: made.at(-1)!.name }, { lockTimeout: 60_000, statementTimeout: 60_000 })
  t.after(() => Promise.all([reader.end({ timeout: 1 }), other.end({ timeout: 1 })]))
  const waits: string[] = []
  let migrating: Promise<string[]> | undefined
  await reader.begin(async (held) => {
    await held.unsafe(`set local application_name = 'reader'; set local idle_in_transaction_session_timeout = 0`)
    await held`select 1 from one`
    migrating = migrate(sql, [one, altering], { onWait: (what) => waits.push(what) })
    migrating.catch(() => {}) // awaited below
    while ((await other`select 1 from pg_locks where relation = 'one'::regclass and not granted`).length === 0);
    assert.equal((await other`select id from one`).length, 1) // first waits behind the migration
    while (waits.length === 0) await sleep(10)
  })
  assert.deepEqual(await migrating, ['0002_alter.sql'])
  assert.match(waits.join(), /^migration 0002_alter\.sql waits .* process \d+ \(reader, since 20\d\d-.*Z\), which uses the table one$/)
})

test('a migration that would be in a deadlock with another session is made when that one has ended', async (t) => {
  await migrate(sql, [one, two])
  const [first, second] = ['one', 'two']
  const writer = openReader()
  const other = openReader()
  t.after(() => Promise.all([writer.end({ timeout: 1 }), other.end({ timeout: 1 })]))
  const both = migration('0003_both.sql', `alter table ${first} add column text text; alter table ${second} add column text text`)
  let migrating: Promise<string[]> | undefined
  await writer.begin(async (held) => {
    // So that the migration is the one that ends it.
    await held.unsafe(`set local deadlock_timeout = '60s'; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
    await held.unsafe(`lock table ${second} in access share mode`)
    migrating = migrate(sql, [one, two, both])
    migrating.catch(() => {}) // awaited below
    while ((await other`select 1 from pg_locks where relation = ${second}::regclass and not granted`).length === 0) await sleep(10)
    await held.unsafe(`select from ${first}`)
  })
  assert.deepEqual(await migrating, ['0003_both.sql'])
})

test('a migration gives up when a table stays locked, and names the session', async (t) => {
  await migrate(sql, [one])
  const reader = openReader()
  t.after(() => reader.end({ timeout: 1 }))
  await reader.begin(async (held) => {
    await held.unsafe(`set local application_name = 'reader'; set local idle_in_transaction_session_timeout = 0`)
    const [row] = await held`select pg_backend_pid() as pid from one`
    const failure = new RegExp(
      `0002_alter\\.sql failed and was rolled back: .*lock timeout; .* process ${row!.pid} \\(reader, .*the table one$`,
    )
    await assert.rejects(migrate(sql, [one, altering], { attempts: 2 }), failure)
  })
  assert.deepEqual(await recorded(), ['0001_one.sql'])
})

test('a migration that was edited after it ran is refused before anything is changed', async () => {
  await migrate(sql, [one])
  const edited = migration(one.name, `${one.text}; create table more ()`)
  await assert.rejects(migrate(sql, [edited, two]), /0001_one\.sql differs/)
  assert.deepEqual(await tables(), ['migration', 'one'])
})

test('a database of a newer version is refused by an older one', async () => {
  await migrate(sql, [one, two])
  await assert.rejects(migrate(sql, [one]), /newer version.*0002_two\.sql/)
  assert.deepEqual(await recorded(), ['0001_one.sql', '0002_two.sql'])
})

test('the migrations of Projectory are read in order and run on an empty database', async () => {
  const migrations = await readMigrations()
  assert.ok(migrations.length >= 1)
  const names = migrations.map(({ name }) => name)
  assert.deepEqual(names, names.toSorted())
  for (const name of names) assert.match(name, /^\d{4}_[a-z0-9-]+\.sql$/)
  assert.deepEqual(await migrate(sql), names)
  assert.deepEqual(await migrate(sql), [])
  assert.ok((await tables()).includes('project'))
})
