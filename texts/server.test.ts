import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from './languages.ts'
import { textsOf } from './server.ts'

const write = textsOf('language')

test('every folder is a language, English first', () => assert.deepEqual(languages, ['en', 'ru']))

test('a text in each language, and English for a language that does not have it', () => {
  assert.deepEqual(
    ['en', 'ru', 'xx', '../en'].map((language) => write(language, 'name')),
    ['English', 'Русский', 'English', 'English'],
  )
})
