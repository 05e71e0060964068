import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { freshness } from '#run/app.ts'
import type { Database } from '#store/sql.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type DatabaseProxy, startProxy } from '#tests/support/database-proxy.ts'
import { startService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'

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
  const own = await start({ statementTimeout: 500, answerTimeout: 700, max: 10 })
  try {
    const { accessToken } = await signIn(own, 'vera')
    await Promise.all(Array.from({ length: 10 }, () => own.app.sql`select pg_sleep(0.1)`)) // opens all connections
    proxy.silence()
    await database.sql`update project set name = 'Seen on a new connection' where slug = ${slug}`
    const startedAt = performance.now()
    while (!(await (await fetch(`${own.url}/project/${slug}`)).text()).includes('Seen on a new connection')) await wait(20)
    const ms = performance.now() - startedAt
    assert.ok(ms < 10_000, `the ten silent connections were tried one by one: ${ms} ms`) // each has 700 ms and a second of grace
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
