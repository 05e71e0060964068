import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rule } from './instance.ts'
import { createInstance } from './instance.ts'
import { createSolver, place } from './place.ts'

const numbers = new Map([
  ['A', '01'],
  ['B', '02'],
])

for (const rule of ['fair', 'fullest'] satisfies Rule[])
  test(`${rule}: locked teams have their place, also without choices, and take no further part`, () => {
    const choices = [
      { team: 'A', projects: ['x'] },
      { team: 'B', projects: ['x', 'y'] },
    ]
    const locks = [
      { team: 'B', project: 'z' },
      { team: 'N', project: 'x' },
    ]
    const got = place(rule, { choices, places: { x: 1, y: 1, z: 1 }, marks: [], locks }, numbers)
    assert.deepEqual(Object.fromEntries(got), { A: null, B: 'z', N: 'x' })
  })

test('the rules differ where one team can make room for another', () => {
  const choices = [
    { team: 'A', projects: ['x', 'y'] },
    { team: 'B', projects: ['x'] },
  ]
  const instance = createInstance({ choices, places: { x: 1, y: 1 }, marks: [], locks: [] })
  const positions = Int32Array.of(0, 1)
  assert.deepEqual([...createSolver('fair', instance)(positions)], [0, -1])
  assert.deepEqual([...createSolver('fullest', instance)(positions)], [1, 0])
})
