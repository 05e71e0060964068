import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { hashOf, makeSecret, readRefreshToken, writeRefreshToken } from './refresh-token.ts'

const keys = [randomBytes(32), randomBytes(32)]
const sample = { sid: randomUUID(), gen: 7, secret: makeSecret() }
const token = writeRefreshToken(sample, keys)
const bytesOf = (text: string): Buffer => Buffer.from(text.slice('pj_rt_1.'.length), 'base64url')
const textOf = (bytes: Buffer): string => `pj_rt_1.${bytes.toString('base64url')}`

test('a token is parsed back to its parts', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(4_294_967_295), fc.uint8Array({ minLength: 32, maxLength: 32 }), (sid, gen, bytes) => {
      const secret = Buffer.from(bytes)
      assert.deepEqual(readRefreshToken(writeRefreshToken({ sid, gen, secret }, keys), keys), { sid, gen, secret })
    }),
  )
})

test('it has a fixed length and a prefix that secret scanners recognise', () => {
  assert.match(token, /^pj_rt_1\.[\w-]{91}$/)
  assert.equal(bytesOf(token).length, 68)
})

test('a token with any flipped bit is rejected', () => {
  const bytes = bytesOf(token)
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    assert.equal(readRefreshToken(textOf(changed), keys), null, `bit ${bit}`)
  }
})

test('only the canonical base64url encoding is accepted', () => {
  const spare = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')
  const same = spare.map((last) => token.slice(0, -1) + last).filter((text) => text !== token)
  assert.ok(
    same.some((text) => bytesOf(text).equals(bytesOf(token))),
    'some of them decode to the same bytes',
  )
  const others = [`${token}=`, `${token}==`, ` ${token}`, `${token} `, `${token}\n`, `${token}.`, token.replace('pj_rt_1.', 'pj_rt_2.')]
  const dirty = [`${token.slice(0, 20)} ${token.slice(20)}`, `${token.slice(0, 20)}\n${token.slice(20)}`, token.slice('pj_rt_1.'.length)]
  const base64 = token.replaceAll('-', '+').replaceAll('_', '/')
  for (const text of [...same, ...others, ...dirty, ...(base64 === token ? [] : [base64])])
    assert.equal(readRefreshToken(text, keys), null, JSON.stringify(text))
})

test('too short, too long and empty tokens are rejected', () => {
  const bytes = bytesOf(token)
  for (const text of ['', 'pj_rt_1.', 'garbage', textOf(bytes.subarray(0, 67)), textOf(Buffer.concat([bytes, Buffer.alloc(1)]))])
    assert.equal(readRefreshToken(text, keys), null, text)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => readRefreshToken(`pj_rt_1.${text}`, keys) === null))
})

test('the first key signs, each key verifies, an unknown key does not', () => {
  assert.deepEqual(readRefreshToken(token, [keys[0]!]), sample)
  assert.equal(readRefreshToken(token, [keys[1]!]), null)
  assert.deepEqual(readRefreshToken(writeRefreshToken(sample, [keys[1]!]), keys), sample)
  assert.equal(readRefreshToken(token, []), null)
})

test('a token cannot be forged without the MAC key', () => {
  const bytes = bytesOf(token)
  const guessed = Buffer.concat([bytes.subarray(0, 20), randomBytes(32), bytes.subarray(52)])
  assert.equal(readRefreshToken(textOf(guessed), keys), null)
  const withoutMac = Buffer.concat([bytes.subarray(0, 52), Buffer.alloc(16)])
  assert.equal(readRefreshToken(textOf(withoutMac), keys), null)
})

test('secrets are 32 random bytes, hashed with SHA-256', () => {
  const secrets = Array.from({ length: 100 }, () => makeSecret())
  assert.ok(secrets.every((secret) => secret.length === 32))
  assert.equal(new Set(secrets.map((secret) => secret.toString('hex'))).size, 100)
  assert.equal(hashOf('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  assert.deepEqual(hashOf(Buffer.from('abc')), hashOf('abc'))
})
