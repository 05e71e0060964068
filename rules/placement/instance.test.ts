import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInstance, InvalidRound, pairKey, positionsOf, type Round } from './instance.ts'

const round: Round = {
  choices: [
    { team: 'B', projects: ['y', 'x', 'z'] },
    { team: 'A', projects: ['x'] },
    { team: 'L', projects: ['x'] },
  ],
  places: { z: null, x: 2, y: 9 },
  marks: [
    { team: 'B', project: 'y', mark: 'unsuitable' },
    { team: 'B', project: 'z', mark: 'preferred' },
  ],
  locks: [{ team: 'L', project: 'x' }],
}

test('names become numbers; locks use up places, unsuitable choices keep their rank', () => {
  const { teams, projects, chosen, ranks, classes, unsuitable, capacity, locks } = createInstance(round)
  assert.deepEqual(
    [teams, projects, [...capacity]],
    [
      ['A', 'B'],
      ['x', 'y', 'z'],
      [1, 2, 2],
    ],
  )
  assert.deepEqual(
    [chosen, ranks, classes].map((lists) => lists.map((list) => [...list])),
    [
      [[0], [0, 2]],
      [[1], [2, 3]],
      [[1], [1, 0]],
    ],
  )
  assert.deepEqual([...unsuitable[1]!], [1])
  assert.deepEqual([...locks], [['L', 'x']])
})

for (const [what, change] of Object.entries<Partial<Round>>({
  'two lists of one team': { choices: [...round.choices, { team: 'A', projects: [] }] },
  'a project chosen twice': { choices: [{ team: 'A', projects: ['x', 'x'] }] },
  'a choice of an unknown project': { choices: [{ team: 'A', projects: ['toString'] }] },
  'a choice marked twice': { marks: [...round.marks, round.marks[0]!] },
  'a team locked twice': { locks: [...round.locks, { team: 'L', project: 'y' }] },
  'a lock in an unknown project': { locks: [{ team: 'L', project: 'toString' }] },
  'more locks than places': { locks: ['1', '2', '3'].map((team) => ({ team, project: 'x' })) },
  'a negative limit': { places: { ...round.places, y: -1 } },
  'a limit that is not whole': { places: { ...round.places, y: 1.5 } },
}))
  test(`${what} is refused`, () => {
    assert.throws(() => createInstance({ ...round, ...change }), InvalidRound)
  })

test('the smallest lottery number comes first; a team without one is refused', () => {
  const instance = createInstance(round)
  assert.deepEqual(
    [
      ...positionsOf(
        instance,
        new Map([
          ['A', 'ff'],
          ['B', '0a'],
          ['L', '00'],
        ]),
      ),
    ],
    [1, 0],
  )
  assert.throws(() => positionsOf(instance, new Map([['A', 'ff']])), InvalidRound)
})

test('different pairs have different keys', () => {
  assert.notEqual(pairKey('a', 'bc'), pairKey('ab', 'c'))
  assert.notEqual(pairKey('1 a', 'b'), pairKey('1', ' ab'))
})
