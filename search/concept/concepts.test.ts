import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeRealWords, readRealWords } from '#search/spelling/real-words.ts'
import { conceptOfSynonym, phraseOf, readConcepts } from './concept-lines.ts'
import { createConcepts, joinConcepts } from './concepts.ts'

const lines = `
# places
library, reading room | библиотека, читальный зал
> vehicle: car, night bus | транспорт: автомобиль
computer vision, cv* | компьютерное зрение
resume, cv* | резюме
`
const concepts = createConcepts(readConcepts(lines))
const found = (text: string) =>
  concepts
    .expand(phraseOf(text) ?? [])
    .map(({ phrase }) => phrase.join(' '))
    .sort()

test('a word finds the other words of its concept, in both languages and in any form', () => {
  assert.deepEqual(found('libraries'), ['read room', 'библиотек', 'читальн зал'])
  assert.deepEqual(found('читального зала'), ['librari', 'read room', 'библиотек'])
  assert.deepEqual(found('reading'), [])
})

test('a one-way concept leads from the wider word to the narrower ones only', () => {
  assert.deepEqual(found('vehicles'), ['car', 'night bu', 'автомобил'])
  assert.deepEqual(found('транспорт'), ['car', 'night bu', 'автомобил'])
  assert.deepEqual(found('car'), [])
})

test('a word with two meanings finds both', () => {
  assert.deepEqual(found('CV'), ['comput vision', 'resum', 'компьютерн зрен', 'резюм'])
})

test("the directory's synonyms come beside the built-in ones", () => {
  const own = createConcepts([
    conceptOfSynonym({ kind: 'two-way', words: ['Rowan House', 'library'], expandsTo: [] }),
    conceptOfSynonym({ kind: 'one-way', words: ['lab'], expandsTo: ['Building 7'] }),
  ])
  const both = joinConcepts(concepts, own)
  assert.deepEqual(
    both.expand(['librari']).map(({ phrase }) => phrase.join(' ')),
    ['rowan hous', 'read room', 'библиотек', 'читальн зал'],
  )
  assert.deepEqual(both.expand(['lab']), [{ phrase: ['build', '7'], isTwoWay: false }])
  assert.deepEqual(both.expand(['build', '7']), [])
})

test('phrases ignore stop words; texts without words and long phrases are none', () => {
  assert.deepEqual(phraseOf('Internet of Things'), ['internet', 'thing'])
  assert.equal(phraseOf('…'), null)
  assert.equal(phraseOf('one two three four five'), null)
})

test('real words are known, others are not', () => {
  const realWords = readRealWords(makeRealWords(['sword', 'печал'], 64))
  const known = createConcepts(readConcepts(lines), realWords)
  assert.deepEqual(
    ['sword', 'печал', 'librari', 'libary'].map((stem) => [known.isWord(stem), known.isListed(stem), known.isSubject(stem)]),
    [
      [true, false, false],
      [true, false, false],
      [true, true, true],
      [false, false, true],
    ],
  )
})
