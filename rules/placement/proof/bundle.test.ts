import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bundle, createBundle, readBundle } from './bundle.ts'

const bundle = createBundle({
  round: 'autumn-2026',
  rule: 'fair',
  seed: 'a'.repeat(64),
  seedHash: 'b'.repeat(64),
  choicesDigest: 'c'.repeat(64),
  choices: [
    { team: 'B', projects: ['y', 'x'] },
    { team: 'A', projects: ['x'] },
  ],
  places: { y: null, x: 1 },
  marks: [
    { team: 'B', project: 'y', mark: 'unsuitable' },
    { team: 'B', project: 'x', mark: 'preferred' },
  ],
  locks: [{ team: 'A', project: 'x', reason: 'agreed with the client' }],
  changes: [{ at: '2026-11-16T10:00:00Z', what: 'limit of x: 2 → 1' }],
  placement: new Map([
    ['B', null],
    ['A', 'x'],
  ]),
})

test('a bundle has the keys of the format in its order, and sorted lists', () => {
  assert.equal(Object.keys(bundle).join(' '), 'version round rule seed seedHash choicesDigest choices places marks locks changes placement')
  assert.deepEqual(
    bundle.choices.map(({ team }) => team),
    ['A', 'B'],
  )
  assert.deepEqual(
    bundle.marks.map(({ project }) => project),
    ['x', 'y'],
  )
  assert.deepEqual(bundle.placement, [
    { team: 'A', project: 'x' },
    { team: 'B', project: null },
  ])
  assert.deepEqual(readBundle(JSON.stringify(bundle)), { bundle, fault: null })
})

test('a round in which something took no part is version 2, with its reason', () => {
  const { placement: _, ...facts } = bundle
  const excluded = [
    { team: 'B', project: 'y', reason: 'ended' as const },
    { team: 'A', project: null, reason: 'disbanded' as const },
  ]
  const second = createBundle({ ...facts, excluded, placement: new Map() })
  assert.equal(
    Object.keys(second).join(' '),
    'version round rule seed seedHash choicesDigest choices places marks locks excluded changes placement',
  )
  assert.deepEqual([second.version, second.excluded], [2, excluded.toReversed()])
  assert.equal(readBundle(JSON.stringify(second)).fault, null)
})

type Faults = Record<string, [change: object, path: string, fault: string]>
const excluding = (row: object) => ({ version: 2, excluded: [row] })
const faults: Faults = {
  'another version': [{ version: 3 }, 'version', 'value'],
  'version 2 without its key': [{ version: 2 }, '', 'keys'],
  'version 2 with nothing excluded': [{ version: 2, excluded: [] }, 'excluded', 'value'],
  'an excluded team that did not choose': [excluding({ team: 'Z', project: null, reason: 'busy' }), 'excluded.0', 'unknown'],
  'an excluded choice that is none': [excluding({ team: 'A', project: 'y', reason: 'ended' }), 'excluded.0', 'unknown'],
  'an unknown reason of exclusion': [excluding({ team: 'A', project: null, reason: 'late' }), 'excluded.0.reason', 'value'],
  'a further key': [{ comment: '' }, '', 'keys'],
  'an unknown rule': [{ rule: 'Fair' }, 'rule', 'value'],
  'upper-case hex digits': [{ seed: 'A'.repeat(64) }, 'seed', 'value'],
  'a negative limit': [{ places: { x: 1, y: -1 } }, 'places.y', 'value'],
  'a choice without a limit': [{ places: { x: 1 } }, 'choices.1.projects.0', 'unknown'],
  'teams out of order': [{ choices: bundle.choices.toReversed() }, 'choices.1', 'order'],
  'a team twice': [{ choices: [bundle.choices[0], bundle.choices[0]] }, 'choices.1', 'duplicate'],
  'a project chosen twice': [{ choices: [{ team: 'A', projects: ['x', 'x'] }] }, 'choices.0.projects', 'duplicate'],
  'a text that is not Unicode': [{ round: '\ud800' }, 'round', 'value'],
  'a mark that is not about a choice': [{ marks: [{ team: 'A', project: 'y', mark: 'preferred' }] }, 'marks.0', 'unknown'],
  'an unknown mark': [{ marks: [{ team: 'A', project: 'x', mark: 'good' }] }, 'marks.0.mark', 'value'],
  'more locks than places': [{ locks: ['A', 'B'].map((team) => ({ team, project: 'x', reason: 'r' })) }, 'locks.1', 'full'],
  'a lock without a reason': [{ locks: [{ team: 'A', project: 'x', reason: '' }] }, 'locks.0.reason', 'value'],
  'a change in local time': [{ changes: [{ at: '2026-11-16T10:00:00+03:00', what: 'x' }] }, 'changes.0.at', 'value'],
  'a placement in an unknown project': [{ placement: [{ team: 'A', project: 'q' }] }, 'placement.0.project', 'unknown'],
}
for (const [what, [change, path, fault]] of Object.entries(faults))
  test(`${what} is refused, with its path`, () => {
    assert.deepEqual(readBundle(JSON.stringify({ ...(bundle as Bundle), ...change })).fault, { path, fault })
  })

test('a missing key is refused', () => {
  const { changes: _, ...rest } = bundle
  assert.deepEqual(readBundle(JSON.stringify(rest)).fault, { path: '', fault: 'keys' })
})

test('a key that occurs twice is refused: readers would not agree on its value', () => {
  const text = JSON.stringify(bundle)
  assert.deepEqual(readBundle(text.replace('"x":1', '"x":2,"x":1')).fault, { path: '', fault: 'duplicate' })
  assert.equal(readBundle(text.replace('agreed', 'a \\"quoted\\": text')).fault, null)
  assert.deepEqual(readBundle(text.slice(1)).fault, { path: '', fault: 'json' })
})
