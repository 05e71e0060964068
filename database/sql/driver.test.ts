import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database, isDatabaseUnavailable, type Row, type Sql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'

// Lost connections, through a proxy. An uncaught error outside of a call fails the running test, as it would end the service.

let database: TestDatabase
const address = () => database.database as Exclude<Database, string>
let proxy: net.Server
const sockets = new Set<net.Socket>()
let isSilent = false // the proxy drops data from the server
let sent = '' // data sent to the server
before(async () => {
  database = await testDatabase()
  await database.sql`create table jotting (text text)`
  const { host, port } = address()
  proxy = net.createServer((near) => {
    const far = net.connect(join(host, `.s.PGSQL.${port}`))
    sockets.add(near.on('close', () => sockets.delete(near)))
    near.on('data', (part) => (sent += part.toString('latin1')))
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).on('end', () => near.end())
    far.on('data', (part) => isSilent || near.write(part))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
})
after(async () => {
  proxy.close()
  await database?.close()
})

const ways: Record<string, (pid: number) => unknown> = {
  'its server process is ended': (pid) => database.sql`select pg_terminate_backend(${pid}::int)`,
  'the network closes it': () => {
    for (const one of sockets) one.destroy()
  },
  'the network resets it': () => {
    for (const one of sockets) one.resetAndDestroy()
  },
}

const pidOf = async (sql: Pick<Sql, 'unsafe'>): Promise<number> => (await sql.unsafe('select pg_backend_pid() as pid'))[0]!.pid
const untilSleeping = (pid: number) =>
  until(async () => (await database.sql`select 1 from pg_stat_activity where pid = ${pid}::int and wait_event = 'PgSleep'`).length > 0)
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('should have failed'),
    (error: unknown) => error,
  )
const assertLost = async (work: Promise<unknown>) => assert.equal(isDatabaseUnavailable(await failureOf(work)), true)
const notes = async () => (await database.sql`select text from jotting order by text`).map((row) => row.text)

for (const [how, lose] of Object.entries(ways))
  describe(how, () => {
    let sql: Sql
    before(() => {
      sql = connect({ ...address(), host: '127.0.0.1', port: (proxy.address() as net.AddressInfo).port }, { max: 1 })
    })
    after(() => sql.end({ timeout: 1 }))

    test('during a statement of a transaction: it fails, and the next call succeeds', async () => {
      await assertLost(
        sql.begin(async (tx) => {
          const pid = await pidOf(tx)
          const sleeping = tx`select pg_sleep(4)`.execute()
          await untilSleeping(pid)
          await lose(pid)
          await sleeping
        }),
      )
      assert.equal((await sql`select ${1}::int as one`)[0]!.one, 1)
    })

    test('between two statements: the remaining and pending ones are rejected, and none runs in the next transaction', async () => {
      await sql`delete from jotting`
      const goOn = Promise.withResolvers<void>()
      const late: unknown[] = []
      let rest = Promise.resolve()
      const first = sql.begin((tx) => {
        rest = (async () => {
          await tx`insert into jotting values (${'before'})`
          await lose(await pidOf(tx))
          await goOn.promise
          late.push(await failureOf(tx`insert into jotting values (${'after'})`))
          late.push(...(await Promise.all(['one', 'two', 'three'].map((text) => failureOf(tx`insert into jotting values (${text})`)))))
        })()
        return rest
      })
      await assertLost(first)
      await sql.begin(async (tx) => {
        await tx`insert into jotting values (${'second'})`
        goOn.resolve()
        await rest
        await tx`insert into jotting values (${'third'})`
        await tx`select 1` // behind a stray commit or rollback
      })
      assert.deepEqual(late.map(isDatabaseUnavailable), [true, true, true, true])
      assert.deepEqual(await notes(), ['second', 'third'])
    })

    test('with several pipelined statements of a transaction: each of them is rejected', async () => {
      let each: Promise<unknown>[] = []
      await assertLost(
        sql.begin(async (tx) => {
          const pid = await pidOf(tx)
          each = [1, 2, 3].map((seconds) => failureOf(tx`select pg_sleep(${seconds + 3}::int)`))
          await untilSleeping(pid)
          await lose(pid)
          await Promise.all(each)
        }),
      )
      assert.deepEqual((await Promise.all(each)).map(isDatabaseUnavailable), [true, true, true])
      assert.equal((await sql`select 1 as one`)[0]!.one, 1)
    })

    test('while reserved: its statements are rejected, and releasing it does not affect other callers', async () => {
      const reserved = await sql.reserve()
      const pid = await pidOf(reserved)
      const sleeping = failureOf(reserved`select pg_sleep(4)`)
      await untilSleeping(pid)
      await lose(pid)
      assert.equal(isDatabaseUnavailable(await sleeping), true)
      await assertLost(reserved`select ${'again'}::text as word`)
      reserved.release()
      assert.equal((await sql`select 1 as one`)[0]!.one, 1)
      assert.equal((await sql.begin((tx) => tx`select 2 as two`))[0]!.two, 2)
    })

    test('at the moment of a call, thirty times: at most two calls fail, the next one succeeds', async () => {
      for (let round = 0; round < 30; round++) {
        await lose(await pidOf(sql))
        const ask = (): PromiseLike<Row[]> =>
          round % 2 ? sql`select ${round}::int as round` : sql.begin((tx) => tx`select ${round}::int as round`)
        for (let refused = 0; refused < 2; refused++) {
          const error = await ask().then(
            () => null,
            (reason: unknown) => reason,
          )
          if (error === null) break
          assert.equal(isDatabaseUnavailable(error), true)
        }
        assert.equal((await ask())[0]!.round, round)
      }
    })
  })

const throughProxy = () => ({ ...address(), host: '127.0.0.1', port: (proxy.address() as net.AddressInfo).port })

test('a call to a silent server times out, and the statement of its transaction is cancelled', async () => {
  const sql = connect(throughProxy(), { max: 1, answerTimeout: 300 })
  const pid = await pidOf(sql)
  const startedAt = performance.now()
  const work = sql.begin('read only', (sql) => {
    isSilent = true
    return sql`select pg_sleep(4)`
  })
  const error = (await failureOf(work)) as { code?: string }
  assert.deepEqual([error.code, isDatabaseUnavailable(error)], ['ANSWER_TIMEOUT', true])
  assert.ok(performance.now() - startedAt >= 1000, 'an answer that came while this process slept is still read')
  isSilent = false
  assert.equal((await sql`select 1 as one`)[0]!.one, 1)
  const isThere = () => database.sql`select 1 from pg_stat_activity where pid = ${pid}::int`
  while ((await isThere()).length > 0) await sleep(20)
  await sql.end({ timeout: 1 })
})

test('a statement may take longer after its transaction has disabled statement_timeout', async () => {
  const sql = connect(throughProxy(), { max: 1, statementTimeout: 1000, answerTimeout: 200 })
  await sql.begin(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`select pg_sleep(1.5)`
  })
  await sql.end({ timeout: 1 })
})

test('a transaction that has raised statement_timeout does not wait for ever for a silent server', async () => {
  const sql = connect(throughProxy(), { max: 1, statementTimeout: 1000, answerTimeout: 200 })
  const work = sql.begin(async (sql) => {
    await sql`set local statement_timeout = 100`
    isSilent = true
    await sql`select 1`
  })
  const error = (await failureOf(work)) as { code?: string }
  isSilent = false
  assert.equal(error.code, 'ANSWER_TIMEOUT')
  await sql.end({ timeout: 1 })
})

test('a caller who waits too long for a connection is rejected, and the others are served', async () => {
  const sql = connect(address(), { max: 1, waitTimeout: 200 })
  while (!(await sql`select 1`.then(() => true, () => false))) await sleep(10) // biome-ignore format: the connection is open
  const isHeld = Promise.withResolvers<void>()
  const holding = sql.begin(() => isHeld.promise)
  const error = (await failureOf(sql`select 1`.then())) as { code?: string }
  assert.equal(error.code, 'POOL_TIMEOUT')
  assert.equal(isDatabaseUnavailable(error), true)
  isHeld.resolve()
  await holding
  assert.equal((await sql`select 1 as one`)[0]!.one, 1)
  await sql.end({ timeout: 1 })
})

test('an idle transaction ended by the server counts as database unavailable', async () => {
  const sql = connect(address(), { max: 1 })
  for (const isNoticed of [true, false]) {
    const work = sql.begin(async (sql) => {
      await sql`set local idle_in_transaction_session_timeout = 50`
      // On a busy machine the server may need several attempts.
      for (;;) {
        await (isNoticed ? sleep(500) : blockEventLoop(500))
        await sql`select 1`
      }
    })
    const error = (await failureOf(work)) as { code?: string }
    if (isNoticed) assert.equal(error.code, '25P03')
    assert.equal(isDatabaseUnavailable(error), true, error.code)
    assert.equal((await sql`select 1 as one`)[0]!.one, 1)
  }
  await sql.end({ timeout: 1 })
})
// Blocks the event loop, like a paused process.
const blockEventLoop = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('a new connection sends no statements of its own', async () => {
  sent = ''
  const sql = connect(throughProxy(), { max: 1 })
  const [row] = await sql`select array[1, 2] as list`
  assert.deepEqual(row!.list, [1, 2])
  assert.deepEqual(sent.match(/select|show|set /gi), ['select'])
  assert.match(sent, /application_name\0projectory\0/)
  await sql.end({ timeout: 1 })
})

test('TLS is used when the server supports it; sslmode=prefer falls back to no TLS', async () => {
  const { user, database: name } = address()
  const url = (mode: string) => `postgres://${user}@127.0.0.1:${(proxy.address() as net.AddressInfo).port}/${name}?sslmode=${mode}`
  for (const mode of ['disable', 'allow', 'prefer']) {
    const sql = connect(url(mode), { max: 1 })
    assert.equal((await sql`select 1 as one`)[0]!.one, 1, mode)
    await sql.end({ timeout: 1 })
  }
  for (const mode of ['require', 'verify-full']) {
    const sql = connect(url(mode), { max: 1 })
    await assert.rejects(sql`select 1`.then(), /does not support SSL/)
    await sql.end({ timeout: 1 })
  }
})

test('arrays are parsed correctly after the first statements of a connection have timed out', async () => {
  for (let round = 0; round < 20; round++) {
    const hasty = connect(address(), { max: 1, statementTimeout: 1 })
    const lists = await Promise.all([1, 2, 3].map(() => hasty`select array[1, 2] as list`.catch((error) => error)))
    for (const answer of lists)
      if (answer instanceof Error) assert.equal(isDatabaseUnavailable(answer), true)
      else assert.deepEqual(answer[0].list, [1, 2])
    await hasty.end({ timeout: 1 })
  }
})
