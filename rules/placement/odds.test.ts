import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomRound } from '#tests/placement/random-round.ts'
import type { Round, Rule } from './instance.ts'
import { oddsOf } from './odds.ts'
import { createRandom } from './random.ts'

const choices = ['A', 'B', 'C'].map((team) => ({ team, projects: ['x', 'y'] }))
const round: Round = { choices, places: { x: 2, y: null, z: 1 }, marks: [], locks: [{ team: 'L', project: 'x' }] }
const seed = [1, 2, 3, 4] as const

test('equal teams have equal chances; the figures of projects are those of all draws', () => {
  const { draws, teams, projects, unplaced } = oddsOf('fair', round, { seed, draws: 3000 })
  assert.equal(draws, 3000)
  for (const { ranks, none } of teams) {
    assert.ok(Math.abs(ranks[0]! - 1000) < 150, String(ranks[0])) // standard deviation 26
    assert.deepEqual([ranks[0]! + ranks[1]!, none], [3000, 0])
  }
  assert.deepEqual(projects, [
    { project: 'x', free: 1, filled: 3000, least: 1, most: 1, full: 3000 },
    { project: 'y', free: null, filled: 6000, least: 2, most: 2, full: 0 },
    { project: 'z', free: 1, filled: 0, least: 0, most: 0, full: 0 },
  ])
  assert.deepEqual(unplaced, { sum: 0, least: 0, most: 0 })
})

test('a preferred team is certain, an unsuitable choice impossible; ranks are those of the list of the team', () => {
  const marks = [
    { team: 'A', project: 'x', mark: 'preferred' as const },
    { team: 'B', project: 'x', mark: 'unsuitable' as const },
  ]
  const { teams } = oddsOf('fair', { ...round, marks }, { seed })
  assert.deepEqual(teams, [
    { team: 'A', ranks: [500, 0], none: 0 },
    { team: 'B', ranks: [0, 500], none: 0 },
    { team: 'C', ranks: [0, 500], none: 0 },
  ])
})

for (const rule of ['fair', 'fullest'] satisfies Rule[])
  test(`${rule}: in random rounds all counts add up, and the same seed gives the same answer`, () => {
    const random = createRandom([3, 1, 4, 1])
    for (let index = 0; index < 100; index++) {
      const some = randomRound(random, { teams: 7, projects: 5 })
      const odds = oddsOf(rule, some, { seed, draws: 20 })
      for (const { ranks, none } of odds.teams)
        assert.equal(
          ranks.reduce((sum, count) => sum + count, none),
          20,
        )
      const filled = odds.projects.reduce((sum, project) => sum + project.filled, 0)
      assert.equal(filled + odds.unplaced.sum, 20 * odds.teams.length)
      for (const { free, most } of odds.projects) assert.ok(free === null || most <= free)
      assert.deepEqual(structuredClone(odds), oddsOf(rule, some, { seed, draws: 20 }))
    }
  })
