import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLanguage, compare, isStale, recordOf, tooLong } from './check.ts'
import { languages } from './languages.ts'
import { areas, readTexts } from './server.ts'

for (const language of languages)
  test(`${language} has every text, with the placeholders of the English one and every form of a plural`, () =>
    assert.deepEqual(checkLanguage(language), []))

test('a missing text, an unknown one, another placeholder and a missing form of a plural are found', () => {
  const source = { title: 'Hello, {{name}}', note: 'Note', body: 'One\nTwo', files_one: 'one file', files_other: '{{count}} files' }
  const own = { title: 'Привет, {{nmae}}', body: 'Раз', files_one: '{{count}} файл', files_many: '{{count}} файлов', more: 'Ещё' }
  assert.deepEqual(
    compare(source, own, 'ru', 'area').map(({ kind, key }) => `${kind} ${key}`),
    [
      'placeholders area/title',
      'missing area/note',
      'lines area/body',
      'missing area/files_few',
      'missing area/files_other',
      'unknown area/more',
    ],
  )
})

test('English has no Cyrillic letters, Russian has them in every text with letters', () => {
  const textsIn = (language: string) =>
    areas.flatMap((area) => Object.entries(readTexts(language, area)).map(([key, text]) => [`${area}/${key}`, text!]))
  for (const [key, text] of textsIn('en')) assert.doesNotMatch(text!.replace('“а”', ''), /\p{Script=Cyrillic}/u, key)
  for (const [key, text] of textsIn('ru'))
    if (key !== 'language/dates' && key !== 'language/phoneCountry' && /\p{Ll}/u.test(text!.replace(/\{\{\w+\}\}|GitHub|PostgreSQL/g, '')))
      assert.match(text!, /\p{Script=Cyrillic}/u, key)
})

test('a translation is stale from a change of the English text until it is changed itself', () => {
  const line = recordOf('ru')
    .split('\n')
    .find((one) => one.startsWith('language/name '))!
  const recorded = line.slice('language/name '.length)
  const own = { name: 'Русский' }
  assert.equal(isStale(recorded, { name: 'English' }, own, 'name'), false)
  assert.equal(isStale(recorded, { name: 'British English' }, own, 'name'), true)
  assert.equal(isStale(recorded, { name: 'British English' }, { name: 'По-русски' }, 'name'), false)
  assert.equal(isStale(undefined, { name: 'British English' }, own, 'name'), false, 'a new one')
})

test('a text that is longer than its place allows is found, without its values', () => {
  const label = 'x'.repeat(40)
  assert.deepEqual(tooLong({ 'a.label': `${label}{{name}}` }, 'mail'), [])
  assert.equal(tooLong({ 'a.label': `${label}x` }, 'mail').length, 1)
  assert.deepEqual(tooLong({ 'a.body': 'x'.repeat(1000) }, 'mail'), [])
})
