import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { writeNumber } from './number.ts'

test('numbers are written as Intl writes them, in both languages', () => {
  for (const lang of ['en', 'ru'] as const) {
    for (const value of [0, 999, 1000, -1000, 9999, 12_345, 1234.5, 0.5, Number.MAX_SAFE_INTEGER])
      assert.equal(writeNumber(value, lang), value.toLocaleString(lang))
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => writeNumber(value, lang) === value.toLocaleString(lang)))
  }
})
