import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { confirmStored } from '#store/idempotency.ts'
import { insertContactEmail } from '#store/mail/contact.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded/postgres.ts'
import { makeFolder, settings } from './embedded/testing.ts'
import { migrate } from './migrate.ts'
import { connect, isDatabaseUnavailable, isUnanswered, OutcomeUnknown, type Sql } from './sql.ts'

// A server whose commits wait for a synchronous standby that is not there.

const folder = makeFolder()
const STATEMENT_MS = 1500
let server: EmbeddedPostgres
let sql: Sql // the service
let operator: Sql
const patient = { connectTimeout: 60_000, statementTimeout: 60_000 }
const address = () => {
  const { host, port, user, database } = server
  return { host, port, user, database }
}

before(async () => {
  server = await startEmbedded(folder, { settings })
  operator = connect(address(), { ...patient, max: 3, mayNest: true })
  await operator.unsafe("alter system set synchronous_commit = 'on'")
  await operator.unsafe('create table note (text text)')
  sql = connect(address(), { ...patient, max: 3, statementTimeout: STATEMENT_MS, answerTimeout: 60_000 })
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
const MOST = 2
const connectImpatiently = (): Sql => connect(address(), { ...patient, max: MOST, answerTimeout: 2000 })
const countWaiting = async (): Promise<number> =>
  (await operator`select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'`)[0]!.count
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

  // A cancelled one would be on this server alone, visible, and a repeated call would find it and be acknowledged.
  test('the answer to a single statement does not come in time: it is not cancelled', async () => {
    const impatient = connectImpatiently()
    const error = await failureOf(impatient`insert into note values ('given up')`)
    assert.deepEqual([(error as { code?: string }).code, isUnanswered(error)], ['ANSWER_TIMEOUT', true])
    for (const until = performance.now() + 2000; performance.now() < until; await sleep(20))
      assert.equal(await isStored('given up'), false, 'no standby has it yet')
    await waiting()
    await awaitStandby('')
    while (!(await isStored('given up'))) await sleep(10)
    await impatient.end({ timeout: 1 })
  })

  test('as many are given up as the pool has connections: writes are refused, reads go on, until they have ended', async () => {
    const impatient = connectImpatiently()
    const write = (text: string) => impatient.begin((sql) => sql`insert into note values (${text})`)
    while ((await countWaiting()) < MOST) await failureOf(write('given up'))
    const attempts: (() => Promise<unknown>)[] = [
      () => write('refused'),
      () => impatient`insert into note values ('refused')`.then(),
      () => confirmStored(impatient),
    ]
    for (const attempt of [...attempts, ...attempts]) {
      const error = (await failureOf(attempt())) as { code?: string }
      assert.deepEqual([error.code, isDatabaseUnavailable(error), isUnanswered(error)], ['COMMITS_WAIT', true, false])
    }
    assert.equal((await impatient`select 1 as one`)[0]!.one, 1)
    assert.equal((await impatient.begin('read only', (sql) => sql`select 1 as one`))[0]!.one, 1)
    assert.equal(await countWaiting(), MOST)
    await awaitStandby('')
    const isWritten = () => write('after it').then(() => true, () => false) // biome-ignore format: short
    while (!(await isWritten())) await sleep(100)
    assert.equal(await isStored('refused'), false)
    await impatient.end({ timeout: 1 })
  })

  test('a contact email that is there already is acknowledged only when the standby has it', async () => {
    await awaitStandby('')
    await operator.unsafe('create database directory')
    const directory = connect({ ...address(), database: 'directory' }, patient)
    await migrate(directory)
    const email = { data: { email: 'a@example.org' }, fingerprint: Buffer.from('1'), review: { reason: null, limits: null } }
    const accept = () => insertContactEmail(directory, { ...email, requestId: 'r', at: new Date() })
    const id = await accept()
    await standbyIsAway()
    const again = accept()
    await waiting()
    await awaitStandby('')
    assert.equal(await again, id)
    await directory.end({ timeout: 1 })
  })

  test('a stored response is not sent again before the standby has it', async () => {
    const confirmed = confirmStored(sql)
    await waiting()
    await awaitStandby('')
    await confirmed
  })
})
