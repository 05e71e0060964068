import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillText, findText, placeholdersOf } from './write.ts'

const members = {
  members_one: '{{count}} участник',
  members_few: '{{count}} участника',
  members_many: '{{count}} участников',
  plain: 'Текст',
}

test('the form of a plural follows the CLDR category of the language', () => {
  const found = [1, 2, 5, 11, 21, 104].map((count) => findText(members, 'members', count, 'ru'))
  const { members_one: one, members_few: few, members_many: many } = members
  assert.deepEqual(found, [one, few, many, many, one, few])
  assert.equal(findText({ files_one: 'one', files_other: 'others' }, 'files', 0, 'en'), 'others')
})

test('a language without the form of a category has the other one, and a key without plural needs no count', () => {
  assert.equal(findText({ files_other: 'files' }, 'files', 1, 'en'), 'files')
  assert.equal(findText(members, 'plain', undefined, 'ru'), 'Текст')
  assert.equal(findText(members, 'nothing', 1, 'ru'), undefined)
})

test('placeholders are filled once: a value that looks like one stays as it is', () => {
  assert.deepEqual(placeholdersOf('{{team}} got {{project}}.'), ['team', 'project'])
  assert.equal(
    fillText('{{team}} got {{project}}', (name) => (name === 'team' ? '{{project}}' : '$&')),
    '{{project}} got $&',
  )
})
