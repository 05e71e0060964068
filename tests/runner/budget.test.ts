import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overBudget, startGauge } from './budget.ts'
import { noCounts } from './messages.ts'
import type { Kind } from './plan.ts'

const file = (path: string, cpuSeconds: number, kind: Kind = 'shared') => {
  return { path, kind, cpuSeconds, seconds: 1, counts: noCounts(), leftOut: 0, skipped: [], hasFailed: false, failures: '' }
}
const results = [file('a.test.ts', 7.9), file('b.test.ts', 8.1), file('c.test.ts', 16.1), file('d.test.ts', 19.9, 'apart')]

test('a file above 8 CPU seconds and a gate above 600 are named; twice as much fails', () => {
  const { warnings, failures } = overBudget({ results, cpuSeconds: 601, slowness: 1, stolen: 0 })
  assert.deepEqual([warnings.length, failures.length], [2, 1])
  assert.match(warnings[0]!, /b\.test\.ts took 8\.1 CPU s; .*forEachCase/)
  assert.match(warnings[1]!, /the gate took 601 CPU s and has 600/)
  assert.match(failures[0]!, /c\.test\.ts took 16\.1 CPU s/)
  assert.match(overBudget({ results: [], cpuSeconds: 1201, slowness: 1, stolen: 0.01 }).failures.join(), /the gate took 1201/)
})

test('where the same work takes more CPU time, the limits are higher', () => {
  assert.deepEqual(overBudget({ results, cpuSeconds: 899, slowness: 2.1, stolen: 0 }), { warnings: [], failures: [] })
})

test('where other machines take processor time, nothing fails, and everything is named', () => {
  const { warnings, failures } = overBudget({ results, cpuSeconds: 1201, slowness: 1, stolen: 0.1 })
  assert.deepEqual([warnings.length, failures.length], [3, 0])
})

test('the share that others take is measured', () => {
  const { slowness, stolen } = startGauge().end()
  assert.ok(slowness >= 1 && stolen >= 0 && stolen <= 1)
})
