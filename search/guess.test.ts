import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessesFor } from './guess.ts'

const pairs: [string, string][] = [
  ['ghjtrn', 'проект'],
  ['зкщоусе', 'project'],
  ['ghbkj;tybt', 'приложение'],
  ['proekt', 'проект'],
  ['ezhednevnik', 'ежедневник'],
  ['prilozhenie', 'приложение'],
  ['elektronika', 'электроника'],
  ['analiz dannyh', 'анализ данных'],
  ['shkolnyy planetariy', 'школный планетарий'],
  ['ekologia', 'экология'],
  ['проджект', 'project'],
  ['фронтенд', 'frontend'],
  ['мобайл', 'mobil'],
  ['e-mail', 'email'],
]

for (const [typed, expected] of pairs) {
  test(`${typed} may mean ${expected}`, () => assert.ok(guessesFor(typed).includes(expected), guessesFor(typed).join(', ')))
}

test('a Russian word with letters on punctuation keys is not read as Latin', () => {
  assert.ok(guessesFor('жаба').every((guess) => !guess.includes(';')))
})
