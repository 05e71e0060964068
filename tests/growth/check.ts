import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { tier } from '#tests/support/tier.ts'
import { type CostOf, growthOf } from './measure.ts'
import type { ParserRow } from './parsers/row.ts'
import { shapesOf } from './shapes.ts'

// Every parser of foreign input takes linear time. The gate gives a tenth of the parsers a moment each, which covers the known attacks and some of
// the pairs; `npm run test:all` gives every parser ten times that, and larger inputs.

const isGate = tier === 'gate'
const budgetMs = isGate ? 120 : 1200
const largest = isGate ? 1024 : 8192 // characters; eight times that is measured where the time is noticeable

/** CPU time: on a busy machine as many inputs are tried as on another one. */
function createBudget(): () => boolean {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 > budgetMs
  }
}

/** The inputs for which the time grows too fast. */
export async function quadraticInputs(parser: ParserRow, size = largest, costOf?: CostOf): Promise<{ count: number; found: string[] }> {
  const isSpent = createBudget()
  const found: string[] = []
  let count = 0
  for (const { name, make } of shapesOf(parser)) {
    const growth = await growthOf(parser.parse, make, count < parser.attacks.length ? 4 * size : size, costOf)
    count++
    if (growth) found.push(`${name}: × ${growth.ratio.toFixed(1)} per doubling, ${growth.ms.toFixed(0)} ms for ${growth.n} characters`)
    if (found.length === 5 || (isSpent() && count > parser.attacks.length)) break
  }
  return { count, found }
}

/** A test of a row of tests/growth/parsers. */
export async function assertLinearTime(parser: ParserRow, t: TestContext): Promise<void> {
  const { count, found } = await quadraticInputs(parser)
  t.diagnostic(`${count} inputs`)
  assert.deepEqual(found, [])
}
