import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { setBit, wordsFor } from './bits.ts'
import { createSets } from './sets.ts'

const CAPACITY = 1000

test('the slots that a result has in common with each set are counted, also after the sets have grown', () => {
  const members = fc.uniqueArray(fc.nat(CAPACITY - 1), { maxLength: 300, size: 'max' })
  fc.assert(
    fc.property(fc.array(members, { minLength: 1, maxLength: 40, size: 'max' }), members, fc.nat(40), (all, found, growAt) => {
      const sets = createSets(CAPACITY)
      const made = all.map((slots, i) => {
        if (i === growAt) sets.grow(CAPACITY * 2)
        const set = sets.add()
        for (const slot of slots) setBit(set.bits, slot)
        return set
      })
      const words = wordsFor(CAPACITY)
      const result = sets.result(words)
      result.fill(0)
      for (const slot of found) setBit(result, slot)
      assert.equal(sets.countResult(words), found.length)
      for (const [i, slots] of all.entries()) {
        const both = slots.filter((slot) => found.includes(slot))
        assert.equal(sets.countResult(words, made[i]), both.length)
      }
      assert.equal(sets.size, all.length)
    }),
    { numRuns: 60 },
  )
})
