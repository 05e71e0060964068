import assert from 'node:assert/strict'
import type { webcrypto } from 'node:crypto'
import { before, test } from 'node:test'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, jwtVerify } from 'jose'
import { signInClients } from '#rules/sign-in/client.ts'
import type { KeyRing } from './keys.ts'
import { type Grant, signAccessToken, tokensOf } from './tokens.ts'

const issuer = 'https://directory.example.org/auth'
const now = new Date('2026-03-04T05:06:07.890Z')
const at = Math.floor(now.getTime() / 1000)
const grant: Grant = {
  personId: 42,
  sid: '0b54a1f0-3f5c-4f6e-9a3d-6d2c3a9d8f10',
  sessionId: 7,
  gen: 3,
  clientId: 'field-mobile',
  provider: 'idp',
  authTime: new Date('2026-03-04T05:00:00.999Z'),
}

let publicKey: webcrypto.CryptoKey
let keys: Pick<KeyRing, 'signer'>
before(async () => {
  const pair = await generateKeyPair('ES256')
  publicKey = pair.publicKey
  keys = { signer: async () => ({ kid: 'the-kid', key: pair.privateKey }) } as never
})
const sign = (given: Grant = grant, seconds = 600) => signAccessToken(keys as KeyRing, issuer, given, seconds, now)

test('an access token has subject, issuer, audience and expiry, and no mutable data', async () => {
  const token = await sign()
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'ES256', typ: 'at+jwt', kid: 'the-kid' })
  const { jti, ...claims } = decodeJwt(token)
  assert.deepEqual(claims, {
    iss: issuer,
    aud: 'projectory-api',
    sub: '42',
    id: 42,
    client_id: 'field-mobile',
    sid: grant.sid,
    gen: 3,
    auth_time: Math.floor(grant.authTime.getTime() / 1000),
    idp: 'idp',
    iat: at,
    exp: at + 600,
  })
  assert.match(String(jti), /^[\da-f-]{36}$/)
  await jwtVerify(token, publicKey, { currentDate: now })
})

test('every access token is unique, also for the same grant at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, async () => decodeJwt(await sign()).jti))
  assert.equal(new Set(ids).size, 20)
})

test('the nonce of a client is returned, and none if it sent none', async () => {
  assert.equal(decodeJwt(await sign({ ...grant, nonce: 'a-nonce-of-the-app' })).nonce, 'a-nonce-of-the-app')
  for (const nonce of [null, undefined]) assert.ok(!('nonce' in decodeJwt(await sign({ ...grant, nonce }))))
})

test('the field client reads the id as a 32-bit integer: the largest still fits', async () => {
  const claims = decodeJwt(await sign({ ...grant, personId: 2_147_483_647 }))
  assert.equal(claims.id, 2_147_483_647)
  assert.equal(claims.sub, '2147483647')
})

test('the response has both tokens, their type and expiry, the session and the person', () => {
  const settings = { publicUrl: issuer, webOrigins: [], mobileRedirectUris: ['a://b'], isProduction: true, isFieldClientOn: true }
  const [field, , web] = signInClients(settings)
  const expected = { accessToken: 'a', tokenType: 'Bearer', sessionId: 7, user: { id: 42 } }
  assert.deepEqual(tokensOf('a', 'r', grant, field!), { ...expected, refreshToken: 'r', expiresIn: 8 * 3600 })
  assert.deepEqual(tokensOf('a', undefined, grant, web!), { ...expected, expiresIn: 600 })
  assert.ok(!('refreshToken' in tokensOf('a', undefined, grant, web!)), 'not even as undefined')
})
