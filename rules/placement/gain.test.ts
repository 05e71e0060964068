import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBottlenecks } from './bottleneck.ts'
import { countGains } from './gain.ts'
import { createInstance, type Round, type Rule } from './instance.ts'

// Compared with trying every change in tests/placement/advice.test.ts.

const gainsOf = (rule: Rule, lists: Record<string, string[]>, places: Round['places']) => {
  const instance = createInstance({
    choices: Object.entries(lists).map(([team, projects]) => ({ team, projects })),
    places,
    marks: [],
    locks: [],
  })
  const [found] = countGains(rule, instance, findBottlenecks(instance), { seed: [1, 2, 3, 4], draws: 200 }).bottlenecks
  return Object.fromEntries(found!.remedies.map((remedy) => ['project' in remedy ? remedy.project : remedy.kind, remedy.placed]))
}

const lists = { A: ['x'], B: ['x', 'y'], C: ['x', 'y'] }

test('the fullest rule gains what fits; the fair rule as many as the draws show', () => {
  const same = (gain: number) => ({ sum: gain * 200, least: gain, most: gain })
  assert.deepEqual(gainsOf('fullest', lists, { x: 1, y: 1 }), { x: same(1), y: same(1), add: same(1) })
  const { x, y, add } = gainsOf('fair', lists, { x: 1, y: 1 })
  assert.deepEqual(add, same(1))
  // A second place in x helps A unless its number is the worst: then B and C take both, and nobody takes y.
  assert.deepEqual([x!.least, x!.most], [0, 1])
  assert.ok(x!.sum > 105 && x!.sum < 160, String(x!.sum)) // two in three
  // If A has drawn the best number, B or C is without a place, and gets the new one in y; otherwise A is without, and named only x.
  assert.deepEqual([y!.least, y!.most], [0, 1])
  assert.ok(y!.sum > 40 && y!.sum < 95, String(y!.sum)) // one in three
})

test('asking for one more choice gains at most the teams that are without a place', () => {
  const { ask } = gainsOf('fair', { A: ['x'], B: ['x'], C: ['x'] }, { x: 1, y: 5 })
  assert.deepEqual(ask, { sum: 400, least: 2, most: 2 })
})
