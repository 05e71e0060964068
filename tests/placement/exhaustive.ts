import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Instance } from '#rules/placement/instance.ts'
import { createRandom } from '#rules/placement/random.ts'
import { howToRepeat, seedNumber } from '#tests/support/tier.ts'
import { everyInstance, everyList, instanceOf, isSame, type Marks, shown } from './brute-force.ts'

// A rule is compared with brute force on all instances of a size. Every 4 × 4 instance with both marks would be more than 10¹¹ up to the names of
// projects; of these a sample is tried.

type Solve = (instance: Instance) => Int32Array
type Compared = { solve: Solve; expected: Solve }
type Size = { teams: number; projects: number; marks: Marks }

export const nameOfSize = ({ teams, projects, marks }: Size): string =>
  `every instance of ${teams} teams and ${projects} projects with 1 or 2 places, marks: ${marks}`

/** `solve` and `expected` agree on every instance of the size; with `part` on one of so many, others with another seed. */
export function compareEvery({ teams, projects, marks }: Size, compared: Compared, context: TestContext, part = 1): void {
  let index = seedNumber % part
  const count = everyInstance(teams, projects, marks, (instance) => {
    if (index++ % part === 0) compare(instance, compared)
  })
  assert.ok(count / part > 50_000, `only ${count / part} instances`)
  context.diagnostic(`${Math.round(count / part)} instances`)
}

/** They agree on random instances with four teams and four projects, 1 or 2 places and both marks. */
export function compareRandom(count: number, compared: Compared): void {
  const random = createRandom([4, 4, 2, seedNumber])
  const lists = everyList(4, 'both')
  const list = () => lists[random() % lists.length]!
  for (let index = 0; index < count; index++) {
    const capacity = Array.from({ length: 4 }, () => 1 + (random() % 2))
    compare(instanceOf([list(), list(), list(), list()], capacity), compared)
  }
}

function compare(instance: Instance, { solve, expected }: Compared): void {
  const [got, best] = [solve(instance), expected(instance)]
  if (!isSame(got, best)) assert.fail(`result and brute force differ: ${shown(instance, got, best)}; ${howToRepeat}`)
}

/** The lottery in the order of the teams: with every combination of lists this leaves nothing out. */
export const inOrder = ({ chosen }: Instance): Int32Array => Int32Array.from(chosen.keys())
