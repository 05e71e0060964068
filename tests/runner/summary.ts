import type { CheckResult } from './checks.ts'
import { type Counts, noCounts } from './messages.ts'
import type { Result } from './pool.ts'

export type Outcome = {
  checks: CheckResult[]
  results: Result[]
  problems: string[]
  notes?: string[]
  seconds: number
  cpuSeconds?: number
}

const MOST = 10

/** Printed at the end: all failures again, what took longest, what was skipped, and the totals in the format of node's own runner. */
export function summarise({ checks, results, problems, notes = [], seconds, cpuSeconds }: Outcome): { text: string; hasFailed: boolean } {
  const lines: string[] = []
  for (const { what, output } of checks.filter(({ hasFailed }) => hasFailed)) lines.push(`\n✖ ${what}`, output)
  const failed = results.filter(({ hasFailed }) => hasFailed)
  if (failed.length > 0) lines.push('\n✖ failing tests:\n', ...failed.map(({ failures }) => failures))
  lines.push(...problems)
  const most = results.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, MOST)
  lines.push(`\nThe ${most.length} files of ${results.length} with the most CPU time`)
  for (const one of most)
    lines.push(`  ${one.cpuSeconds.toFixed(1).padStart(6)} CPU s ${one.seconds.toFixed(1).padStart(6)} s  ${one.path}`)
  const skipped = results.flatMap(({ path, skipped }) =>
    skipped.map(({ name, reason }) => `  ${path}: ${name} (${reason || 'no reason given'})`),
  )
  if (skipped.length > 0) lines.push('\nSkipped', ...skipped)
  lines.push(...notes.map((note) => `\n${note}`))
  const counts: Counts = noCounts()
  for (const one of results) for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += one.counts[name]
  counts.fail += problems.length // not caused by one test
  if (cpuSeconds !== undefined) lines.push('', `ℹ CPU seconds ${cpuSeconds.toFixed(1)}`)
  lines.push('', ...Object.entries(counts).map(([name, count]) => `ℹ ${name} ${count}`), `ℹ duration_ms ${(seconds * 1000).toFixed(3)}`)
  return {
    text: `${lines.join('\n')}\n`,
    hasFailed: failed.length > 0 || problems.length > 0 || checks.some(({ hasFailed }) => hasFailed),
  }
}
