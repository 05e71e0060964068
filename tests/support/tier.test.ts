import assert from 'node:assert/strict'
import { test } from 'node:test'
import { divide, type Tier } from './tier.ts'

const cases = Array.from({ length: 95 }, (_, n) => `case ${n}`)
const take = (tier: Tier, seed: string, more = {}) => divide(cases, String, { tier, seed, file: 'a.test.ts', ...more })

test('the gate has a tenth of the cases, the rest has the others, and a seed always gives the same', () => {
  for (const seed of ['a', 'b', 'c']) {
    const [gate, rest] = [take('gate', seed), take('rest', seed)]
    assert.equal(gate.length === 10 || gate.length === 5, true, `${gate.length} of 95 in tenths`)
    assert.deepEqual([...gate, ...rest].toSorted(), cases.toSorted())
    assert.deepEqual(take('gate', seed), gate)
  }
  assert.deepEqual(take('all', 'a'), cases)
})

test('over the seeds every case is in the gate', () => {
  const seen = new Set(Array.from({ length: 200 }, (_, n) => take('gate', `seed ${n}`)).flat())
  assert.equal(seen.size, cases.length)
})

test('a table of one case is in every gate, and an empty one has none', () => {
  for (const seed of ['a', 'b', 'c']) assert.deepEqual(divide(['only'], String, { tier: 'gate', seed, file: 'a' }), ['only'])
  assert.deepEqual(divide([], String, { tier: 'gate', seed: 'a', file: 'a' }), [])
})

test('other fractions, and cases with which the gate does less than the others', () => {
  assert.equal(take('gate', 'a', { part: 5 }).length, 19)
  assert.deepEqual(take('rest', 'a', { isShallow: true }), cases)
})
