import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnySql, connect, type Database, isDatabaseUnavailable, type Sql, type TransactionSql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startProxy } from '#tests/support/peer/database-proxy.ts'
import { Connection } from './connection.ts'
import { connectionOwner } from './owner.ts'
import { createPool, ShareUsed } from './pool.ts'

let database: TestDatabase
let one: Sql // a pool of one connection
before(async () => {
  database = await testDatabase()
  await database.sql`create table jotting (text text)`
  one = connect(database.database, { max: 1 })
})
after(async () => {
  await one?.end({ timeout: 1 })
  await database?.close()
})
beforeEach(() => database.sql`delete from jotting`)

const secondConnection = /has a connection tried to acquire another one/
const notes = async () => (await database.sql`select text from jotting order by text`).map(({ text }) => text)
const ask = (sql: Sql) => sql`select 1 as one`

test('a caller with a connection is immediately rejected a second one, by every method', async () => {
  const ways: ((sql: Sql) => PromiseLike<unknown>)[] = [
    ask,
    (sql) => ask(sql).execute(),
    (sql) => sql.unsafe('select 1'),
    (sql) => sql.begin(async () => {}),
    (sql) => sql.reserve(),
    async (sql) => {
      await nextTurn()
      await Promise.all([1, 2].map(() => ask(sql)))
    },
  ]
  for (const way of ways)
    await one.begin(async (sql) => {
      await assert.rejects(async () => way(one), secondConnection)
      await sql`insert into jotting values ('goes on')`
    })
  assert.equal((await notes()).length, ways.length)
  assert.equal((await ask(one))[0]!.one, 1)
})

test('a reserved connection counts until it is released', async () => {
  const reserved = await one.reserve()
  await assert.rejects(ask(one).then(), secondConnection)
  await reserved`select 1`
  reserved.release()
  assert.equal((await ask(one))[0]!.one, 1)
})

test('that error is a bug, not database unavailability', async () => {
  const error = await one.begin(() => ask(one)).catch((reason) => reason)
  assert.match(error.message, secondConnection)
  assert.equal(isDatabaseUnavailable(error), false)
})

test('concurrent callers wait for each other and are not confused', async () => {
  const work = async (sql: TransactionSql) => {
    await sql`insert into jotting values ('beside')`
    await nextTurn()
    await sql`select 1`
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? ask(one) : one.begin(work))))
  assert.equal((await notes()).length, 10)
})

test('work started in a transaction may use the pool after the transaction', async () => {
  const isOver = Promise.withResolvers<void>()
  let later: Promise<unknown> = Promise.resolve()
  await one.begin(async (sql) => {
    await sql`select 1`
    later = isOver.promise.then(() => ask(one))
  })
  isOver.resolve()
  await later
})

test('two pools are independent', async () => {
  const other = connect(database.database, { max: 1 })
  await one.begin(() => ask(other))
  await other.end()
})

test('the pool never opens more than max connections', async () => {
  const three = connect(database.database, { max: 3, connectTimeout: 60_000, waitTimeout: 60_000, mayNest: true })
  const pidOf = async (sql: AnySql) => (await sql`select pg_backend_pid() as pid`)[0]!.pid
  const held = await Promise.all([1, 2, 3].map(() => three.reserve()))
  const pids = new Set(await Promise.all(held.map(pidOf)))
  assert.equal(pids.size, 3)
  const waiting = Array.from({ length: 60 }, () => pidOf(three))
  for (const one of held) one.release()
  for (const pid of await Promise.all(waiting)) pids.add(pid)
  assert.equal(pids.size, 3)
  await three.end()
})

test('a transaction works behind any number of queued statements', async () => {
  for (let before = 95; before <= 115; before += 1) {
    const sql = connect(database.database)
    const number = (n: number) => sql`select ${n}::int as n`
    await number(0)
    const all = Array.from({ length: before }, (_, n) => number(n).execute())
    assert.equal((await sql.begin((sql) => sql`select 1 as one`))[0]!.one, 1, `behind ${before}`)
    await Promise.all(all)
    await sql.end()
  }
  const open = await database.sql`
    select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  assert.equal(open.length, 0)
})

test('a connection released with an open transaction is not reused', async () => {
  const reserved = await one.reserve()
  await reserved`begin`
  await reserved`insert into jotting values ('left open')`
  reserved.release()
  await one`insert into jotting values ('after it')`
  assert.deepEqual(await notes(), ['after it'])
  await one`begin`
  await one`insert into jotting values ('and again')`
  assert.deepEqual(await notes(), ['after it', 'and again'])
})

test('when the server accepts no connection, each caller is rejected once and none keeps waiting', async () => {
  const unreachable = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, { max: 2 })
  const outcomes = await Promise.allSettled(Array.from({ length: 7 }, () => ask(unreachable)))
  assert.deepEqual(
    outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason.code),
    Array(7).fill('ECONNREFUSED'),
  )
  await unreachable.end()
})

test('closing: running statements finish, waiting and later ones are rejected', async () => {
  const sql = connect(database.database, { max: 1 })
  const isUnderWay = Promise.withResolvers<void>()
  const running = sql.begin(async (sql) => {
    isUnderWay.resolve()
    await sql`select pg_sleep(0.1)`
    await sql`insert into jotting values ('was under way')`
  })
  const waiting = ask(sql).then(
    () => 'answered',
    (error) => error.code,
  )
  await isUnderWay.promise
  await Promise.all([running, sql.end({ timeout: 10 }), sql.end()])
  assert.deepEqual([await waiting, await notes()], ['CONNECTION_ENDED', ['was under way']])
  await assert.rejects(ask(sql).then(), { code: 'CONNECTION_ENDED' })
  assert.equal(isDatabaseUnavailable({ code: 'CONNECTION_ENDED' }), true)
})

test('closing has a timeout: longer statements are aborted', async () => {
  const sql = connect(database.database, { max: 1 })
  await ask(sql)
  const running = sql`select pg_sleep(5)`.then(
    () => 'answered',
    (error) => error.code,
  )
  await nextTurn()
  await sql.end({ timeout: 0.1 })
  assert.equal(await running, 'CONNECTION_DESTROYED')
})

test('a server that does not answer is closed too, and the caller is told', { timeout: 60_000 }, async (t) => {
  const proxy = await startProxy(database.database as Exclude<Database, string>)
  t.after(proxy.close)
  const sql = connect(proxy.address, { max: 1, connectTimeout: 60_000 })
  await ask(sql)
  proxy.freeze()
  assert.equal(await sql.end({ timeout: 3600 }), false)
})

test('a connection lost right after opening does not count, and the pool can be closed', async () => {
  const limits = { statementMs: 5000, lockMs: 2000, idleInTransactionMs: 15_000 }
  let opened = 0
  const open = async () => {
    const connection = await Connection.open({ database: database.database, limits, connectMs: 10_000, answerMs: 10_000 })
    if (++opened <= 2) connection.destroy()
    return connection
  }
  const pool = createPool({ open, max: 1, mayNest: true, waitMs: 10_000 })
  for (let n = 0; n < 2; n++) await assert.rejects(pool.acquire(), isDatabaseUnavailable)
  const connection = await pool.acquire()
  assert.equal((await connection.run('select 1 as one')).rows.length, 1)
  pool.release(connection)
  await pool.end(10)
})

test('a server that accepts but stays silent hits the connect timeout', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const sql = connect(`postgres://somebody@127.0.0.1:${port}/any`, { max: 1, connectTimeout: 100 })
  await assert.rejects(ask(sql), { code: 'CONNECT_TIMEOUT' })
  await sql.end()
  silent.close()
})

test('a process that was paused while connecting reads the answer that arrived meanwhile', async () => {
  const sql = connect(database.database, { max: 1, connectTimeout: 300 })
  const answer = ask(sql).execute()
  await nextTurn()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000) // a busy server has answered, too
  await answer
  await sql.end()
})

test('a connection keeps the 300 statements it used last, and those it has dropped work again', async () => {
  const sql = connect(database.database, { max: 1 })
  const numbered = async (n: number) => (await sql`select ${sql.unsafe(String(n))}::int as n`)[0]!.n as number
  try {
    for (let n = 0; n < 900; n++) {
      assert.equal(await numbered(n), n)
      await numbered(7) // always in use
    }
    const kept = (await sql`select statement from pg_prepared_statements`).map(({ statement }) => Number(/\d+/.exec(statement)?.[0]))
    assert.ok(kept.length <= 301, String(kept.length))
    assert.ok(kept.includes(7) && kept.includes(899) && !kept.includes(8))
    await assert.rejects(Promise.resolve(sql`select nonsense`))
    for (const n of [8, 7, 899]) assert.equal(await numbered(n), n)
  } finally {
    await sql.end({ timeout: 1 })
  }
})

test('one owner has at most three of ten connections; others, and work without an owner, take the rest', async () => {
  const sql = connect(database.database, { max: 10 })
  const ends: (() => void)[] = []
  let isIn = 0
  const hold = (owner: string | null) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.push(resolve)
    const work = () =>
      sql.begin(async () => {
        isIn++
        await promise
      })
    return owner === null ? work() : connectionOwner.run(owner, work)
  }
  const until = async (count: number) => {
    while (isIn < count) await nextTurn()
  }
  try {
    const greedy = Array.from({ length: 20 }, () => hold('greedy'))
    await until(3)
    const others = [hold('other'), hold('other'), hold(null), hold(null), hold(null), hold(null)]
    await until(9)
    assert.deepEqual({ ...sql.poolState(), idle: 0 }, { inUse: 9, idle: 0, waiting: 17, max: 10 })
    ends[0]!()
    await until(10)
    assert.equal(sql.poolState().waiting, 16)
    for (const end of ends) end()
    await Promise.all([...greedy, ...others])
  } finally {
    await sql.end({ timeout: 1 })
  }
})

test('whoever waits for a connection because of their own calls is told so; the database counts as available', async () => {
  const sql = connect(database.database, { max: 4, waitTimeout: 50 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = () => connectionOwner.run('greedy', () => sql.begin(() => promise))
  try {
    const held = [hold(), hold()]
    const refused = await connectionOwner.run('greedy', () => sql`select 1`.then(String, (error) => error))
    assert.ok(refused instanceof ShareUsed && !isDatabaseUnavailable(refused), String(refused))
    await connectionOwner.run('other', async () => sql`select 1`)
    resolve()
    await Promise.all(held)
  } finally {
    await sql.end({ timeout: 1 })
  }
})
