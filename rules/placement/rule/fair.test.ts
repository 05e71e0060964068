import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mark } from '#rules/placement/instance.ts'
import { place } from '#rules/placement/place.ts'

// Every small instance is compared with brute force in tests/placement/fair-exhaustive.test.ts.

const choices = [
  { team: 'A', projects: ['museum', 'bus'] },
  { team: 'B', projects: ['museum', 'park'] },
  { team: 'C', projects: ['museum'] },
]
const numbers = new Map([
  ['A', '01'],
  ['B', '02'],
  ['C', '03'],
])
const placed = (marks: Mark[], museum: number | null = 1) =>
  Object.fromEntries(place('fair', { choices, places: { museum, bus: 1, park: 1 }, marks, locks: [] }, numbers))

test('the better lottery number gets the place, others their next choice', () => {
  assert.deepEqual(placed([]), { A: 'museum', B: 'park', C: null })
})

test('a preferred team comes before a better lottery number', () => {
  assert.deepEqual(placed([{ team: 'C', project: 'museum', mark: 'preferred' }]), { A: 'bus', B: 'park', C: 'museum' })
})

test('an unsuitable team is not placed, even in an empty project', () => {
  assert.deepEqual(placed([{ team: 'C', project: 'museum', mark: 'unsuitable' }], null), { A: 'museum', B: 'museum', C: null })
})

test('a place that is first given to one team goes to a stronger claim that comes later, along a chain', () => {
  const chain = [
    { team: 'A', projects: ['x', 'y'] },
    { team: 'B', projects: ['y', 'z'] },
    { team: 'C', projects: ['x'] },
  ]
  const marks: Mark[] = [
    { team: 'C', project: 'x', mark: 'preferred' },
    { team: 'A', project: 'y', mark: 'preferred' },
  ]
  const got = place('fair', { choices: chain, places: { x: 1, y: 1, z: 1 }, marks, locks: [] }, numbers)
  assert.deepEqual(Object.fromEntries(got), { A: 'y', B: 'z', C: 'x' })
})
