import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSearchIndex, type SearchIndex, type SearchText } from './index.ts'

// Every process must compute the same ranking after any history: scores are compared bit by bit with those of a new index.

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

/** Document -> score for each query; documents are identified by a key, not by their slot. */
function scores(index: SearchIndex, keyOf: (slot: number) => number): string {
  return questions
    .map((question) => {
      const hits = index.search(question)?.hits
      if (hits === undefined) return `${question}: no question`
      return `${question}: ${Array.from(hits.slots.subarray(0, hits.count), (slot, at) => `${keyOf(slot)}=${hits.scores[at]}`).sort()}`
    })
    .join('\n')
}

test('after any puts, replacements and removals the scores equal those of a new index', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 1000 }), (steps, shift) => {
      const used = createSearchIndex()
      const present = new Map<number, SearchText>()
      for (const { slot, document } of steps) {
        if (document === null) {
          used.remove(slot)
          present.delete(slot)
        } else {
          used.put(slot, document)
          present.set(slot, document)
        }
      }
      // The new index gets the documents in reverse order and in other slots.
      const fresh = createSearchIndex()
      for (const [slot, document] of [...present].reverse()) fresh.put(shift * 11 - (slot % 11) + (slot > 10 ? 11 : 0), document)
      const keys = new Map([...present.keys()].map((slot) => [shift * 11 - (slot % 11) + (slot > 10 ? 11 : 0), slot]))
      assert.equal(
        scores(used, (slot) => slot),
        scores(fresh, (slot) => keys.get(slot) as number),
      )
      assert.equal(used.words, fresh.words)
    }),
    { numRuns: 400 },
  )
})

test('an index that was saved and restored, then changed, equals a new one', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.array(step, { maxLength: 30 }), fc.nat(11), (before, after, removed) => {
      const fresh = createSearchIndex()
      const saved = createSearchIndex()
      const present = new Set<number>()
      const apply = (indexes: SearchIndex[], steps: typeof before) => {
        for (const { slot, document } of steps)
          for (const index of indexes) {
            if (document === null) index.remove(slot)
            else index.put(slot, document)
            if (document === null) present.delete(slot)
            else present.add(slot)
          }
      }
      apply([saved, fresh], before)
      const restored = createSearchIndex()
      const steps = restored.documents.restore(structuredClone([...saved.documents.save()]), present)
      while (!steps.next().done);
      const same = () => {
        assert.equal(
          scores(restored, (slot) => slot),
          scores(fresh, (slot) => slot),
        )
        assert.equal(restored.words, fresh.words)
      }
      same()
      for (const index of [restored, fresh]) index.remove(removed)
      same()
      apply([restored, fresh], after)
      same()
    }),
    { numRuns: 200 },
  )
})

test('thousands of added and removed words do not affect the scores', () => {
  const text = (name: string): SearchText => ({ name, tags: [], shortDescription: '', rest: [] })
  const used = createSearchIndex()
  const fresh = createSearchIndex()
  for (const [slot, word] of words.entries()) {
    for (const index of [used, fresh]) index.put(slot, text(`${word} ${words[(slot * 7) % words.length]}`))
  }
  const syllable = (n: number) => 'bcdfghklmnprst'.charAt(n % 14) + 'aeiou'.charAt(n % 5)
  for (let i = 0; i < 6000; i++) {
    used.put(
      50,
      text(`machi${syllable(i)}${syllable(i >> 3)}${syllable(i >> 6)} карти${'абвгде'.charAt(i % 6)}${'клмнопрст'.charAt((i >> 3) % 9)}`),
    )
    if (i % 500 === 0) used.search('mach')
  }
  used.remove(50)
  assert.equal(
    scores(used, (slot) => slot),
    scores(fresh, (slot) => slot),
  )
  assert.equal(used.words, fresh.words)
})
