import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connect, type Sql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { createKeyRing, maintainKeys, revokeKey, rotateKeys } from './keys.ts'
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
  await maintainKeys(sql, sealing, now)
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

test('the first start creates the current and the next key; a second start changes nothing', async () => {
  assert.deepEqual(await statuses(), ['current', 'next'])
  const made = await keys()
  await maintainKeys(sql, sealing, now)
  assert.deepEqual(await keys(), made)
})

test('the database has the public key and the encrypted private key', async () => {
  for (const { jwk, kid, sealed } of await sql`select public_jwk as jwk, kid, private_sealed as sealed from auth.signing_key`) {
    assert.deepEqual(Object.keys(jwk).toSorted(), ['crv', 'kty', 'x', 'y'])
    assert.match(kid, /^[\w-]{43}$/)
    assert.equal(Buffer.from(sealed).includes('"d":'), false)
  }
  await assert.rejects(sql`update auth.signing_key set public_jwk = public_jwk || '{"d":"x"}'`, /check constraint/)
})

test('the key rotates after ninety days, and the previous one still verifies', async () => {
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  pass(90 * DAY - 1)
  await maintainKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), current)
  pass(1)
  await maintainKeys(sql, sealing, now)
  assert.deepEqual(await statuses(), ['current', 'next', 'previous'])
  assert.equal(await kidOf('current'), next)
  assert.equal(await kidOf('previous'), current)
  assert.deepEqual(await lastAudit(), { action: 'key_rotated', target: current, detail: { successor: next } })
})

test('a rotated key loses its private key at once and is deleted when its last token has expired', async () => {
  pass(90 * DAY)
  await maintainKeys(sql, sealing, now)
  assert.deepEqual(
    (await keys()).map(({ status, hasPrivate }) => [status, hasPrivate]),
    [
      ['current', true],
      ['next', true],
      ['previous', false],
    ],
  )
  pass(8 * HOUR + 10 * 60_000)
  await maintainKeys(sql, sealing, now)
  assert.equal((await keys()).length, 3)
  pass(1)
  await maintainKeys(sql, sealing, now)
  assert.deepEqual(await statuses(), ['current', 'next'])
})

test('a key is in the JWKS for a day before it signs', async () => {
  pass(90 * DAY - 12 * HOUR)
  assert.ok(await revokeKey(sql, sealing, await kidOf('next'), now))
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  pass(12 * HOUR)
  await maintainKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), current, 'due, but its successor is too young')
  pass(12 * HOUR - 1)
  await maintainKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), current)
  pass(1)
  await maintainKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), next)
})

test('over two years there is always one current and one next key, and never more than three', async () => {
  let changes = 0
  let current = await kidOf('current')
  for (let day = 0; day < 730; day++) {
    pass(DAY)
    await maintainKeys(sql, sealing, now)
    const seen = await statuses()
    assert.deepEqual(seen.slice(0, 2), ['current', 'next'])
    assert.ok(seen.length <= 3, `day ${day}: ${seen}`)
    const signs = await kidOf('current')
    if (signs !== current) changes++
    current = signs
  }
  assert.equal(changes, 8)
})

test('keys can be rotated early', async () => {
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  await rotateKeys(sql, sealing, now)
  assert.equal(await kidOf('current'), next)
  assert.equal(await kidOf('previous'), current)
  assert.ok(![current, next].includes(await kidOf('next')))
  await rotateKeys(sql, sealing, now)
  assert.deepEqual(await statuses(), ['current', 'next', 'previous', 'previous'])
})

test('rotation works without any existing key', async () => {
  await sql`delete from auth.signing_key`
  await rotateKeys(sql, sealing, now)
  assert.deepEqual(await statuses(), ['current', 'next', 'previous'])
})

test('revoking the current key removes it from the JWKS, and the next one signs', async () => {
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

test('revoking the next key creates another next key', async () => {
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  assert.equal(await revokeKey(sql, sealing, next, now), true)
  assert.deepEqual(await statuses(), ['current', 'next', 'revoked'])
  assert.equal(await kidOf('current'), current)
  assert.equal(await kidOf('revoked'), next)
  assert.deepEqual(await lastAudit(), { action: 'key_revoked', target: next, detail: {} })
})

test('revoking the previous key leaves the others unchanged', async () => {
  const former = await kidOf('current')
  await rotateKeys(sql, sealing, now)
  const [current, next] = [await kidOf('current'), await kidOf('next')]
  assert.equal(await revokeKey(sql, sealing, former, now), true)
  assert.deepEqual([await kidOf('revoked'), await kidOf('current'), await kidOf('next')], [former, current, next])
})

test('an unknown `kid` or a revoked key cannot be revoked, and nothing changes', async () => {
  const current = await kidOf('current')
  assert.ok(await revokeKey(sql, sealing, current, now))
  const before = await keys()
  assert.equal(await revokeKey(sql, sealing, current, now), false)
  assert.equal(await revokeKey(sql, sealing, 'no-such-key', now), false)
  assert.deepEqual(await keys(), before)
})

test('of many processes that maintain the keys concurrently one does the work', async () => {
  const others = await Promise.all(Array.from({ length: 6 }, async () => connect(database.database, { max: 1 })))
  try {
    await sql`delete from auth.signing_key`
    await Promise.all(others.map((one) => maintainKeys(one, sealing, now)))
    assert.deepEqual(await statuses(), ['current', 'next'])
    pass(90 * DAY)
    await Promise.all(others.map((one) => maintainKeys(one, sealing, now)))
    assert.deepEqual(await statuses(), ['current', 'next', 'previous'])
  } finally {
    await Promise.all(others.map((one) => one.end({ timeout: 5 })))
  }
})

test('with another master key signing fails, and the error says why', async () => {
  const stranger = createKeyRing(sql, secretsOf([makeMasterKey()]).keySealing, () => now)
  await assert.rejects(stranger.signer(), /was sealed with another master key: give this process the KEY_FILE of the others/)
})

test('when the master key is rotated, the old line decrypts and the new one encrypts', async () => {
  const master = makeMasterKey()
  const both = [...secretsOf([master]).keySealing, ...sealing]
  assert.equal((await createKeyRing(sql, both, () => now).signer()).kid, await kidOf('current'))
  await rotateKeys(sql, both, now)
  await rotateKeys(sql, both, now)
  assert.ok(await createKeyRing(sql, secretsOf([master]).keySealing, () => now).signer())
})

test('a key ring reloads once a minute and signs with the current key of all processes', async () => {
  const ring = createKeyRing(sql, sealing, () => now)
  const { kid } = await ring.signer()
  await rotateKeys(sql, sealing, now)
  pass(59_999)
  assert.equal((await ring.signer()).kid, kid)
  pass(1)
  assert.equal((await ring.signer()).kid, await kidOf('current'))
  assert.notEqual((await ring.signer()).kid, kid)
})

test('without a key signing fails', async () => {
  await sql`delete from auth.signing_key`
  await assert.rejects(createKeyRing(sql, sealing, () => now).signer(), /there is no signing key/)
})
