import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createOrder } from './order.ts'

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
