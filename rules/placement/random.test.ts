import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, shuffle } from './random.ts'

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (last: number) => Array.from({ length: 5 }, createRandom([1, 2, 3, last]))
  assert.deepEqual(draw(4), draw(4))
  assert.notDeepEqual(draw(4), draw(5))
  for (const number of draw(4)) assert.ok(Number.isInteger(number) && number >= 0 && number < 2 ** 32)
})

test('every order is about as frequent', () => {
  const random = createRandom([9, 8, 7, 6])
  const counts = new Map<string, number>()
  for (let draw = 0; draw < 24_000; draw++) {
    const list = Int32Array.of(0, 1, 2, 3) // anew: orders of orders would hide that some never come
    shuffle(list, random)
    counts.set(list.join(), (counts.get(list.join()) ?? 0) + 1)
  }
  assert.equal(counts.size, 24)
  // Expected 1000 each, standard deviation 31.
  for (const count of counts.values()) assert.ok(count > 850 && count < 1150, String(count))
})
