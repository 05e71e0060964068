import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { mayBeValid, writeCode } from './authorization-code.ts'

const keys = [randomBytes(32), randomBytes(32)]
const now = new Date('2026-03-01T12:00:00.500Z')
const later = (ms: number) => new Date(now.getTime() + ms)

test('a code is accepted until it expires, with the newer and the older key', () => {
  const code = writeCode(later(60_000), keys)
  assert.match(code, /^pj_ac_[\w-]{43}$/)
  assert.ok(mayBeValid(code, keys, now))
  assert.ok(mayBeValid(code, keys.toReversed(), later(59_999)))
  assert.ok(!mayBeValid(code, keys, later(61_000)))
})

test('every code is different', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, () => writeCode(later(60_000), keys))).size, 1000)
})

test('a code with any changed, missing or added character is not ours', () => {
  const code = writeCode(later(60_000), keys)
  for (let i = 0; i < code.length; i++) {
    const other = code[i] === 'A' ? 'B' : 'A'
    assert.ok(!mayBeValid(code.slice(0, i) + other + code.slice(i + 1), keys, now), `character ${i}`)
  }
  for (const text of [code.slice(0, -1), `${code}A`, `${code}=`, ` ${code}`, code.slice(6), '', 'pj_ac_'])
    assert.ok(!mayBeValid(text, keys, now), text)
  assert.ok(!mayBeValid(code, [randomBytes(32)], now), 'another key')
})
