import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connect, isDatabaseUnavailable, type Sql, type TransactionSql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let sql: Sql // a pool of one connection, so that leftover state affects the next caller
before(async () => {
  database = await testDatabase()
  await database.sql`create table jotting (text text, number int)`
  sql = connect(database.database, { max: 1 })
})
after(async () => {
  await sql?.end({ timeout: 1 })
  await database?.close()
})
beforeEach(() => database.sql`delete from jotting`)

const notes = async () => (await database.sql`select text from jotting order by text`).map(({ text }) => text)
const note = (sql: TransactionSql, text: string) => sql`insert into jotting values (${text})`

test('a transaction is atomic', async () => {
  assert.equal(
    await sql.begin(async (sql) => {
      await note(sql, 'one')
      await note(sql, 'two')
      return 'done'
    }),
    'done',
  )
  const undone = sql.begin(async (sql) => {
    await note(sql, 'three')
    throw new Error('changed my mind')
  })
  await assert.rejects(undone, /changed my mind/)
  const thrown = sql.begin(() => {
    throw new Error('at once')
  })
  await assert.rejects(thrown, /at once/)
  assert.deepEqual(await notes(), ['one', 'two'])
})

test('a transaction has the given mode', async () => {
  const [row] = await sql.begin(
    'isolation level repeatable read read only',
    (sql) => sql`select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as read_only`,
  )
  assert.deepEqual({ ...row }, { isolation: 'repeatable read', read_only: 'on' })
  await assert.rejects(
    sql.begin('read only', (sql) => note(sql, 'x')),
    { code: '25006' },
  )
})

test('a failed statement fails the transaction, also when its error is ignored', async () => {
  const work = sql.begin(async (sql) => {
    await note(sql, 'before')
    await sql`select 1 / 0`.catch(() => {})
    return 'as if nothing had happened'
  })
  await assert.rejects(work, { code: '22012' })
  const first = sql.begin((sql) => Promise.all([sql`select 1 / 0`, sql`select 1`, note(sql, 'behind it')]))
  await assert.rejects(first, { code: '22012' })
  const refused = sql.begin(async (sql) => {
    await sql`select 1 / 0`.catch(() => {})
    await note(sql, 'refused by the server')
  })
  await assert.rejects(refused, { code: '22012' }, 'what failed first')
  assert.deepEqual(await notes(), [])
})

test('a transaction rolled back by a statement is not reported as committed', async () => {
  const work = sql.begin((sql) => sql.unsafe(`insert into jotting values ('x'); rollback; select 1`))
  await assert.rejects(work, /has ended it/)
  assert.deepEqual(await notes(), [])
})

test('no statement runs after the end of the transaction, nor in the next one', async () => {
  let leaked: TransactionSql | undefined
  await sql.begin(async (sql) => {
    leaked = sql
    await note(sql, 'in time')
  })
  await assert.rejects(note(leaked!, 'late').then(), /the transaction is over/)
  await sql.begin(async (sql) => {
    await note(sql, 'second')
    await assert.rejects(note(leaked!, 'into the second').then(), /the transaction is over/)
  })
  assert.deepEqual(await notes(), ['in time', 'second'])
})

test('a statement pipelined behind a lock sees what was committed before the lock was granted', async () => {
  await database.sql`insert into jotting values ('counter', 1)`
  const isHeld = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const first = database.sql.begin(async (sql) => {
    await sql`select 1 from jotting for update`
    isHeld.resolve()
    await goOn.promise
    await sql`update jotting set number = 2`
  })
  await isHeld.promise
  const second = sql.begin(async (sql) => {
    const [, [row]] = await Promise.all([sql`select 1 from jotting for update`, sql`select number from jotting`])
    return row!.number
  })
  goOn.resolve()
  await first
  assert.equal(await second, 2)
})

async function batches(sql: TransactionSql, size: number, count: number, most = Number.POSITIVE_INFINITY): Promise<number[][]> {
  const all: number[][] = []
  for await (const batch of sql<{ n: number }[]>`select n from generate_series(1, ${count}::int) n`.cursor(size)) {
    all.push(batch.map(({ n }) => n))
    if (all.length === most) break
  }
  return all
}

test('a cursor returns rows in batches, and is closed when the loop ends early', async () => {
  await sql.begin(async (sql) => {
    assert.deepEqual(await batches(sql, 2, 5), [[1, 2], [3, 4], [5]])
    assert.deepEqual(await batches(sql, 5, 5), [[1, 2, 3, 4, 5]])
    assert.deepEqual(await batches(sql, 2, 0), [])
    assert.deepEqual(await batches(sql, 2, 1000, 1), [[1, 2]])
    assert.equal((await sql`select 1 from pg_cursors where name <> ''`).count, 0)
    const both = await Promise.all([batches(sql, 1, 2), sql`select 7 as n`, batches(sql, 2, 3)])
    assert.deepEqual([both[0], both[1][0]!.n, both[2]], [[[1], [2]], 7, [[1, 2], [3]]])
  })
})

test('several cursors may be open at a time, and their names are used again: statistics of the server have an entry for each text', async () => {
  const texts: string[] = []
  const sql = connect(database.database, { max: 1, onStatement: (text) => texts.push(text) })
  const countBoth = () =>
    sql.begin('read only', async (sql) => {
      const [outer, inner]: number[][] = [[], []]
      for await (const batch of sql<{ n: number }[]>`select n from generate_series(1, 3) n`.cursor(2)) {
        outer!.push(...batch.map(({ n }) => n))
        for await (const other of sql<{ n: number }[]>`select n from generate_series(4, 6) n`.cursor(2))
          inner!.push(...other.map(({ n }) => n))
      }
      return [outer, inner]
    })
  assert.deepEqual(await countBoth(), [
    [1, 2, 3],
    [4, 5, 6, 4, 5, 6],
  ])
  const first = texts.splice(0)
  await countBoth()
  assert.deepEqual(texts, first)
  await sql.end({ timeout: 1 })
})

test('a transaction has the trace of its caller, which is no part of a statement', async () => {
  const texts: string[] = []
  let traceparent: string | null = null
  const trace = { begin: () => () => {}, traceparent: () => traceparent }
  const sql = connect(database.database, { max: 1, onStatement: (text) => texts.push(text), trace })
  const traced = () =>
    sql.begin(async (sql) => (await sql`select current_setting('projectory.traceparent', true) as trace`)[0]!.trace as string | null)
  assert.equal(await traced(), null)
  for (const given of ['00-a-01', '00-b-01']) {
    traceparent = given
    assert.equal(await traced(), given)
  }
  traceparent = null
  assert.equal(await traced(), '', 'it ends with the transaction')
  assert.doesNotMatch(texts.join('\n'), /00-[ab]/)
  await sql.end({ timeout: 1 })
})

test('a cursor needs a transaction, and its failure fails the transaction', async () => {
  assert.throws(() => sql`select 1`.cursor(1), /needs a transaction/)
  const broken = sql.begin(async (sql) => {
    const found: unknown[] = []
    for await (const batch of sql`select 1 / (3 - n) as n from generate_series(1, 5) n`.cursor(1)) found.push(...batch)
  })
  await assert.rejects(broken, { code: '22012' })
  const ignored = sql.begin(async (sql) => {
    await batches(sql, 1, Number.NaN).catch(() => {})
  })
  await assert.rejects(ignored, { code: '22P02' })
  let leaked: TransactionSql | undefined
  await sql.begin(async (sql) => {
    leaked = sql
  })
  await assert.rejects(batches(leaked!, 1, 1), /the transaction is over/)
})

test('a statement that was prepared before its table changed is prepared again', async () => {
  await database.sql`create table shape (a int)`
  const look = (sql: Sql | TransactionSql) => sql`select * from shape`
  await look(sql)
  await database.sql`alter table shape add b int`
  await database.sql`insert into shape values (1, 2)`
  assert.deepEqual([...(await look(sql))], [{ a: 1, b: 2 }])
  await database.sql`alter table shape drop b`
  const error = await sql.begin(look).catch((reason) => reason)
  assert.deepEqual([error.code, isDatabaseUnavailable(error)], ['PLAN_CHANGED', true], 'a transaction has to be tried again')
  assert.deepEqual([...(await sql.begin(look))], [{ a: 1 }])
})

test('a running statement can be cancelled', async () => {
  const sleeping = sql`select pg_sleep(10)`.execute()
  const ended = assert.rejects(sleeping.then(), { code: '57014' })
  const isRunning = () => database.sql`select 1 from pg_stat_activity where query = 'select pg_sleep(10)' and state = 'active'`
  while ((await isRunning()).length === 0);
  sleeping.cancel()
  await ended
  assert.equal((await sql`select 1 as one`)[0]!.one, 1)
  sleeping.cancel()
  sql`select 1`.cancel()
})
