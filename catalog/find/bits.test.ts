import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addAll,
  type Bits,
  clearBit,
  countBits,
  countBoth,
  grown,
  hasBit,
  keepBoth,
  removeAll,
  setBit,
  slotsInto,
  wordsFor,
} from './bits.ts'

const CAPACITY = 130 // neither a multiple of 32 nor of a word
const slots = fc.uniqueArray(fc.nat(CAPACITY - 1))

const bitsOf = (members: number[]): Bits => {
  const bits = new Uint32Array(wordsFor(CAPACITY))
  for (const slot of members) setBit(bits, slot)
  return bits
}
const membersOf = (bits: Bits): number[] => Array.from({ length: bits.length * 32 }, (_, slot) => slot).filter((slot) => hasBit(bits, slot))
const ascending = (members: Iterable<number>): number[] => [...members].sort((a, b) => a - b)

test('a bitset has the minimum number of words for its capacity', () => {
  for (const [capacity, words] of [
    [0, 0],
    [1, 1],
    [31, 1],
    [32, 1],
    [33, 2],
    [64, 2],
    [65, 3],
    [1024, 32],
  ] as const)
    assert.equal(wordsFor(capacity), words)
})

test('a bitset contains exactly the bits that were set, including the last bit of a word', () => {
  fc.assert(
    fc.property(slots, (members) => {
      assert.deepEqual(membersOf(bitsOf(members)), ascending(members))
      assert.equal(countBits(bitsOf(members)), members.length)
    }),
  )
  for (const slot of [0, 31, 32, 63, 127]) assert.deepEqual(membersOf(bitsOf([slot])), [slot])
})

test('clearing a bit keeps the others and is idempotent', () => {
  fc.assert(
    fc.property(slots, fc.nat(CAPACITY - 1), (members, slot) => {
      const bits = bitsOf(members)
      for (let twice = 0; twice < 2; twice++) {
        clearBit(bits, slot)
        assert.deepEqual(membersOf(bits), ascending(members.filter((other) => other !== slot)))
      }
    }),
  )
})

test('intersection, union and count equal those of sets', () => {
  fc.assert(
    fc.property(slots, slots, (left, right) => {
      const both = left.filter((slot) => right.includes(slot))
      const intersection = bitsOf(left)
      keepBoth(intersection, bitsOf(right))
      assert.deepEqual(membersOf(intersection), ascending(both))
      const added = bitsOf(left)
      addAll(added, bitsOf(right))
      assert.deepEqual(membersOf(added), ascending(new Set([...left, ...right])))
    }),
  )
})

test('a grown bitset keeps its bits', () => {
  const larger = grown(bitsOf([0, 31, 129]), 500)
  assert.equal(larger.length, wordsFor(500))
  setBit(larger, 499)
  assert.deepEqual(membersOf(larger), [0, 31, 129, 499])
})

test('a full word has 32 bits', () => {
  assert.equal(countBits(new Uint32Array([0xffffffff, 0x80000000, 0])), 33)
})

test('the slots in both of two sets are counted, whatever the number of words', () => {
  const word = fc.oneof(fc.constantFrom(0, 0xffff_ffff, 0x8000_0001), fc.integer({ min: 0, max: 0xffff_ffff }))
  const words = fc.array(word, { maxLength: 40, size: 'max' }).map((list) => Uint32Array.from(list))
  fc.assert(
    fc.property(words, words, (a, b) => {
      const both = membersOf(a).filter((slot) => slot < b.length * 32 && hasBit(b, slot))
      assert.equal(countBoth(a, b), both.length)
      const [slots, others] = [new Uint32Array(2000), new Uint32Array(2000)]
      assert.deepEqual([...slots.subarray(0, slotsInto(slots, a))], membersOf(a))
      const all = new Uint32Array(a.length).fill(0xffff_ffff)
      assert.deepEqual(
        [...others.subarray(0, slotsInto(others, a, all))],
        membersOf(all).filter((slot) => !hasBit(a, slot)),
      )
    }),
  )
})

test('removing one set from another keeps the other slots', () => {
  fc.assert(
    fc.property(slots, slots, (some, others) => {
      const bits = bitsOf(some)
      removeAll(bits, bitsOf(others))
      assert.deepEqual(membersOf(bits), ascending(some.filter((slot) => !others.includes(slot))))
    }),
  )
})
