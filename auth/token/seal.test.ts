import assert from 'node:assert/strict'
import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { seal, successorKey, unseal } from './seal.ts'

const key = randomBytes(32)
const other = randomBytes(32)

test('any sealed text is opened again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = Buffer.from(bytes)
      assert.deepEqual(unseal([other, key], seal(key, text)), text)
    }),
  )
})

test('the ciphertext reveals nothing and is different each time', () => {
  const text = randomBytes(32)
  const sealed = [seal(key, text), seal(key, text)]
  assert.notDeepEqual(sealed[0], sealed[1])
  for (const one of sealed) {
    assert.equal(one.length, 12 + 16 + 32)
    assert.equal(one.indexOf(text.subarray(0, 8)), -1)
  }
})

test('another key or no key opens nothing', () => {
  const sealed = seal(key, Buffer.from('secret'))
  assert.equal(unseal([other], sealed), null)
  assert.equal(unseal([], sealed), null)
  assert.equal(unseal([randomBytes(16)], sealed), null)
})

test('any flipped bit is detected', () => {
  const sealed = seal(key, Buffer.from('secret'))
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    assert.equal(unseal([key], changed), null, `bit ${bit}`)
  }
})

test('a truncated ciphertext is not opened', () => {
  const sealed = seal(key, Buffer.from('secret'))
  for (let length = 0; length < sealed.length; length++) assert.equal(unseal([key], sealed.subarray(0, length)), null, `${length} bytes`)
})

test('a 4-byte tag, which can be guessed, is refused', () => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.final()
  const sealed = Buffer.concat([nonce, cipher.getAuthTag().subarray(0, 4)])
  assert.equal(unseal([key], sealed), null)
})

test('the successor of a token opens only with that token of that session', () => {
  const [secret, sid] = [randomBytes(32), randomUUID()]
  const sealed = seal(successorKey(secret, sid), Buffer.from('successor'))
  assert.deepEqual(unseal([successorKey(secret, sid)], sealed), Buffer.from('successor'))
  assert.equal(unseal([successorKey(randomBytes(32), sid)], sealed), null)
  assert.equal(unseal([successorKey(secret, randomUUID())], sealed), null)
  assert.equal(unseal([secret], sealed), null)
  assert.equal(successorKey(secret, sid).length, 32)
})
