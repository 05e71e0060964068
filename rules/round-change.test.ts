import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundChangeText } from './round-change.ts'

test('a change of a round is a sentence in both languages', () => {
  assert.equal(roundChangeText({ code: 'places', project: 'bridge', before: 2, after: null }, 'en'), 'Places of bridge: 2 → –')
  assert.equal(roundChangeText({ code: 'rule', before: 'fair', after: 'fullest' }, 'ru'), 'Правило: fair → fullest')
})

test('an unknown code, as of a later version, is shown as it is', () => {
  assert.equal(roundChangeText({ code: 'moved' }, 'en'), 'moved')
})
