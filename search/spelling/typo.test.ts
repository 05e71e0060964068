import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asTyped, hasMoreBits, letterSet, typosAllowed, typosBetween } from './typo.ts'

/** Reference implementation with the full matrix. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => table[i]?.[j] as number
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(i - 2, j - 2) + 1)
      ;(table[i] as number[])[j] = cost
    }
  }
  return at(a.length, b.length)
}

const word = fc.string({ unit: fc.constantFrom('а', 'б', 'в', 'г'), maxLength: 9 })

test('the bounded distance equals the reference distance up to its limit', () => {
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, limit) => {
      assert.equal(typosBetween(a, b, limit), Math.min(plainDistance(a, b), limit + 1))
    }),
    { numRuns: 3000 },
  )
})

test('the letter sets have no false negatives', () => {
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, limit) => {
      if (plainDistance(a, b) > limit) return
      assert.ok(!hasMoreBits(letterSet(a) & ~letterSet(b), limit))
      assert.ok(!hasMoreBits(letterSet(b) & ~letterSet(a), limit))
    }),
  )
})

test('one typo is allowed from four letters on, two from eight, none in shorter words or with digits and signs', () => {
  assert.deepEqual(
    ['кот', 'кофе', 'машина', 'приложение', 'h264', 'node3000', 'c++', '.net'].map((each) => typosAllowed(each, asTyped)),
    [0, 1, 1, 2, 0, 0, 0, 0],
  )
})
