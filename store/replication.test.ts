import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbedded } from './embedded/postgres.ts'
import { makeFolder, settings } from './embedded/testing.ts'
import { confirmStored } from './idempotency.ts'
import { connect, isDatabaseUnavailable, isUnanswered, OutcomeUnknown, type Sql } from './sql.ts'

// A server whose commits wait for a synchronous standby that is not there.

const folder = makeFolder()
const STATEMENT_MS = 1500
let server: EmbeddedPostgres
let sql: Sql // the service
let operator: Sql

before(async () => {
  server = await startEmbedded(folder, { settings })
  const { host, port, user, database } = server
  operator = connect({ host, port, user, database }, { max: 3, mayNest: true, connectTimeout: 60_000, statementTimeout: 60_000 })
  await operator.unsafe("alter system set synchronous_commit = 'on'")
  await operator.unsafe('create table note (text text)')
  sql = connect({ host, port, user, database }, { max: 3, connectTimeout: 60_000, statementTimeout: STATEMENT_MS, answerTimeout: 60_000 })
})
after(async () => {
  await sql?.end({ timeout: 1 })
  await operator?.end({ timeout: 1 })
  await server?.stop()
})
beforeEach(standbyIsAway)

async function standbyIsAway(): Promise<void> {
  await awaitStandby('')
  while (await findWaiting()) await sleep(10) // of the test before
  await awaitStandby('nobody')
  await untilCommitsWait()
}

async function awaitStandby(name: string): Promise<void> {
  await operator.unsafe(`alter system set synchronous_standby_names = '${name}'`)
  await operator`select pg_reload_conf()`
  while ((await operator`show synchronous_standby_names`)[0]!.synchronous_standby_names !== name) await sleep(10)
}

type Waiting = { pid: number; ms: number }
const findWaiting = async (): Promise<Waiting | undefined> =>
  (
    await operator<Waiting[]>`
      select pid, extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as ms from pg_stat_activity where wait_event = 'SyncRep'`
  )[0]

async function waiting(): Promise<Waiting> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(10)) {
    const one = await findWaiting()
    if (one) return one
  }
  return assert.fail('no commit waits for the standby')
}

// A process of the server tells the others that commits have to wait, some time after the setting has changed.
async function untilCommitsWait(): Promise<void> {
  for (;;) {
    let isOver = false
    const probe = operator.unsafe("insert into note values ('probe')").then(
      () => (isOver = true),
      () => (isOver = true),
    )
    let one = await findWaiting()
    while (!isOver && !one) one = await findWaiting()
    if (one) await operator`select pg_cancel_backend(${one.pid}::int)`
    await probe
    if (one) return
  }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it was acknowledged'),
    (error: unknown) => error,
  )
const write = (text: string) => sql.begin((sql) => sql`insert into note values (${text})`)
const isStored = async (text: string) => (await operator`select 1 from note where text = ${text}`).length === 1

describe('a commit waits for a standby', () => {
  test('longer than the statement timeout, and succeeds when the standby has it', async () => {
    const written = write('late')
    for (let one = await waiting(); one.ms < 3 * STATEMENT_MS; one = await waiting()) await sleep(20)
    await awaitStandby('')
    await written
    assert.equal(await isStored('late'), true)
  })

  test('the wait is cancelled: it is stored here, but not acknowledged', async () => {
    const failure = failureOf(write('cancelled'))
    await operator`select pg_cancel_backend(${(await waiting()).pid}::int)`
    assert.ok((await failure) instanceof OutcomeUnknown)
    assert.equal(await isStored('cancelled'), true)
    await awaitStandby('')
    await write('after it')
    assert.equal(await isStored('after it'), true, 'the connection can be used again')
  })

  test('the wait of a single statement is cancelled: its outcome is unknown', async () => {
    const failure = failureOf(sql`insert into note values ('alone')`)
    await operator`select pg_cancel_backend(${(await waiting()).pid}::int)`
    const error = await failure
    assert.deepEqual([isUnanswered(error), isDatabaseUnavailable(error)], [true, true])
  })

  test('its connection is ended: it is committed here, but not acknowledged without the standby', async () => {
    const failure = failureOf(write('ended'))
    await operator`select pg_terminate_backend(${(await waiting()).pid}::int)`
    assert.ok((await failure) instanceof OutcomeUnknown)
    assert.equal(await isStored('ended'), true)
  })

  test('its connection is ended, and the standby comes back: it is acknowledged', async () => {
    for (let attempt = 1; ; attempt++) {
      const written = write(`confirmed ${attempt}`).then(
        () => true,
        () => false,
      )
      await operator`select pg_terminate_backend(${(await waiting()).pid}::int)`
      await awaitStandby('')
      if (await written) return assert.equal(await isStored(`confirmed ${attempt}`), true)
      assert.ok(attempt < 20, 'never acknowledged')
      await standbyIsAway() // on a busy machine it came back too late: the outcome is asked for two seconds
    }
  })

  test('a stored response is not sent again before the standby has it', async () => {
    const confirmed = confirmStored(sql)
    await waiting()
    await awaitStandby('')
    await confirmed
  })
})
