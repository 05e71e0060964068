import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlight } from './highlight.ts'

const passages = (text: string, words: string[]) =>
  highlight(text, (word) => words.includes(word)).map(([start, end]) => text.slice(start, end))

test('matched words are marked in the original text', () => {
  assert.deepEqual(passages('A Map of ЁЛКИ — and maps', ['map', 'елки']), ['Map', 'ЁЛКИ'])
  assert.deepEqual(passages('Café 𝒳 😀 map', ['cafe', 'map']), ['Café', 'map'])
})

test('neighbouring matches are one passage', () => {
  assert.deepEqual(passages('the river  sensor, network', ['river', 'sensor', 'network']), ['river  sensor', 'network'])
})

test('a compound is marked as a whole when a part of it matches; trailing punctuation is not marked', () => {
  assert.deepEqual(passages('веб-сервис. Node.js, C++!', ['сервис', 'node', 'c++']), ['веб-сервис', 'Node.js', 'C++'])
})

test('nothing is marked in an empty text, and at most 40 passages in a long one', () => {
  assert.deepEqual(
    highlight('', () => true),
    [],
  )
  assert.equal(highlight('map, '.repeat(1000), () => true).length, 40)
})
