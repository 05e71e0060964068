import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compactConcepts, readCompactConcepts } from './compact-concepts.ts'
import { phraseOf, readConcepts } from './concept-lines.ts'

const file = (lines: string, name = 'city.txt') => ({ name, lines })

test('a two-way line keeps its first two items per side, and is read back as the stems of the full dictionary', () => {
  const compact = compactConcepts([file('library, reading room, bookroom | библиотека, читальня, книгохранилище')])
  const [concept] = readCompactConcepts(compact)
  assert.deepEqual(concept?.from, ['library', 'reading room', 'библиотека', 'читальня'].map(phraseOf))
  assert.deepEqual([concept?.to, concept?.isTwoWay], [concept?.from, true])
  assert.deepEqual(readCompactConcepts(compactConcepts([file('copper | медный, медь*')])), readConcepts('copper | медный, медь*'))
})

test('comments, one-way lines, lines of one word and files of common words are left out', () => {
  const lines = '# city\n\n> vehicle: car | транспорт: автобус\nroof, roofs\nbridge | мост\nbridges | мосты'
  assert.deepEqual(readCompactConcepts(compactConcepts([file(lines)])), readConcepts('bridge | мост'))
  for (const name of ['english.txt', 'russian.txt', 'neighbours.txt', 'common-1.txt'])
    assert.equal(compactConcepts([file('bridge | мост', name)]), '', name)
  assert.deepEqual(readCompactConcepts(''), [])
})
