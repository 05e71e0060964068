import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLanguage, compare } from './check.ts'
import { languages } from './server.ts'

for (const language of languages)
  test(`${language} has every text, with the placeholders of the English one and every form of a plural`, () =>
    assert.deepEqual(checkLanguage(language), []))

test('a missing text, an unknown one, another placeholder and a missing form of a plural are found', () => {
  const source = { title: 'Hello, {{name}}', note: 'Note', files_one: 'one file', files_other: '{{count}} files' }
  const own = { title: 'Привет, {{nmae}}', files_one: '{{count}} файл', files_many: '{{count}} файлов', more: 'Ещё' }
  assert.deepEqual(
    compare(source, own, 'ru', 'area').map(({ kind, key }) => `${kind} ${key}`),
    ['placeholders area/title', 'missing area/note', 'missing area/files_few', 'missing area/files_other', 'unknown area/more'],
  )
})
