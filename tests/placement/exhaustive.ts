import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Instance } from '#rules/placement/instance.ts'
import { createRandom } from '#rules/placement/random.ts'
import { everyInstance, everyList, instanceOf, isSame, type Marks, shown } from './brute-force.ts'

// Which instances are tried. `npm test` takes the small ones, `npm run test:long` all that a machine can do in minutes. Every 4 × 4 instance with both marks
// would be more than 10¹¹ up to the names of projects; of these a sample is tried.

export const isLong = process.env.PLACEMENT === 'long'

type Size = { teams: number; projects: number; marks: Marks }

/** One test for each size: `solve` and `expected` agree on every instance. */
export function testEvery(
  sizes: readonly Size[],
  solve: (instance: Instance) => Int32Array,
  expected: (instance: Instance) => Int32Array,
): void {
  for (const { teams, projects, marks } of sizes)
    test(`every instance of ${teams} teams and ${projects} projects with 1 or 2 places, marks: ${marks}`, (context) => {
      const count = everyInstance(teams, projects, marks, (instance) => compare(instance, solve, expected))
      assert.ok(count > 50_000, `only ${count} instances`)
      context.diagnostic(`${count} instances`)
    })
}

/** Random instances with four teams and four projects, 1 or 2 places and both marks. */
export function testSample(count: number, solve: (instance: Instance) => Int32Array, expected: (instance: Instance) => Int32Array): void {
  test(`${count} random instances of 4 teams and 4 projects with 1 or 2 places and both marks`, () => {
    const random = createRandom([4, 4, 2, isLong ? 1 : 0])
    const lists = everyList(4, 'both')
    const list = () => lists[random() % lists.length]!
    for (let index = 0; index < count; index++) {
      const capacity = Array.from({ length: 4 }, () => 1 + (random() % 2))
      compare(instanceOf([list(), list(), list(), list()], capacity), solve, expected)
    }
  })
}

function compare(instance: Instance, solve: (instance: Instance) => Int32Array, expected: (instance: Instance) => Int32Array): void {
  const [got, best] = [solve(instance), expected(instance)]
  if (!isSame(got, best)) assert.fail(`result and brute force differ: ${shown(instance, got, best)}`)
}

/** The lottery in the order of the teams: with every combination of lists this leaves nothing out. */
export const inOrder = ({ chosen }: Instance): Int32Array => Int32Array.from(chosen.keys())
