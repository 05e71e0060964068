import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '#rules/placement/random.ts'
import { shuffled } from '#tests/placement/random-round.ts'
import { findExchanges, type Wish } from './trading-cycles.ts'

const wish = (team: string, project: string, ...wishes: string[]): Wish => ({ team, project, number: team, wishes })
const moves = (placed: Wish[]) => findExchanges(placed).map((cycle) => cycle.map(({ team, from, to }) => `${team}: ${from} → ${to}`))

test('two teams exchange, and three in a ring', () => {
  assert.deepEqual(moves([wish('A', 'x', 'y'), wish('B', 'y', 'x')]), [['A: x → y', 'B: y → x']])
  assert.deepEqual(moves([wish('A', 'x', 'y'), wish('B', 'y', 'z'), wish('C', 'z', 'x')]), [['A: x → y', 'B: y → z', 'C: z → x']])
})

test('the most wanted project first; a wish that nobody can fulfil is passed over', () => {
  assert.deepEqual(moves([wish('A', 'x', 'gone', 'y', 'z'), wish('B', 'y', 'x'), wish('C', 'z', 'x')]), [['A: x → y', 'B: y → x']])
  assert.deepEqual(moves([wish('A', 'x', 'y'), wish('B', 'y')]), [])
  assert.deepEqual(moves([wish('A', 'x', 'x'), wish('B', 'x', 'x')]), [])
})

test('of several teams in a project the best lottery number exchanges; another one when that team does not want to', () => {
  const a = wish('A', 'x', 'y')
  assert.deepEqual(moves([a, wish('C', 'y', 'x'), wish('B', 'y', 'x')]), [['A: x → y', 'B: y → x']])
  assert.deepEqual(moves([a, wish('C', 'y', 'x'), wish('B', 'y')]), [['A: x → y', 'C: y → x']])
})

test('random wishes: every team in an exchange gets a wish, places stay the same, no exchange is left over, the order of the input does not matter', () => {
  const random = createRandom([2, 7, 1, 8])
  const projects = ['p', 'q', 'r', 's', 't']
  let found = 0
  for (let index = 0; index < 3000; index++) {
    const placed = Array.from({ length: 1 + (random() % 8) }, (_, team) => {
      const project = projects[random() % projects.length]!
      const wishes = shuffled(
        random,
        projects.filter((other) => other !== project),
      ).slice(0, random() % 4)
      return { team: `T${team}`, project, number: random().toString(16).padStart(8, '0'), wishes }
    })
    const exchanges = findExchanges(placed)
    assert.deepEqual(findExchanges(shuffled(random, placed)), exchanges)
    const all = exchanges.flat()
    found += exchanges.length
    assert.equal(new Set(all.map(({ team }) => team)).size, all.length)
    for (const cycle of exchanges) assert.deepEqual(cycle.map(({ from }) => from).toSorted(), cycle.map(({ to }) => to).toSorted())
    for (const { team, from, to } of all) {
      const own = placed.find((one) => one.team === team)!
      assert.ok(own.project === from && own.wishes.includes(to))
    }
    assert.ok(!hasCycle(placed.filter(({ team }) => !all.some((move) => move.team === team))))
  }
  assert.ok(found > 1000)
})

/** Whether any exchange is possible: a cycle among teams, from each to a team that has a project it wishes for. */
function hasCycle(placed: readonly Wish[]): boolean {
  let left = [...placed]
  while (true) {
    const next = left.filter(({ wishes }) => left.some(({ project }) => wishes.includes(project)))
    if (next.length === left.length) return left.length > 0
    left = next
  }
}
