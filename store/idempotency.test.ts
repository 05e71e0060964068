import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { claimKey, removeOldKeys, saveResponse } from './idempotency.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

const HOUR = 3_600_000
const print = (text: string) => Buffer.from(text)
const at = (hours: number) => new Date(Date.UTC(2026, 8, 1) + hours * HOUR)
let keys = 0
const newKey = () => ({ scope: '5 POST /request', key: `key-${++keys}` })
const answer = { status: 200, headers: [['Location', '/request/7']] as [string, string][], body: '{"name":"Вера"}' }

async function claimAndKeep(key: { scope: string; key: string }, now = at(0)): Promise<void> {
  await database.sql.begin(async (sql) => {
    assert.equal(await claimKey(sql, key, print('a'), now), undefined)
    await saveResponse(sql, key, answer)
  })
}

test('the first call claims a key; later ones get its stored response', async () => {
  const key = newKey()
  await claimAndKeep(key)
  const stored = await claimKey(database.sql, key, print('b'), at(1))
  assert.deepEqual({ ...stored, fingerprint: stored!.fingerprint.toString() }, { ...answer, fingerprint: 'a' })
})

test('keys are scoped to person and endpoint', async () => {
  const key = newKey()
  await claimAndKeep(key)
  await claimAndKeep({ ...key, scope: '6 POST /request' })
  await claimAndKeep({ ...key, scope: '5 POST /project/links' })
})

test('a rolled-back transaction releases the key', async () => {
  const key = newKey()
  const undone = database.sql.begin(async (sql) => {
    await claimKey(sql, key, print('a'), at(0))
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await claimAndKeep(key)
})

test('a key expires after a day', async () => {
  const key = newKey()
  await claimAndKeep(key)
  assert.ok(await claimKey(database.sql, key, print('b'), at(24)))
  const later = new Date(at(24).getTime() + 1)
  assert.equal(await claimKey(database.sql, key, print('b'), later), undefined)
  const stored = await claimKey(database.sql, key, print('c'), later)
  assert.deepEqual(
    { ...stored, fingerprint: stored!.fingerprint.toString() },
    { fingerprint: 'b', status: null, headers: null, body: null },
  )
})

test('a claim waits for a concurrent one, up to two seconds', async () => {
  const key = newKey()
  const claimed = Promise.withResolvers<void>()
  const waiting = claimed.promise.then(() => claimKey(database.sql, key, print('a'), at(0)))
  const [first, second] = await Promise.allSettled([
    database.sql.begin(async (sql) => {
      await claimKey(sql, key, print('a'), at(0))
      claimed.resolve()
      await Promise.allSettled([waiting]) // until the other claim has timed out
      await saveResponse(sql, key, answer)
    }),
    waiting,
  ])
  assert.equal(first.status, 'fulfilled')
  assert.equal((second as PromiseRejectedResult).reason?.code, '55P03')
  assert.equal((await claimKey(database.sql, key, print('a'), at(0)))?.status, 200)
})

test('of ten concurrent claims one succeeds', async () => {
  const key = newKey()
  const results = await Promise.all(
    Array.from({ length: 10 }, () =>
      database.sql.begin(async (sql) => {
        const stored = await claimKey(sql, key, print('a'), at(0))
        if (!stored) await saveResponse(sql, key, answer)
        return stored?.status ?? 'mine'
      }),
    ),
  )
  assert.deepEqual(results.map(String).toSorted(), [...Array(9).fill('200'), 'mine'])
})

test('keys are deleted after two days', async () => {
  await database.sql`delete from idempotency`
  for (const hours of [0, 24, 47]) await claimAndKeep(newKey(), at(hours))
  await removeOldKeys(database.sql, at(48))
  assert.equal((await database.sql`select 1 from idempotency`).count, 3)
  await removeOldKeys(database.sql, new Date(at(48).getTime() + 1))
  assert.equal((await database.sql`select 1 from idempotency`).count, 2)
})
