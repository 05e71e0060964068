import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readId } from './id.ts'

test('an id is a 32-bit integer; others are read as 0', () => {
  for (const given of [1, '1', '0001']) assert.equal(readId(given), 1)
  for (const given of [2_147_483_647, '2147483647']) assert.equal(readId(given), 2_147_483_647)
  for (const given of [0, '0', 2_147_483_648, '2147483648', '9999999999', Infinity, Number.NaN]) assert.equal(readId(given), 0)
})
