import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#database/sql.ts'
import { freshness } from '#run/changes.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type DatabaseProxy, startProxy } from '#tests/support/peer/database-proxy.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { postJson, signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// A network that loses connections or answers.

let database: TestDatabase
let proxy: DatabaseProxy
let slug: string
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  proxy = await startProxy(database.database as Exclude<Database, string>)
  slug = (await database.sql`select slug from project where state = 'published' order by id limit 1`)[0]!.slug
})
after(async () => {
  proxy?.close()
  await database?.close()
})

const start = (connection: object = {}) =>
  startService({ database: { ...database, database: proxy.address }, freshness, connection: { connectTimeout: 2000, ...connection } })

test('the open connections are silent while new ones work: one limit of silence later everything works', async () => {
  const own = await start({ statementTimeout: 2000, answerTimeout: 2200, max: 10 })
  try {
    const { accessToken } = await signIn(own, 'vera')
    await Promise.all(Array.from({ length: 10 }, () => own.app.sql`select pg_sleep(0.1)`)) // opens all connections
    proxy.silence()
    await database.sql`update project set name = 'Seen on a new connection' where slug = ${slug}`
    const startedAt = performance.now()
    while (!(await (await fetch(`${own.url}/project/${slug}`)).text()).includes('Seen on a new connection')) await wait(20)
    const ms = performance.now() - startedAt
    assert.ok(ms < 10_000, `the ten silent connections were tried one by one: ${ms} ms`) // each has 2.2 s and a second of grace
    const headers = { authorization: `Bearer ${accessToken}` }
    assert.equal((await fetch(`${own.url}/user/profile`, { headers })).status, 200)
  } finally {
    await own.close()
  }
})

test('closing does not wait for a silent database', async () => {
  const own = await start()
  proxy.freeze()
  const startedAt = performance.now()
  await own.close()
  assert.ok(performance.now() - startedAt < 15_000, `${performance.now() - startedAt} ms`)
  proxy.thaw()
})

// The statement after which the connection is lost, with the answer or without being executed; then whether the server can be asked.
describe('a connection is lost during a commit', () => {
  let own: TestService
  before(async () => {
    own = await start()
    while (!own.app.catalog.searchIsReady) await wait(10)
  })
  after(() => own?.close())

  let number = 0
  async function send(headers: Record<string, string> = {}, subject = `Email ${++number}`) {
    const email = { name: 'Anna', email: 'anna@example.org', subject, message: 'Is it open?' }
    const response = await postJson(`${own.url}/email`, email, headers)
    const [row] = await database.sql`select count(*)::int as count from outbox where data ->> 'subject' = ${subject}`
    return { response, subject, stored: row!.count as number }
  }
  const key = () => ({ 'idempotency-key': `lost-answer-number-${number}` })

  test('it was executed: the call succeeds', async () => {
    proxy.onNext('commit', () => 'lose answer')
    const { response, stored } = await send(key())
    assert.deepEqual([response.status, stored], [200, 1])
  })

  test('it was not executed: nothing was changed', async () => {
    proxy.onNext('commit', () => 'lose')
    const { response, stored } = await send(key())
    await assertProblem(response, 'database_unavailable')
    assert.equal(stored, 0)
  })

  test('the server cannot be asked: the outcome is unknown, and a repeated call with the key has one effect', async () => {
    proxy.onNext('commit', () => {
      setImmediate(() => proxy.refuse()) // after the commit has been sent
      return 'lose answer'
    })
    const headers = key()
    const { response, subject, stored } = await send(headers)
    proxy.accept()
    assert.equal(response.headers.get('retry-after'), '3')
    await assertProblem(response, 'outcome_unknown')
    assert.equal(stored, 1)
    const again = await send(headers, subject)
    assert.deepEqual([again.response.status, again.response.headers.get('idempotency-replayed'), again.stored], [200, 'true', 1])
  })

  test('the change is a single statement: the outcome is unknown', async () => {
    await send() // the statement is prepared now
    const subject = 'One statement'
    proxy.onNext(subject, () => 'lose answer')
    const { response, stored } = await send({}, subject)
    await assertProblem(response, 'outcome_unknown')
    assert.equal(stored, 1)
  })
})
