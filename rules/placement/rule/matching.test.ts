import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMatching } from './matching.ts'

const chosen = [[0], [0, 1], [1, 2]].map((list) => Int32Array.from(list))

test('teams move along a path to make room', () => {
  const matching = createMatching(chosen, Int32Array.of(1, 1, 1))
  for (const team of [1, 2, 0]) assert.ok(matching.augment(team))
  assert.deepEqual([...matching.at], [0, 1, 2])
  assert.equal(matching.size(), 3)
})

test('where there is no path the matching stays as it is', () => {
  const matching = createMatching(chosen, Int32Array.of(1, 1, 0))
  assert.deepEqual(
    [0, 1, 2].map((team) => matching.augment(team)),
    [true, true, false],
  )
  assert.deepEqual([...matching.at], [0, 1, -1])
})

test('a matching can begin with another one, which it does not change', () => {
  const first = createMatching(chosen, Int32Array.of(1, 1, 0))
  for (const team of [0, 1, 2]) first.augment(team)
  const second = createMatching(chosen, Int32Array.of(1, 1, 1), first)
  assert.ok(second.augment(2))
  assert.deepEqual([first.size(), second.size()], [2, 3])
  assert.deepEqual(first.members, [[0], [1], []])
})
