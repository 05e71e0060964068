import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overBudget } from './budget.ts'
import { noCounts } from './messages.ts'

const file = (path: string, cpuSeconds: number) =>
  ({ path, kind: 'shared', cpuSeconds, seconds: 1, counts: noCounts(), leftOut: 0, skipped: [], hasFailed: false, failures: '' }) as const

test('a file above 8 CPU seconds and a gate above 600 are named, with what to do', () => {
  const results = [file('a.test.ts', 7.9), file('b.test.ts', 8.1)].map((one) => ({ ...one, skipped: [] }))
  const processes = { ...file('c.test.ts', 15.9), kind: 'apart', skipped: [] } as const
  const [first, second, ...more] = overBudget({ results: [...results, { ...processes, skipped: [] }], cpuSeconds: 601, slowness: 1 })
  assert.match(first!, /b\.test\.ts took 8\.1 CPU s; .*forEachCase/)
  assert.match(second!, /the gate took 601 CPU s and has 600/)
  assert.deepEqual(more, [])
})

test('where the same work takes more CPU time, the limits are higher', () => {
  const results = [{ ...file('b.test.ts', 11.9), skipped: [] }]
  assert.deepEqual(overBudget({ results, cpuSeconds: 899, slowness: 1.5 }), [])
  assert.equal(overBudget({ results, cpuSeconds: 901, slowness: 1.5 }).length, 1)
})
