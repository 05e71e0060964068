import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasBit, setBit } from './bits.ts'
import { createOrder } from './order.ts'

const bitsOf = (slots: Iterable<number>) => {
  const bits = new Uint32Array(8)
  for (const slot of slots) setBit(bits, slot)
  return bits
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('insert' as const), slot: fc.nat(199), value: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('remove' as const), slot: fc.nat(199), value: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('rebuild' as const), slot: fc.constant(0), value: fc.constant(0) }) },
)

test('after any inserts and removes the order equals a fresh sort', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
      const values = new Map<number, number>()
      const compare = (a: number, b: number) => values.get(a)! - values.get(b)! || a - b
      const order = createOrder(compare)
      for (const { what, slot, value } of steps) {
        if (what === 'rebuild') order.rebuild(values.keys())
        else if (what === 'insert' && !values.has(slot)) {
          values.set(slot, value)
          order.insert(slot)
        } else if (what === 'remove' && values.has(slot)) {
          order.remove(slot)
          values.delete(slot)
        }
        assert.deepEqual([...order.slots()], [...values.keys()].sort(compare))
      }
    }),
    { numRuns: 60 },
  )
})

test('an order grows beyond its initial capacity', () => {
  const order = createOrder((a, b) => b - a)
  for (let slot = 0; slot < 1000; slot++) order.insert((slot * 37) % 1000)
  assert.deepEqual(
    [...order.slots()],
    Array.from({ length: 1000 }, (_, i) => 999 - i),
  )
})

test('removing a slot that is not in the order changes nothing', () => {
  const order = createOrder((a, b) => a - b)
  order.remove(3)
  for (const slot of [1, 5]) order.insert(slot)
  for (const slot of [0, 3, 9]) order.remove(slot)
  assert.deepEqual([...order.slots()], [1, 5])
})

test('rebuilding an order replaces its slots', () => {
  const order = createOrder((a, b) => a - b)
  for (let slot = 0; slot < 100; slot++) order.insert(slot)
  order.rebuild([7, 3])
  assert.deepEqual([...order.slots()], [3, 7])
  order.insert(5)
  assert.deepEqual([...order.slots()], [3, 5, 7])
  order.rebuild([])
  assert.deepEqual([...order.slots()], [])
})

test('after any changes, the n-th matches and the slots before a position are those of the sorted slots', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 200, size: 'max' }),
      fc.uniqueArray(fc.nat(199), { maxLength: 200, size: 'max' }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }),
      (steps, others, block, positions) => {
        const values = new Map<number, number>()
        const order = createOrder((a, b) => values.get(a)! - values.get(b)! || a - b, undefined, block)
        const agree = (at: number) => {
          const sorted = [...order.slots()]
          const matching = sorted.filter((slot) => others.includes(slot))
          const end = Math.min(at + 5, matching.length)
          if (at < end) assert.deepEqual(order.select(bitsOf(matching), at, end), matching.slice(at, end))
          const count = Math.min(at, sorted.length)
          const [first, rest] = [bitsOf(others), bitsOf(others)]
          order.keepFirst(first, count)
          order.removeFirst(rest, count)
          for (const slot of others) {
            const isFirst = sorted.slice(0, count).includes(slot)
            assert.deepEqual([hasBit(first, slot), hasBit(rest, slot)], [isFirst, !isFirst])
          }
        }
        for (const [i, { what, slot, value }] of steps.entries()) {
          if (what === 'rebuild') order.rebuild(values.keys())
          else if (what === 'insert' && !values.has(slot)) {
            values.set(slot, value)
            order.insert(slot)
          } else if (what === 'remove' && values.has(slot)) {
            order.remove(slot)
            values.delete(slot)
          }
          if (i % 20 === 0) agree(positions[i % positions.length]!)
        }
        for (const at of positions) agree(at)
      },
    ),
    { numRuns: 60 },
  )
})
