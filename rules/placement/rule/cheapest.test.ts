import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInstance } from '#rules/placement/instance.ts'
import { cheapestPlacement } from './cheapest.ts'

const solve = (lists: string[][], places: Record<string, number>) =>
  cheapestPlacement(
    createInstance({ choices: lists.map((projects, index) => ({ team: `T${index}`, projects })), places, marks: [], locks: [] }),
  )

test('outcomes are those of all cheapest placements, and nothing else', () => {
  // T0 and T1 can change places; T2 is the only one for z.
  const { at, outcomes, isExact } = solve([['x', 'y'], ['x', 'y'], ['z']], { x: 1, y: 1, z: 5 })
  assert.deepEqual(
    outcomes.map((list) => [...list]),
    [[0, 1], [0, 1], [2]],
  )
  assert.equal(at[0]! + at[1]!, 1)
  assert.deepEqual([...isExact].slice(0, 3), [1, 0, 0])
})

test('who goes without a place can differ: then nowhere is one of the outcomes', () => {
  const { outcomes } = solve([['x'], ['x'], ['y']], { x: 1, y: 1 })
  assert.deepEqual(
    outcomes.map((list) => [...list]),
    [[0, 2], [0, 2], [1]],
  )
})

test('a choice that would raise the sum of ranks is no outcome', () => {
  const { outcomes } = solve(
    [
      ['x', 'y'],
      ['y', 'x'],
    ],
    { x: 1, y: 1 },
  )
  assert.deepEqual(
    outcomes.map((list) => [...list]),
    [[0], [1]],
  )
})

test('no teams and no places are no problem', () => {
  assert.equal(solve([], { x: 1 }).at.length, 0)
  assert.deepEqual([...solve([['x'], []], { x: 0 }).at], [1, 1])
})
