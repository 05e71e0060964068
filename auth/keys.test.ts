import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connect, type Sql } from '#store/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { createKeyRing, revokeKey, rotateKeys, tendKeys } from './keys.ts'
import { makeMasterKey, secretsOf } from './secrets.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const sealing = secretsOf([makeMasterKey()]).keySealing

let database: TestDatabase
let sql: Sql
let now: Date
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
before(async () => {
  database = await testDatabase()
  sql = database.sql
})
after(() => database?.close())
beforeEach(async () => {
  await sql`delete from auth.signing_key`
  now = new Date('2026-01-01T00:00:00Z')
  await tendKeys(sql, sealing, now)
})

type Row = { kid: string; status: string; hasPrivate: boolean }
const keys = (): Promise<Row[]> =>
  sql<Row[]>`select kid, status, private_sealed is not null as "hasPrivate" from auth.signing_key order by status, kid`
const statuses = async (): Promise<string[]> => (await keys()).map(({ status }) => status)
const kidOf = async (status: string): Promise<string> => (await keys()).find((key) => key.status === status)!.kid
const lastAudit = async () => {
  const [row] = await sql`select action, target, detail from audit_event order by seq desc limit 1`
  return { ...row }
}

test('the first start makes a key that signs and one that waits; a second start changes nothing', async () => {
  assert.deepEqual(await statuses(), ['current', 'next'])
  const made = await keys()
  await tendKeys(sql, sealing, now)
  assert.deepEqual(await keys(), made)
})

test('what lies in the store is the public half, and the private one sealed', async () => {
  for (const { jwk, kid, sealed } of await sql`select public_jwk as jwk, kid, private_sealed as sealed from auth.signing_key`) {
    assert.deepEqual(Object.keys(jwk).toSorted(), ['crv', 'kty', 'x', 'y'])
    assert.match(kid, /^[\w-]{43}$/)
    assert.equal(Buffer.from(sealed).includes('"d":'), false)
  }
  await assert.rejects(sql`update auth.signing_key set public_jwk = public_jwk || '{"d":"x"}'`, /check constraint/)
})

test('for ninety days less a moment the same key signs; then the one that waited does, and the former is still believed', async () => {
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  pass(90 * DAY - 1)
  await tendKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), current)
  pass(1)
  await tendKeys(sql, sealing, now)
  assert.deepEqual(await statuses(), ['current', 'next', 'previous'])
  assert.equal(await kidOf('current'), next)
  assert.equal(await kidOf('previous'), current)
  assert.deepEqual(await lastAudit(), { action: 'key_rotated', target: current, detail: { successor: next } })
})

test('a key that no longer signs loses its private half at once, and goes when its last token has run out', async () => {
  pass(90 * DAY)
  await tendKeys(sql, sealing, now)
  assert.deepEqual(
    (await keys()).map(({ status, hasPrivate }) => [status, hasPrivate]),
    [
      ['current', true],
      ['next', true],
      ['previous', false],
    ],
  )
  pass(8 * HOUR + 10 * 60_000)
  await tendKeys(sql, sealing, now)
  assert.equal((await keys()).length, 3)
  pass(1)
  await tendKeys(sql, sealing, now)
  assert.deepEqual(await statuses(), ['current', 'next'])
})

test('a key never signs before it was known for a day', async () => {
  pass(90 * DAY - 12 * HOUR)
  assert.ok(await revokeKey(sql, sealing, await kidOf('next'), now))
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  pass(12 * HOUR)
  await tendKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), current, 'due, but its successor is too young')
  pass(12 * HOUR - 1)
  await tendKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), current)
  pass(1)
  await tendKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), next)
})

test('over two years there is always one key that signs and one that waits, and never more than three', async () => {
  let changes = 0
  let current = await kidOf('current')
  for (let day = 0; day < 730; day++) {
    pass(DAY)
    await tendKeys(sql, sealing, now)
    const seen = await statuses()
    assert.deepEqual(seen.slice(0, 2), ['current', 'next'])
    assert.ok(seen.length <= 3, `day ${day}: ${seen}`)
    const signs = await kidOf('current')
    if (signs !== current) changes++
    current = signs
  }
  assert.equal(changes, 8)
})

test('a key is changed ahead of time when somebody asks', async () => {
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  await rotateKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), next)
  assert.equal(await kidOf('previous'), current)
  assert.ok(![current, next].includes(await kidOf('next')))
  await rotateKeys(sql, sealing, now)
  assert.deepEqual(await statuses(), ['current', 'next', 'previous', 'previous'])
})

test('keys are changed also where there were none', async () => {
  await sql`delete from auth.signing_key`
  await rotateKeys(sql, sealing, now)
  assert.deepEqual(await statuses(), ['current', 'next', 'previous'])
})

test('the key that signs can be revoked: nobody believes it any more, and the next one signs', async () => {
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  assert.equal(await revokeKey(sql, sealing, current, now), true)
  assert.deepEqual(await statuses(), ['current', 'next', 'revoked'])
  assert.equal(await kidOf('current'), next)
  const ring = createKeyRing(sql, sealing, () => now)
  const published = (await ring.publicKeys()).map(({ kid }) => kid)
  assert.ok(!published.includes(current))
  assert.equal(published.length, 2)
  assert.equal((await ring.signer()).kid, next)
  assert.deepEqual(await lastAudit(), { action: 'key_revoked', target: current, detail: { successor: next } })
  assert.ok(!(await keys()).find(({ kid }) => kid === current)!.hasPrivate)
})

test('the waiting key can be revoked: another waits in its place', async () => {
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  assert.equal(await revokeKey(sql, sealing, next, now), true)
  assert.deepEqual(await statuses(), ['current', 'next', 'revoked'])
  assert.equal(await kidOf('current'), current)
  assert.equal(await kidOf('revoked'), next)
  assert.deepEqual(await lastAudit(), { action: 'key_revoked', target: next, detail: {} })
})

test('the former key can be revoked, and the others stay as they are', async () => {
  const former = await kidOf('current')
  await rotateKeys(sql, sealing, now)
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  assert.equal(await revokeKey(sql, sealing, former, now), true)
  assert.deepEqual([await kidOf('revoked'), await kidOf('current'), await kidOf('next')], [former, current, next])
})

test('what is unknown or revoked already cannot be revoked, and that changes nothing', async () => {
  const current = await kidOf('current')
  assert.ok(await revokeKey(sql, sealing, current, now))
  const before = await keys()
  assert.equal(await revokeKey(sql, sealing, current, now), false)
  assert.equal(await revokeKey(sql, sealing, 'no-such-key', now), false)
  assert.deepEqual(await keys(), before)
})

test('of many processes that tend the keys at once one does it', async () => {
  const others = await Promise.all(Array.from({ length: 6 }, async () => connect(database.database, { max: 1 })))
  try {
    await sql`delete from auth.signing_key`
    await Promise.all(others.map((one) => tendKeys(one, sealing, now)))
    assert.deepEqual(await statuses(), ['current', 'next'])
    pass(90 * DAY)
    await Promise.all(others.map((one) => tendKeys(one, sealing, now)))
    assert.deepEqual(await statuses(), ['current', 'next', 'previous'])
  } finally {
    await Promise.all(others.map((one) => one.end({ timeout: 5 })))
  }
})

test('with another master key nothing can be signed, and the fault says why', async () => {
  const stranger = createKeyRing(sql, secretsOf([makeMasterKey()]).keySealing, () => now)
  await assert.rejects(stranger.signer(), /was sealed with another master key: give this process the KEY_FILE of the others/)
})

test('when the master key is changed, the old line still opens and the new one seals', async () => {
  const master = makeMasterKey()
  const both = [...secretsOf([master]).keySealing, ...sealing]
  assert.equal((await createKeyRing(sql, both, () => now).signer()).kid, await kidOf('current'))
  await rotateKeys(sql, both, now)
  await rotateKeys(sql, both, now)
  assert.ok(await createKeyRing(sql, secretsOf([master]).keySealing, () => now).signer())
})

test('a ring reads the store once a minute, and then signs with the key of all', async () => {
  const ring = createKeyRing(sql, sealing, () => now)
  const { kid } = await ring.signer()
  await rotateKeys(sql, sealing, now)
  pass(59_999)
  assert.equal((await ring.signer()).kid, kid)
  pass(1)
  assert.equal((await ring.signer()).kid, await kidOf('current'))
  assert.notEqual((await ring.signer()).kid, kid)
})

test('without a key nothing is signed', async () => {
  await sql`delete from auth.signing_key`
  await assert.rejects(createKeyRing(sql, sealing, () => now).signer(), /there is no signing key/)
})
