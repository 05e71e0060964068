import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInstance } from '#rules/placement/instance.ts'
import { place } from '#rules/placement/place.ts'
import { createFullest } from './fullest.ts'

// Every small instance is compared with brute force in tests/placement/fullest-exhaustive.test.ts.

const placed = (choices: Record<string, string[]>, places: Record<string, number>, order: string[]) =>
  Object.fromEntries(
    place(
      'fullest',
      { choices: Object.entries(choices).map(([team, projects]) => ({ team, projects })), places, marks: [], locks: [] },
      new Map(order.map((team, index) => [team, `0${index}`])),
    ),
  )

test('more teams are placed, even if the better lottery number gets a lower choice', () => {
  assert.deepEqual(placed({ A: ['x', 'y'], B: ['x'] }, { x: 1, y: 1 }, ['A', 'B']), { A: 'y', B: 'x' })
})

test('with as many teams, the sum of ranks is the smallest', () => {
  // A first: x for A, then B third: 1 + 3. Otherwise B first, A second: 2 + 1.
  assert.deepEqual(placed({ A: ['x', 'y'], B: ['x', 'z', 'w'] }, { x: 1, y: 1, z: 0, w: 1 }, ['A', 'B']), { A: 'y', B: 'x' })
})

test('with the same sum the lottery decides', () => {
  assert.deepEqual(placed({ A: ['x', 'y'], B: ['x', 'y'] }, { x: 1, y: 1 }, ['B', 'A']), { A: 'y', B: 'x' })
  assert.deepEqual(placed({ A: ['x', 'y'], B: ['x', 'y'] }, { x: 1, y: 1 }, ['A', 'B']), { A: 'x', B: 'y' })
})

test('one solver answers for many draws, each as if it were the first', () => {
  const projects = ['x', 'y', 'z']
  const choices = ['A', 'B', 'C', 'D'].map((team) => ({ team, projects }))
  const instance = createInstance({ choices, places: { x: 1, y: 1, z: 1 }, marks: [], locks: [] })
  const solve = createFullest(instance)
  for (const positions of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [0, 1, 2, 3],
  ]) {
    const got = [...solve(Int32Array.from(positions))]
    assert.deepEqual(
      got,
      positions.map((position) => (position === 3 ? -1 : position)),
    )
  }
})
