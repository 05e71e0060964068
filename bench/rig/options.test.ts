import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOptions } from './options.ts'
import { findSection, sectionOf } from './section.ts'

const kinds = { faults: [], single: ['--fault', 'kill-node'], failovers: ['--failovers', '2'] }

test('docs/reliability.md has a place for the result of every kind of run, with both timings', () => {
  for (const ttl of [10, 30])
    for (const [kind, args] of Object.entries(kinds)) {
      const options = readOptions([...args, '--ttl', `${ttl}`, '--write'], ['kill-node'])
      if (typeof options === 'string') assert.fail(options)
      assert.equal(sectionOf(options), `${kind}-${ttl}`)
    }
})

test('a section that the document does not have is named', () => {
  assert.throws(() => findSection('faults-99'), /docs\/reliability\.md has no <!-- faults-99 -->/)
})
