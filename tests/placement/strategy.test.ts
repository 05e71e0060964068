import assert from 'node:assert/strict'
import type { Instance } from '#rules/placement/instance.ts'
import { createRandom } from '#rules/placement/random.ts'
import { fair } from '#rules/placement/rule/fair.ts'
import { createFullest } from '#rules/placement/rule/fullest.ts'
import { howToRepeat, seedNumber, share, test, testPart } from '#tests/support/tier.ts'
import { everyInstance, everyList, instanceOf, type Marks, shown } from './brute-force.ts'
import { inOrder } from './exhaustive.ts'

// What a team can reach with any list at all is compared with what it gets by the truth, for every truth: as many pairs of truth and misreport as there
// are lists, squared. The marks of the team belong to projects, not to lists: `mine` has one for each project.

type Solve = (instance: Instance) => Int32Array

type Lists = ReturnType<typeof everyList>

/** Every list of the team with its marks. */
const reportsOf = (lists: Lists, mine: readonly (0 | 1)[]): Instance =>
  instanceOf(
    lists.map((list) => list.map((entry) => ({ ...entry, class: mine[entry.project]! }))),
    [],
  )

/** How many truths are worse than some misreport. */
function gains(others: Instance, position: number, reports: Instance, solve: Solve): number {
  const all: Instance = {
    ...others,
    teams: [...others.teams, 'mine'],
    chosen: others.chosen.toSpliced(position, 0, new Int32Array()),
    ranks: others.ranks.toSpliced(position, 0, new Int32Array()),
    classes: others.classes.toSpliced(position, 0, new Uint8Array()),
  }
  const reachable = new Uint8Array(others.capacity.length)
  const got = reports.chosen.map((chosen, index) => {
    all.chosen[position] = chosen
    all.ranks[position] = reports.ranks[index]!
    all.classes[position] = reports.classes[index]!
    const choice = solve(all)[position]!
    if (choice === -1) return -1
    reachable[chosen[choice]!] = 1
    return chosen[choice]!
  })
  let count = 0
  for (const [index, truth] of reports.chosen.entries()) {
    const best = truth.find((project) => reachable[project] === 1) ?? -1
    if (got[index] !== best) count++
  }
  return count
}

const solveFair: Solve = (instance) => fair(instance, inOrder(instance))

/** With `part` in one of so many instances, in others with another seed. */
function testNoGain(others: number, projects: number, marks: Marks, part = 1): void {
  const lists = everyList(projects, 'none')
  const masks = marks === 'none' ? [0] : Array.from({ length: 2 ** projects }, (_, mask) => mask)
  const mines = masks.map((mask) => Array.from({ length: projects }, (_, project): 0 | 1 => ((mask >> project) & 1 ? 0 : 1)))
  const reports = mines.map((mine) => reportsOf(lists, mine))
  test(`fair: with ${others + 1} teams and ${projects} projects (marks: ${marks})${part > 1 ? `, in one instance of ${part},` : ''} no list is better than the true one`, (context) => {
    let turn = seedNumber % part
    const count = everyInstance(others, projects, marks, (instance) => {
      if (turn++ % part > 0) return
      for (let position = 0; position <= others; position++)
        for (const [index, mine] of mines.entries())
          if (gains(instance, position, reports[index]!, solveFair) > 0)
            assert.fail(`position ${position}, marks ${mine}: ${shown(instance)}`)
    })
    context.diagnostic(`${Math.round(count / part) * (others + 1) * mines.length * lists.length ** 2} pairs of truth and misreport`)
  })
}

testNoGain(2, 3, 'preferred')
testNoGain(3, 4, 'none', 10) // all of them take minutes

testPart('fair: on random instances of 4 teams and 4 projects with marks no list is better than the true one', () => {
  const random = createRandom([4, 4, 4, seedNumber])
  const lists = everyList(4, 'none')
  const marked = everyList(4, 'preferred')
  for (let round = 0; round < share(4000); round++) {
    const others = instanceOf(
      Array.from({ length: 3 }, () => marked[random() % marked.length]!),
      Array.from({ length: 4 }, () => 1 + (random() % 2)),
    )
    const mine = Array.from({ length: 4 }, () => (random() % 2) as 0 | 1)
    const position = random() % 4
    if (gains(others, position, reportsOf(lists, mine), solveFair) > 0)
      assert.fail(`position ${position}, marks ${mine}: ${shown(others)}; ${howToRepeat}`)
  }
})

test('fullest: there are instances in which a team gains by another list than the true one, as the page says', () => {
  const lists = everyList(3, 'none')
  const reports = reportsOf(lists, [1, 1, 1])
  let found = 0
  everyInstance(2, 3, 'none', (instance) => {
    found += gains(instance, 2, reports, (all) => createFullest(all)(inOrder(all)))
  })
  assert.ok(found > 0)
})
