import assert from 'node:assert/strict'
import { randomUUID, type webcrypto } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { PublicKey } from '#store/signing-key.ts'
import { AUDIENCE, createTokenReader, type TokenReader } from './access-token.ts'
import { createLog } from './log.ts'

const ISSUER = 'https://directory.test/auth'
const HOUR = 3_600_000

type Key = { kid: string; privateKey: webcrypto.CryptoKey; shown: PublicKey }
async function makeKey(): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, privateKey, shown: { kid, alg: 'ES256', jwk: jwk as Record<string, unknown> } }
}

let known: Key
let second: Key
let reader: TokenReader
let now: Date
let shown: PublicKey[]
let isStoreAway: boolean
let looks: number
let logged: string[]
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
before(async () => {
  known = await makeKey()
  second = await makeKey()
})
beforeEach(() => {
  now = new Date('2026-03-01T12:00:00Z')
  shown = [known.shown]
  isStoreAway = false
  looks = 0
  logged = []
  reader = createTokenReader({
    issuer: ISSUER,
    now: () => now,
    log: createLog('debug', { write: (line) => void logged.push(line) }),
    async listKeys() {
      looks++
      if (isStoreAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      return shown
    },
  })
})

const sid = randomUUID()
type Changes = { claims?: JWTPayload; without?: string[]; header?: object; key?: Key; life?: number }
function token({ claims = {}, without = [], header = {}, key = known, life = 8 * 3600 }: Changes = {}): Promise<string> {
  const at = Math.floor(now.getTime() / 1000)
  const all: JWTPayload = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: '42',
    id: 42,
    sid,
    gen: 3,
    iat: at,
    exp: at + life,
    jti: randomUUID(),
    ...claims,
  }
  for (const name of without) delete all[name]
  return new SignJWT(all).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header }).sign(key.privateKey)
}

test('a good token says whose it is', async () => {
  const exp = Math.floor(now.getTime() / 1000) + 8 * 3600
  assert.deepEqual(await reader.read(await token()), { id: 42, sid, gen: 3, exp })
})

const bad: [string, Changes][] = [
  ['another issuer', { claims: { iss: 'https://directory.test' } }],
  ['another audience', { claims: { aud: 'another-api' } }],
  ['another type', { header: { typ: 'JWT' } }],
  ['no type', { header: { typ: undefined } }],
  ['an id that is a text', { claims: { id: '42' } }],
  ['an id that is no whole number', { claims: { id: 42.5, sub: '42.5' } }],
  ['an id that differs from its subject', { claims: { sub: '43' } }],
  ['a session that is no text', { claims: { sid: 7 } }],
  ['a generation that is a text', { claims: { gen: '3' } }],
  ['no generation', { without: ['gen'] }],
  ['no person', { without: ['id'] }],
  ...['exp', 'iat', 'sub', 'sid', 'jti', 'iss', 'aud'].map((name): [string, Changes] => [`no ${name}`, { without: [name] }]),
]
for (const [what, changes] of bad)
  test(`a token with ${what} is nobody’s`, async () => assert.equal(await reader.read(await token(changes)), null))

test('a token is good to the second it runs out, and five more for clocks that differ', async () => {
  const one = await token({ life: 60 })
  pass(64_999)
  assert.ok(await reader.read(one))
  pass(1)
  assert.equal(await reader.read(one), null)
})

test('a token that ran out still says whose it was to who asks for that', async () => {
  const one = await token({ life: 60 })
  pass(30 * 24 * HOUR)
  assert.equal((await reader.read(one, 180 * 86_400))?.sid, sid)
  assert.equal(reader.known(one), undefined, 'but that does not make it known')
  assert.equal(await reader.read(one), null)
  pass(151 * 24 * HOUR)
  assert.equal(await reader.read(one, 180 * 86_400), null)
})

test('a token of a key nobody knows is nobody’s, nor one signed by another under a known name', async () => {
  assert.equal(await reader.read(await token({ key: second })), null)
  assert.equal(await reader.read(await token({ key: { ...second, kid: known.kid } })), null)
})

test('what was read is known without asking, until it runs out or a minute has passed', async () => {
  const one = await token({ life: 90 })
  assert.equal(reader.known(one), undefined)
  await reader.read(one)
  assert.equal(reader.known(one)?.id, 42)
  pass(60_000)
  assert.equal(reader.known(one)?.id, 42)
  pass(1)
  assert.equal(reader.known(one), undefined, 'the keys have to be looked at again')
  await reader.read(one)
  assert.equal(reader.known(one)?.id, 42)
  pass(29_998)
  assert.equal(reader.known(one)?.id, 42)
  pass(1)
  assert.equal(reader.known(one), undefined, 'it has run out')
})

test('no token is known that was refused', async () => {
  const one = await token({ claims: { aud: 'another' } })
  await reader.read(one)
  assert.equal(reader.known(one), undefined)
})

test('a revoked key is refused within a minute, also in tokens that were known', async () => {
  const one = await token()
  await reader.read(one)
  shown = [second.shown]
  pass(60_001)
  assert.equal(reader.known(one), undefined)
  assert.equal(await reader.read(one), null)
  assert.equal(reader.known(one), undefined, 'nor is it remembered from before')
  shown = [known.shown, second.shown]
  pass(60_001)
  assert.equal((await reader.read(one))?.id, 42)
})

test('a key that came to be known a moment ago is looked for, and then found', async () => {
  await reader.read(await token())
  shown = [known.shown, second.shown]
  pass(29_999)
  assert.equal(await reader.read(await token({ key: second })), null)
  pass(1)
  assert.equal((await reader.read(await token({ key: second })))?.id, 42)
  assert.equal(looks, 2)
})

test('tokens in any number cost one look at the keys a minute', async () => {
  const one = await token()
  for (let second = 0; second < 600; second++) {
    pass(1000)
    await reader.read(one)
    await reader.read(one)
  }
  assert.ok(looks >= 9 && looks <= 11, `${looks} looks in ten minutes`)
})

test('a thousand tokens of unknown keys cost one look in thirty seconds', async () => {
  await reader.read(await token())
  const forged = await Promise.all(Array.from({ length: 20 }, (_, i) => token({ header: { kid: `stranger-${i}` } })))
  looks = 0
  for (let i = 0; i < 1000; i++) {
    pass(180)
    assert.equal(await reader.read(forged[i % 20]!), null)
  }
  assert.ok(looks >= 3 && looks <= 7, `${looks} looks in three minutes`)
})

test('while the store is away they cost one look in five seconds, not one each', async () => {
  await reader.read(await token())
  const forged = await token({ header: { kid: 'stranger' } })
  isStoreAway = true
  pass(61_000)
  looks = 0
  for (let i = 0; i < 1000; i++) {
    pass(60)
    await reader.read(forged)
  }
  assert.ok(looks <= 13, `${looks} looks in a minute`)
})

test('a store that is away for an hour does no harm to tokens of known keys; after a day none is believed', async () => {
  const one = await token({ life: 100 * 3600 })
  await reader.read(one)
  isStoreAway = true
  for (let minutes = 0; minutes < 60; minutes += 5) {
    pass(5 * 60_000)
    assert.equal((await reader.read(one))?.id, 42, `after ${minutes} minutes`)
  }
  assert.match(logged.join(''), /signing keys cannot be read/)
  pass(23 * HOUR)
  assert.equal((await reader.read(one))?.id, 42)
  pass(60_001)
  assert.equal(await reader.read(one).catch(() => null), null)
  isStoreAway = false
  pass(60_001)
  assert.equal((await reader.read(one))?.id, 42)
})

test('calls that arrive together right after the start are all understood', async () => {
  const one = await token()
  const read = await Promise.all(Array.from({ length: 5 }, () => reader.read(one)))
  assert.deepEqual(
    read.map((claims) => claims?.id),
    [42, 42, 42, 42, 42],
  )
  assert.equal(looks, 1)
})

test('a good token is not called bad only because the keys could never be read', async () => {
  isStoreAway = true
  const one = await token()
  await assert.rejects(reader.read(one), { code: 'ECONNREFUSED' })
  await assert.rejects(reader.read(one), 'also while nobody looks again yet')
  assert.equal(await reader.read('garbage'), null)
})

test('one token has one spelling', async () => {
  const one = await token()
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const respelt = [...letters].map((last) => one.slice(0, -1) + last).filter((text) => text !== one)
  const others = [
    ` ${one}`,
    `${one} `,
    `${one}=`,
    `${one}\n`,
    `${one}.`,
    one.replace('.', '=.'),
    one.replace('.', ' .'),
    one.replace('.', '..'),
  ]
  for (const text of [...respelt, ...others]) assert.equal(await reader.read(text), null, JSON.stringify(text.slice(-10)))
  assert.ok(await reader.read(one))
})

test('what is far too long is not looked at', async () => {
  const [head, , signature] = (await token()).split('.')
  assert.equal(await reader.read(`${head}.${'A'.repeat(3073)}.${signature}`), null)
  assert.equal(looks, 0)
})
