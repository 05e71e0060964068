import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { countBounces, isSuppressed, listBounces, noteBounce, removeBounce } from './bounce.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

const at = (minute: number) => new Date(Date.UTC(2026, 8, 1, 12, minute))

test('after the second bounce an address is suppressed, in any case', async () => {
  const { sql } = database
  await noteBounce(sql, 'Anna@Uni.example', { reply: '550 no', now: at(0) })
  assert.equal(await isSuppressed(sql, 'anna@uni.example'), false)
  await noteBounce(sql, 'anna@uni.example', { reply: '550 still no', now: at(1) })
  assert.deepEqual(await Promise.all(['anna@uni.example', 'ANNA@uni.example', 'boris@uni.example'].map((one) => isSuppressed(sql, one))), [
    true,
    true,
    false,
  ])
  await noteBounce(sql, 'boris@uni.example', { reply: '551 gone', now: at(2) })
  assert.deepEqual(
    (await listBounces(sql)).map((bounce) => ({ ...bounce })),
    [
      { address: 'boris@uni.example', count: 1, isRefused: false, reply: '551 gone', lastAt: at(2).toISOString() },
      { address: 'anna@uni.example', count: 2, isRefused: true, reply: '550 still no', lastAt: at(1).toISOString() },
    ],
  )
  assert.equal((await listBounces(sql, 1)).length, 1)
  assert.equal(await countBounces(sql), 2)
})

test('bounces of an address can be removed', async () => {
  const { sql } = database
  for (const minute of [3, 4]) await noteBounce(sql, 'vera@uni.example', { reply: '550 no', now: at(minute) })
  assert.equal(await removeBounce(sql, 'Vera@uni.example'), true)
  assert.equal(await isSuppressed(sql, 'vera@uni.example'), false)
  assert.equal(await removeBounce(sql, 'vera@uni.example'), false)
})
