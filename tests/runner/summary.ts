import type { CheckResult } from './checks.ts'
import { type Counts, noCounts } from './messages.ts'
import type { Result } from './pool.ts'

export type Outcome = { checks: CheckResult[]; results: Result[]; problems: string[]; seconds: number }

const SLOWEST = 10

/** Printed at the end: all failures again, the slowest files, and the totals in the format of node's own runner. */
export function summarise({ checks, results, problems, seconds }: Outcome): { text: string; hasFailed: boolean } {
  const lines: string[] = []
  for (const { what, output } of checks.filter(({ hasFailed }) => hasFailed)) lines.push(`\n✖ ${what}`, output)
  const failed = results.filter(({ hasFailed }) => hasFailed)
  if (failed.length > 0) lines.push('\n✖ failing tests:\n', ...failed.map(({ failures }) => failures))
  lines.push(...problems)
  const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  lines.push(`\nThe ${slowest.length} slowest of ${results.length} files`)
  for (const one of slowest) lines.push(`  ${one.seconds.toFixed(1).padStart(6)} s  ${one.path}`)
  const counts: Counts = noCounts()
  for (const one of results) for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += one.counts[name]
  counts.fail += problems.length // not caused by one test
  lines.push('', ...Object.entries(counts).map(([name, count]) => `ℹ ${name} ${count}`), `ℹ duration_ms ${(seconds * 1000).toFixed(3)}`)
  return {
    text: `${lines.join('\n')}\n`,
    hasFailed: failed.length > 0 || problems.length > 0 || checks.some(({ hasFailed }) => hasFailed),
  }
}
