import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'
import { connect, isDatabaseUnavailable, repeatOnDeadlock } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database?.close())

test('a date round-trips as text in all time zones of server and process', async () => {
  const { sql } = database
  const [row] = await sql.begin(async (tx) => {
    await tx`set local time zone 'Pacific/Kiritimati'`
    return tx`select '2026-03-01'::date as day, array['2024-02-29'::date] as days, ${'2026-12-31'}::date as sent`
  })
  assert.deepEqual({ ...row }, { day: '2026-03-01', days: ['2024-02-29'], sent: '2026-12-31' })
})

test('every connection has the timeouts that keep one slow call from blocking others', async () => {
  const sql = connect(database.database, { max: 1, connectTimeout: 60_000 })
  const settings = await sql`
    select name, setting::int as ms from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`
  await sql.end({ timeout: 5 })
  assert.deepEqual(
    settings.map((row) => ({ ...row })),
    [
      { name: 'idle_in_transaction_session_timeout', ms: 15_000 },
      { name: 'lock_timeout', ms: 2000 },
      { name: 'statement_timeout', ms: 5000 },
    ],
  )
})

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('should have failed'),
    (error: unknown) => error,
  )

test('a statement timeout counts as database unavailable', async () => {
  const hasty = connect(database.database, { max: 1, statementTimeout: 1000 })
  try {
    assert.equal(isDatabaseUnavailable(await failureOf(hasty`select pg_sleep(5)`)), true)
  } finally {
    await hasty.end()
  }
})

test('a lost connection and an unreachable server count as unavailable, and the pool recovers', async () => {
  const victim = connect(database.database, { max: 1 })
  const unreachable = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, { max: 1 })
  try {
    const [row] = await victim`select pg_backend_pid() as pid`
    const sleeping = failureOf(victim`select pg_sleep(4)`)
    await until(async () => (await database.sql`select 1 from pg_stat_activity where pid = ${row!.pid} and query ~ 'pg_sleep'`).length > 0)
    await database.sql`select pg_terminate_backend(${row!.pid})`
    assert.equal(isDatabaseUnavailable(await sleeping), true)
    // The first call after the loss may still get the closing connection.
    const answer = await until(() => victim`select 1 as one`.catch(() => undefined))
    assert.equal(answer[0]?.one, 1)
    assert.equal(isDatabaseUnavailable(await failureOf(unreachable`select 1`)), true)
  } finally {
    await Promise.all([victim.end(), unreachable.end({ timeout: 1 })])
  }
})

test('an invalid statement or another error does not count as database unavailable', async () => {
  assert.equal(isDatabaseUnavailable(await failureOf(database.sql`select nonsense`.then())), false)
  assert.equal(isDatabaseUnavailable(await failureOf(database.sql`insert into tag (name) values ('')`.then())), false)
  for (const error of [new Error('x'), null, undefined, 'ECONNREFUSED', { code: 42 }]) assert.equal(isDatabaseUnavailable(error), false)
})

test('two transactions that wait for each other: the one that the database ends is repeated', async () => {
  const sql = connect(database.database, { max: 2, mayNest: true })
  try {
    await sql`create table deadlock (id integer primary key, sum integer not null)`
    await sql`insert into deadlock values (1, 0), (2, 0)`
    const both = Promise.withResolvers<void>()
    let begun = 0
    let runs = 0
    const add = (first: number, second: number) =>
      repeatOnDeadlock(() =>
        sql.begin(async (sql) => {
          runs++
          await sql`update deadlock set sum = sum + 1 where id = ${first}`
          if (++begun === 2) both.resolve()
          await both.promise
          await sql`update deadlock set sum = sum + 1 where id = ${second}`
        }),
      )
    await Promise.all([add(1, 2), add(2, 1)])
    assert.ok(runs > 2)
    assert.deepEqual(
      (await sql`select sum from deadlock`).map(({ sum }) => sum),
      [2, 2],
    )
  } finally {
    await sql.end()
  }
})
