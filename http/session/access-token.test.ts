import assert from 'node:assert/strict'
import { randomUUID, type webcrypto } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { createLog } from '#http/observe/log.ts'
import type { PublicKey } from '#store/session/signing-key.ts'
import { AUDIENCE, createTokenReader, type TokenReader } from './access-token.ts'

const ISSUER = 'https://directory.test/auth'
const HOUR = 3_600_000

type Key = { kid: string; privateKey: webcrypto.CryptoKey; publicKey: PublicKey }
async function makeKey(): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, privateKey, publicKey: { kid, alg: 'ES256', jwk: jwk as Record<string, unknown> } }
}

let first: Key
let second: Key
let reader: TokenReader
let now: Date
let publicKeys: PublicKey[]
let isDatabaseDown: boolean
let loads: number
let logged: string[]
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
before(async () => {
  first = await makeKey()
  second = await makeKey()
})
beforeEach(() => {
  now = new Date('2026-03-01T12:00:00Z')
  publicKeys = [first.publicKey]
  isDatabaseDown = false
  loads = 0
  logged = []
  reader = createTokenReader({
    issuer: ISSUER,
    now: () => now,
    log: createLog('debug', { write: (line) => void logged.push(line) }),
    async listKeys() {
      loads++
      if (isDatabaseDown) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
      return publicKeys
    },
  })
})

const sid = randomUUID()
type Changes = { claims?: JWTPayload; without?: string[]; header?: object; key?: Key; life?: number }
function token({ claims = {}, without = [], header = {}, key = first, life = 8 * 3600 }: Changes = {}): Promise<string> {
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

test('a valid token gives its claims', async () => {
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
  test(`a token with ${what} is invalid`, async () => assert.equal(await reader.read(await token(changes)), null))

test('a token is valid until its expiry plus five seconds of clock tolerance', async () => {
  const one = await token({ life: 60 })
  pass(64_999)
  assert.ok(await reader.read(one))
  pass(1)
  assert.equal(await reader.read(one), null)
})

test('an expired token is accepted within expiredFor', async () => {
  const one = await token({ life: 60 })
  pass(30 * 24 * HOUR)
  assert.equal((await reader.read(one, 180 * 86_400))?.sid, sid)
  assert.equal(reader.cached(one), undefined, 'an expired token is not cached')
  assert.equal(await reader.read(one), null)
  pass(151 * 24 * HOUR)
  assert.equal(await reader.read(one, 180 * 86_400), null)
})

test('a token with an unknown kid is invalid, and so is one signed by another key under an existing kid', async () => {
  assert.equal(await reader.read(await token({ key: second })), null)
  assert.equal(await reader.read(await token({ key: { ...second, kid: first.kid } })), null)
})

test('a verified token is cached until it expires or the keys are a minute old', async () => {
  const one = await token({ life: 90 })
  assert.equal(reader.cached(one), undefined)
  await reader.read(one)
  assert.equal(reader.cached(one)?.id, 42)
  pass(60_000)
  assert.equal(reader.cached(one)?.id, 42)
  pass(1)
  assert.equal(reader.cached(one), undefined, 'the keys have to be reloaded')
  await reader.read(one)
  assert.equal(reader.cached(one)?.id, 42)
  pass(29_998)
  assert.equal(reader.cached(one)?.id, 42)
  pass(1)
  assert.equal(reader.cached(one), undefined, 'it has expired')
})

test('an invalid token is not cached', async () => {
  const one = await token({ claims: { aud: 'another' } })
  await reader.read(one)
  assert.equal(reader.cached(one), undefined)
})

test('a revoked key is refused within a minute, also for cached tokens', async () => {
  const one = await token()
  await reader.read(one)
  publicKeys = [second.publicKey]
  pass(60_001)
  assert.equal(reader.cached(one), undefined)
  assert.equal(await reader.read(one), null)
  assert.equal(reader.cached(one), undefined, 'the cache was cleared')
  publicKeys = [first.publicKey, second.publicKey]
  pass(60_001)
  assert.equal((await reader.read(one))?.id, 42)
})

test('an unknown kid reloads the keys, so that a new key is found', async () => {
  await reader.read(await token())
  publicKeys = [first.publicKey, second.publicKey]
  pass(29_999)
  assert.equal(await reader.read(await token({ key: second })), null)
  pass(1)
  assert.equal((await reader.read(await token({ key: second })))?.id, 42)
  assert.equal(loads, 2)
})

test('any number of tokens causes one load of the keys per minute', async () => {
  const one = await token()
  for (let second = 0; second < 600; second++) {
    pass(1000)
    await reader.read(one)
    await reader.read(one)
  }
  assert.ok(loads >= 9 && loads <= 11, `${loads} loads in ten minutes`)
})

test('a thousand tokens with unknown kids cause one load every thirty seconds', async () => {
  await reader.read(await token())
  const forged = await Promise.all(Array.from({ length: 20 }, (_, i) => token({ header: { kid: `unknown-${i}` } })))
  loads = 0
  for (let i = 0; i < 1000; i++) {
    pass(180)
    assert.equal(await reader.read(forged[i % 20]!), null)
  }
  assert.ok(loads >= 3 && loads <= 7, `${loads} loads in three minutes`)
})

test('during a database outage they cause one load every five seconds', async () => {
  await reader.read(await token())
  const forged = await token({ header: { kid: 'unknown' } })
  isDatabaseDown = true
  pass(61_000)
  loads = 0
  for (let i = 0; i < 1000; i++) {
    pass(60)
    await reader.read(forged)
  }
  assert.ok(loads <= 13, `${loads} loads in a minute`)
})

test('during a database outage the cached keys are used for a day', async () => {
  const one = await token({ life: 100 * 3600 })
  await reader.read(one)
  isDatabaseDown = true
  for (let minutes = 0; minutes < 60; minutes += 5) {
    pass(5 * 60_000)
    assert.equal((await reader.read(one))?.id, 42, `after ${minutes} minutes`)
  }
  assert.match(logged.join(''), /signing keys cannot be read/)
  pass(23 * HOUR)
  assert.equal((await reader.read(one))?.id, 42)
  pass(60_001)
  assert.equal(await reader.read(one).catch(() => null), null)
  isDatabaseDown = false
  pass(60_001)
  assert.equal((await reader.read(one))?.id, 42)
})

test('concurrent calls right after the start share one load of the keys', async () => {
  const one = await token()
  const read = await Promise.all(Array.from({ length: 5 }, () => reader.read(one)))
  assert.deepEqual(
    read.map((claims) => claims?.id),
    [42, 42, 42, 42, 42],
  )
  assert.equal(loads, 1)
})

test('without keys reading a token throws instead of calling it invalid', async () => {
  isDatabaseDown = true
  const one = await token()
  await assert.rejects(reader.read(one), { code: 'ECONNREFUSED' })
  await assert.rejects(reader.read(one), 'also before the next load')
  assert.equal(await reader.read('garbage'), null)
})

test('a token has exactly one valid encoding', async () => {
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

test('a token that is too long is refused without loading the keys', async () => {
  const [head, , signature] = (await token()).split('.')
  assert.equal(await reader.read(`${head}.${'A'.repeat(3073)}.${signature}`), null)
  assert.equal(loads, 0)
})
