import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBottlenecks } from './bottleneck.ts'
import { createInstance, type Mark } from './instance.ts'

// Compared with an exhaustive search in tests/placement/bottleneck-exhaustive.test.ts.

const find = (lists: Record<string, string[]>, places: Record<string, number | null>, marks: Mark[] = []) =>
  findBottlenecks(
    createInstance({ choices: Object.entries(lists).map(([team, projects]) => ({ team, projects })), places, marks, locks: [] }),
  )

test('teams that named too few places, and what helps', () => {
  const { teams, placeable, bottlenecks } = find({ A: ['x'], B: ['x', 'y'], C: ['y'], D: ['z'] }, { x: 1, y: 1, z: 2 })
  assert.deepEqual([teams, placeable], [4, 3])
  assert.deepEqual(bottlenecks, [
    {
      teams: ['A', 'B', 'C'],
      projects: ['x', 'y'],
      places: 2,
      missing: 1,
      remedies: [
        { kind: 'raise', project: 'x', by: 1, gain: 1 },
        { kind: 'raise', project: 'y', by: 1, gain: 1 },
        { kind: 'ask', teams: ['A', 'B', 'C'], gain: 1 },
        { kind: 'add', places: 1, gain: 1 },
      ],
    },
  ])
})

test('bottlenecks without a common project are apart, the largest first; teams without a suitable choice are one', () => {
  const marks: Mark[] = [{ team: 'F', project: 'y', mark: 'unsuitable' }]
  const { bottlenecks } = find({ A: ['x'], B: ['x'], C: ['y'], D: ['y'], E: ['y'], F: ['y'], G: [] }, { x: 1, y: 1 }, marks)
  assert.deepEqual(
    bottlenecks.map(({ teams, projects, missing }) => ({ teams, projects, missing })),
    [
      { teams: ['C', 'D', 'E'], projects: ['y'], missing: 2 },
      { teams: ['F', 'G'], projects: [], missing: 2 },
      { teams: ['A', 'B'], projects: ['x'], missing: 1 },
    ],
  )
})

test('where every team can be placed there is nothing to say; a project without a limit is never a bottleneck', () => {
  assert.deepEqual(find({ A: ['x'], B: ['x'] }, { x: null }).bottlenecks, [])
  assert.deepEqual(find({ A: ['x'], B: ['x', 'y'] }, { x: 1, y: 1 }).bottlenecks, [])
})

test('asking is no remedy when no other place is left', () => {
  const [found] = find({ A: ['x'], B: ['x'], C: ['y'] }, { x: 1, y: 1 }).bottlenecks
  assert.deepEqual(
    found!.remedies.map(({ kind }) => kind),
    ['raise', 'add'],
  )
})
