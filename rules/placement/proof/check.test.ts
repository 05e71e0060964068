import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bundleOf } from '#tests/placement/random-round.ts'
import type { Bundle } from './bundle.ts'
import { checkBundle, checkSteps, type Published } from './check.ts'
import { type Hashes, webHashes } from './lottery.ts'

const choices = ['A', 'B', 'C'].map((team) => ({ team, projects: ['x', 'y'] }))
const bundle = await bundleOf({ choices, places: { x: 1, y: 1 }, marks: [], locks: [] }, 'fair', '17'.repeat(32))
const check = (change: Partial<Bundle> = {}, published?: Published) => checkBundle(JSON.stringify({ ...bundle, ...change }), { published })

test('a right bundle passes every step, and each is reported', async () => {
  const steps: string[] = []
  const { passed, difference, numbers } = await checkBundle(JSON.stringify(bundle), {
    published: bundle,
    onStep: (step) => steps.push(step),
  })
  assert.equal(difference, null)
  assert.deepEqual([passed, steps], [[...checkSteps], [...checkSteps]])
  assert.equal(numbers.size, 3)
})

test('the first difference is named, and the steps before it are right', async () => {
  const cases: [Partial<Bundle>, string, number][] = [
    [{ version: 2 as 1 }, 'format', 0],
    [{ seed: '18'.repeat(32) }, 'seed', 2],
    [{ choices: bundle.choices.slice(1) }, 'choices', 3],
    [{ placement: bundle.placement.slice(1) }, 'placement', 5],
  ]
  for (const [change, step, passed] of cases) {
    const result = await check(change)
    assert.equal(result.difference?.step, step)
    assert.equal(result.passed.length, passed)
  }
})

test('a difference of the placement names the team and both outcomes', async () => {
  const placement = bundle.placement.map((row) => (row.team === 'B' ? { ...row, project: row.project === 'x' ? 'y' : 'x' } : row))
  const expected = bundle.placement[1]!.project
  assert.deepEqual((await check({ placement })).difference, { step: 'placement', team: 'B', stated: placement[1]!.project, expected })
  const extra = [...bundle.placement, { team: 'D', project: null }]
  assert.deepEqual((await check({ placement: extra })).difference, { step: 'placement', team: 'D', stated: null, expected: undefined })
})

test('a bundle made anew with another seed is right in itself, and differs from what was announced', async () => {
  const other = await bundleOf({ choices, places: { x: 1, y: 1 }, marks: [], locks: [] }, 'fair', '18'.repeat(32))
  assert.equal((await checkBundle(JSON.stringify(other))).difference, null)
  const { difference } = await checkBundle(JSON.stringify(other), { published: { seedHash: bundle.seedHash } })
  assert.deepEqual(difference, { step: 'published', key: 'seedHash', stated: other.seedHash, expected: bundle.seedHash })
})

test('other functions for SHA-256 can be passed in', async () => {
  let calls = 0
  const hashes: Hashes = {
    ...webHashes,
    sha256(bytes) {
      calls++
      return webHashes.sha256(bytes)
    },
  }
  assert.equal((await checkBundle(JSON.stringify(bundle), { hashes })).difference, null)
  assert.equal(calls, 2)
})

test('a bundle that was published before reasons were hashed and exclusions had a list of their own is right', async () => {
  const text = readFileSync(new URL('../../../tests/placement/published-before.bundle.json', import.meta.url), 'utf8')
  const { difference, passed, bundle } = await checkBundle(text, { published: { round: 'autumn-2025', rule: 'fair' } })
  assert.deepEqual([difference, passed], [null, [...checkSteps]])
  assert.deepEqual([bundle!.version, bundle!.locks[0]!.reason], [1, 'Continues its project of last year'])
})

test('a team that took no part gets no place, and leaves its places to others', async () => {
  const round = { choices, places: { x: 1, y: 1 }, marks: [], locks: [] }
  const first = bundle.placement.find(({ project }) => project === 'x')!.team
  const without = await bundleOf({ ...round, excluded: [{ team: first, project: null, reason: 'disbanded' }] }, 'fair', '17'.repeat(32))
  assert.equal((await checkBundle(JSON.stringify(without))).difference, null)
  assert.deepEqual([without.marks, without.placement.find(({ team }) => team === first)!.project], [[], null])
  assert.equal(without.placement.filter(({ project }) => project !== null).length, 2)
  const { excluded: _, ...hidden } = without
  assert.equal((await checkBundle(JSON.stringify({ ...hidden, version: 1 }))).difference?.step, 'placement')
})
