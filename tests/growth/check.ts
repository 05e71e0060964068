import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOf } from './measure.ts'
import type { ParserRow } from './parsers/row.ts'
import { shapesOf } from './shapes.ts'

// Every parser of foreign input takes linear time. The gate gives each parser a moment, which covers the known attacks and some of the pairs;
// `npm run test:long` gives it a hundred times that, and larger inputs: all pairs, and triples.

const isLong = process.env.GROWTH === 'long'
const budgetMs = isLong ? 12_000 : 120
const largest = isLong ? 32_768 : 4096 // characters; eight times that is measured where the time is noticeable

/** CPU time, or half of the elapsed time: on a busy machine fewer inputs are tried. */
function createBudget(): () => boolean {
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()]
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return Math.max((user + system) / 1000, (performance.now() - startedAt) / 2) > budgetMs
  }
}

/** The inputs for which the time grows too fast. */
export async function quadraticInputs(parser: ParserRow): Promise<{ count: number; found: string[] }> {
  const isSpent = createBudget()
  const found: string[] = []
  let count = 0
  for (const { name, make } of shapesOf(parser)) {
    const growth = await growthOf(parser.parse, make, count < parser.attacks.length ? 4 * largest : largest)
    count++
    if (growth) found.push(`${name}: × ${growth.ratio.toFixed(1)} per doubling, ${growth.ms.toFixed(0)} ms for ${growth.n} characters`)
    if (found.length === 5 || (isSpent() && count > parser.attacks.length)) break
  }
  return { count, found }
}

export function testLinearTime(parsers: readonly ParserRow[]): void {
  for (const parser of parsers)
    test(`${parser.name}: linear time`, async (t) => {
      const { count, found } = await quadraticInputs(parser)
      t.diagnostic(`${count} inputs`)
      assert.deepEqual(found, [])
    })
}
