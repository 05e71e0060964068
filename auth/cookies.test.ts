import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { EncryptJWT, UnsecuredJWT } from 'jose'
import {
  cookiesOf,
  dropCookie,
  handOffCookie,
  openCookie,
  refreshCookie,
  sealCookie,
  setCookie,
  surplusTransactions,
  TRANSACTION_SECONDS,
  transactionCookie,
} from './cookies.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const keys = [randomBytes(32), randomBytes(32)]

test('on https every cookie has the __Host- prefix, on http (development) none', () => {
  assert.deepEqual([refreshCookie(true), refreshCookie(false)], ['__Host-pj_rt', 'pj_rt'])
  assert.deepEqual([handOffCookie(true), handOffCookie(false)], ['__Host-pj_ho', 'pj_ho'])
  assert.match(transactionCookie('a state', true), /^__Host-pj_tx_[0-9a-f]{8}$/)
  assert.equal(transactionCookie('a state', true), `__Host-${transactionCookie('a state', false)}`)
  assert.notEqual(transactionCookie('a state', true), transactionCookie('another', true), 'each tab has its own')
  assert.ok(!transactionCookie('a state', true).includes('state'))
})

test('a cookie is HttpOnly and for this host; on http SameSite=None becomes Lax', () => {
  const attributes = (isSecure: boolean, sameSite: 'none' | 'lax' | 'strict') => {
    const [header, value] = setCookie('n', 'v', { isSecure, sameSite, maxAge: 60 })
    assert.equal(header, 'Set-Cookie')
    return value.split('; ').sort()
  }
  assert.deepEqual(attributes(true, 'none'), ['HttpOnly', 'Max-Age=60', 'Path=/', 'SameSite=None', 'Secure', 'n=v'])
  assert.deepEqual(attributes(true, 'strict'), ['HttpOnly', 'Max-Age=60', 'Path=/', 'SameSite=Strict', 'Secure', 'n=v'])
  assert.deepEqual(attributes(false, 'none'), ['HttpOnly', 'Max-Age=60', 'Path=/', 'SameSite=Lax', 'n=v'])
  assert.deepEqual(attributes(false, 'strict'), ['HttpOnly', 'Max-Age=60', 'Path=/', 'SameSite=Strict', 'n=v'])
})

test('a dropped cookie has no value, Max-Age=0 and the same name and path', () => {
  const [, value] = dropCookie('__Host-n', true)
  assert.deepEqual(value.split('; ').sort(), ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure', '__Host-n='])
})

test('cookies are parsed from the header; names like __proto__ are safe', () => {
  assert.deepEqual({ ...cookiesOf({ headers: {} }) }, {})
  const cookies = cookiesOf({ headers: { cookie: 'a=1; b="2"; __proto__=x; a=3' } })
  assert.deepEqual([cookies.a, ({} as Record<string, unknown>).x], ['1', undefined])
  assert.equal(cookies.toString === Object.prototype.toString, false, 'no inherited name looks like a cookie')
})

test('the oldest abandoned sign-ins are dropped, so that five cookies remain with the new one', () => {
  const named = (count: number, isSecure = true) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${isSecure ? '__Host-' : ''}pj_tx_${i}`, 'x']))
  assert.deepEqual(surplusTransactions({}, true), [])
  assert.deepEqual(surplusTransactions(named(4), true), [])
  assert.deepEqual(surplusTransactions(named(5), true), ['__Host-pj_tx_0'])
  assert.deepEqual(
    surplusTransactions({ other: 'x', '__Host-pj_rt': 'x', ...named(7) }, true),
    [0, 1, 2].map((i) => `__Host-pj_tx_${i}`),
  )
  assert.deepEqual(surplusTransactions(named(9), false), [], 'those of the other kind are not ours to drop')
  assert.equal(surplusTransactions(named(9, false), false).length, 5)
})

test('a sealed cookie opens for its purpose and for ten minutes', async () => {
  const value = await sealCookie({ state: 'secret-state' }, 'sign-in', keys, now)
  assert.ok(!Buffer.from(value.split('.')[3]!, 'base64url').includes('secret-state'))
  assert.equal((await openCookie<{ state: string }>(value, 'sign-in', keys, later(TRANSACTION_SECONDS - 1)))?.state, 'secret-state')
  assert.equal(await openCookie(value, 'sign-in', keys, later(TRANSACTION_SECONDS)), null)
  assert.equal(await openCookie(value, 'hand-off', keys, now), null)
  assert.equal(await openCookie(undefined, 'sign-in', keys, now), null)
})

test('a cookie opens with the previous key, not with an unknown one', async () => {
  const old = await sealCookie({ state: 's' }, 'sign-in', [keys[1]!], now)
  assert.ok(await openCookie(old, 'sign-in', keys, now))
  assert.equal(await openCookie(old, 'sign-in', [keys[0]!], now), null)
})

test('a forged, modified or differently encrypted cookie does not open', async () => {
  const value = await sealCookie({ state: 's' }, 'sign-in', keys, now)
  const claims = new UnsecuredJWT({ state: 's' }).setAudience('sign-in').setExpirationTime('10m').encode()
  const other = (header: { alg: string; enc: string }, key: Buffer) =>
    new EncryptJWT({ state: 's' })
      .setProtectedHeader(header)
      .setAudience('sign-in')
      .setExpirationTime(now.getTime() / 1000 + 300)
      .encrypt(key)
  const forged = [
    '',
    'x',
    '....',
    claims,
    value.slice(0, -3),
    ...value.split('.').map((part, index) =>
      part
        ? value
            .split('.')
            .toSpliced(index, 1, `${part.slice(0, -2)}${part.endsWith('AA') ? 'BA' : 'AA'}`)
            .join('.')
        : 'x',
    ),
    await other({ alg: 'A256KW', enc: 'A256GCM' }, keys[0]!),
    await other({ alg: 'A256GCMKW', enc: 'A256GCM' }, keys[0]!),
    await other({ alg: 'dir', enc: 'A128CBC-HS256' }, keys[0]!),
  ]
  for (const one of forged) assert.equal(await openCookie(one, 'sign-in', keys, now), null, one)
})
