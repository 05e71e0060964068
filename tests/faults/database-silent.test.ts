import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#database/sql.ts'
import { freshness } from '#run/changes.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { assertWithin } from '#tests/support/latency.ts'
import { type DatabaseProxy, startProxy } from '#tests/support/peer/database-proxy.ts'
import { startService, type TestService, untilReady } from '#tests/support/service.ts'
import { type FieldTokens, postJson, signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// A database that answers nothing: stopped, or behind a network that loses everything. All limits are those of production.

let database: TestDatabase
let proxy: DatabaseProxy
let service: TestService
let tokens: FieldTokens
let slug: string
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  proxy = await startProxy(database.database as Exclude<Database, string>)
  const throughProxy = { ...database, database: proxy.address }
  service = await startService({ database: throughProxy, freshness, connection: { connectTimeout: 2000 } })
  tokens = await signIn(service, 'vera')
  slug = (await database.sql`select slug from project where state = 'published' order by id limit 1`)[0]!.slug
  await untilReady(service)
})
after(async () => {
  await service?.close()
  proxy?.close()
  await database?.close()
})

const authorization = () => ({ authorization: `Bearer ${tokens.accessToken}` })
const timed = async (call: Promise<Response>) => {
  const startedAt = performance.now()
  const response = await call
  const text = await response.text()
  return { status: response.status, text, retryAfter: response.headers.get('retry-after'), ms: performance.now() - startedAt }
}
const readyz = async () => (await fetch(`${service.origin}/readyz`)).status
let searches = 0
const guestReads: (() => Promise<Response>)[] = [
  () => fetch(`${service.url}/project/active`),
  () => fetch(`${service.url}/project/${slug}`),
  () => fetch(`${service.url}/tag`),
  () => postJson(`${service.url}/project/findmany`, { filters: { text: `data ${searches++}` } }), // never cached
]

/** Reads as a guest until the work is done. */
async function readDuring(work: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver)
    for (const read of guestReads) {
      const { status, ms, text } = await timed(read())
      assert.equal(status, 200, text)
      times.push(ms)
    }
  await ended
  return times
}

test('a frozen database: guests are answered from memory, signed-in calls end with 503 in time, and everything recovers', async () => {
  for (const read of guestReads) await read()
  proxy.freeze()
  service.app.changes.invalidate() // as after a committed change: reads wait until it is loaded
  const change = { name: 'Вера', surname: 'Новая', patronymic: '' }
  const put = { method: 'PUT', headers: { ...authorization(), 'content-type': 'application/json' }, body: JSON.stringify(change) }
  const work = Promise.all([
    timed(fetch(`${service.url}/user/profile`, { headers: authorization() })),
    timed(fetch(`${service.url}/profile/personal`, put)),
    timed(fetch(`${service.url}/project/${slug}`, { headers: authorization() })),
    timed(postJson(`${service.url}/email`, { name: 'Anna', email: 'anna@example.org', subject: 'Hello', message: 'Is it open?' })),
  ])
  await assertWithin(100, () => readDuring(work), { tries: 1, longestMs: 5000 })
  const [read, write, publicRead, email] = await work
  assert.equal(publicRead.status, 200, 'a public page with a token is shown as to guests')
  assert.ok(publicRead.ms < 6000, `${publicRead.ms} ms`)
  for (const [answer, limit] of [
    [read, 6000],
    [write, 12_000],
    [email, 12_000],
  ] as const) {
    assert.equal(answer.status, 503, answer.text)
    assert.match(answer.text, /database_unavailable|deadline_exceeded|outcome_unknown/)
    assert.ok(Number(answer.retryAfter) >= 1)
    assert.ok(answer.ms < limit + 2000, `${answer.ms} ms`)
  }
  const later = await timed(fetch(`${service.url}/user/profile`, { headers: authorization() }))
  assert.equal(later.status, 503)
  assert.ok(later.ms < 2000, `a call after a long silence is refused at once, not after ${later.ms} ms`)
  assert.equal(await readyz(), 503)

  proxy.thaw()
  await untilReady(service)
  while ((await fetch(`${service.url}/user/profile`, { headers: authorization() })).status !== 200) await wait(50)
  await database.sql`update project set name = 'Seen after the silence' where slug = ${slug}`
  while (!(await (await fetch(`${service.url}/project/${slug}`)).text()).includes('Seen after the silence')) await wait(50)
})
