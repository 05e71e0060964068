import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSearchIndex, type SearchIndex, type SearchText } from './index.ts'

// Every node must rank alike, whatever it lived through: scores are compared bit for bit with those of a fresh index.

const words =
  'карта карты картой картография проект проекты проэкт приложение приложениями machine machines machinery mobile mobil c++ node.js и the 3d веб-сервис'.split(
    ' ',
  )
const prose = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((some) => some.join(' '))
const document: fc.Arbitrary<SearchText> = fc.record({
  name: prose,
  tags: fc.array(prose, { maxLength: 2 }),
  shortDescription: prose,
  rest: fc.array(prose, { maxLength: 3 }),
})
const step = fc.record({ slot: fc.nat(11), document: fc.option(document, { freq: 3 }) })
const questions = [
  ...words,
  'ка',
  'кар',
  'карт',
  'машине',
  'machne',
  'прилжение',
  'приложенияма',
  'карта проект',
  'mobile ma',
  'rfhnf',
  'proekt',
  'machine the c++',
  'на',
]

/** Document -> score for each question; the documents are told apart by a key, not by their slot. */
function scores(index: SearchIndex, keyOf: (slot: number) => number): string {
  return questions
    .map((question) => {
      const hits = index.search(question)
      if (hits === null) return `${question}: no question`
      return `${question}: ${Array.from(hits.slots.subarray(0, hits.count), (slot, at) => `${keyOf(slot)}=${hits.scores[at]}`).sort()}`
    })
    .join('\n')
}

test('after any puts, replacements and removals the scores equal those of a fresh index', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 1000 }), (steps, shift) => {
      const lived = createSearchIndex()
      const present = new Map<number, SearchText>()
      for (const { slot, document } of steps) {
        if (document === null) {
          lived.remove(slot)
          present.delete(slot)
        } else {
          lived.put(slot, document)
          present.set(slot, document)
        }
      }
      // The fresh index gets the documents in the opposite order and in other slots.
      const fresh = createSearchIndex()
      for (const [slot, document] of [...present].reverse()) fresh.put(shift * 11 - (slot % 11) + (slot > 10 ? 11 : 0), document)
      const keys = new Map([...present.keys()].map((slot) => [shift * 11 - (slot % 11) + (slot > 10 ? 11 : 0), slot]))
      assert.equal(
        scores(lived, (slot) => slot),
        scores(fresh, (slot) => keys.get(slot) as number),
      )
      assert.equal(lived.words, fresh.words)
    }),
    { numRuns: 400 },
  )
})

test('thousands of words that came and went leave no trace', () => {
  const text = (name: string): SearchText => ({ name, tags: [], shortDescription: '', rest: [] })
  const lived = createSearchIndex()
  const fresh = createSearchIndex()
  for (const [slot, word] of words.entries()) {
    for (const index of [lived, fresh]) index.put(slot, text(`${word} ${words[(slot * 7) % words.length]}`))
  }
  const syllable = (n: number) => 'bcdfghklmnprst'.charAt(n % 14) + 'aeiou'.charAt(n % 5)
  for (let i = 0; i < 6000; i++) {
    lived.put(
      50,
      text(`machi${syllable(i)}${syllable(i >> 3)}${syllable(i >> 6)} карти${'абвгде'.charAt(i % 6)}${'клмнопрст'.charAt((i >> 3) % 9)}`),
    )
    if (i % 500 === 0) lived.search('mach')
  }
  lived.remove(50)
  assert.equal(
    scores(lived, (slot) => slot),
    scores(fresh, (slot) => slot),
  )
  assert.equal(lived.words, fresh.words)
})
