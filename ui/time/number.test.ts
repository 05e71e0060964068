import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatsOf } from '#texts/formats.ts'
import { writeNumber } from './number.ts'

test('numbers are written as Intl writes them, in any language', () => {
  for (const lang of ['en', 'ru', 'es', 'de-CH', 'hi', 'fa']) {
    const formats = formatsOf(lang)
    for (const value of [0, 999, 1000, -1000, 9999, 12_345, 1234.5, 0.5, Number.MAX_SAFE_INTEGER])
      assert.equal(writeNumber(value, formats, lang), value.toLocaleString(lang))
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => writeNumber(value, formats, lang) === value.toLocaleString(lang)))
  }
})
