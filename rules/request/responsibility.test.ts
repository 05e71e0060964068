import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayEditPerson, readGroup, readResponsible } from './responsibility.ts'

test('a filter names a person, the caller, nobody, or is not set', () => {
  assert.equal(readResponsible({}, 7), undefined)
  assert.equal(readResponsible({ id: '12' }, 7), 12)
  assert.equal(readResponsible({ id: 'none' }, 7), null)
  assert.equal(readResponsible({ mine: 'true' }, 7), 7)
  assert.equal(readResponsible({ mine: 'true', id: '12' }, 7), 7)
  assert.equal(readResponsible({ id: '9999999999' }, 7), 2_147_483_647)
})

test('a group is one line of up to 60 visible characters', () => {
  assert.equal(readGroup('  ИВТ-31 \n a '), 'ИВТ-31 a')
  assert.equal(readGroup(' '), '')
  assert.equal(readGroup('g'.repeat(60)), 'g'.repeat(60))
  assert.equal(readGroup('g'.repeat(61)), null)
  assert.equal(readGroup('a\u202eb'), null)
})

test('curators edit members, administrators everybody', () => {
  for (const access of ['member', 'curator', 'administrator'] as const) {
    assert.equal(mayEditPerson('curator', access), access === 'member')
    assert.equal(mayEditPerson('administrator', access), true)
  }
})
