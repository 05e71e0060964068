import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SynonymDraft } from '#contract/console/synonym.ts'
import { readPhrase, readSynonym, sortedSynonyms, synonymTitle, takenWords } from './synonym.ts'

const twoWay = (...words: string[]) => ({ kind: 'two-way' as const, words, expandsTo: [] as string[] })
const oneWay = (words: string[], expandsTo: string[]) => ({ kind: 'one-way' as const, words, expandsTo })
const faultsOf = (draft: SynonymDraft) =>
  readSynonym(draft).faults.map(({ path, code, params }) => `${path} ${code} ${params?.value ?? ''}`)

test('a phrase has one to four words, up to 60 characters, and a letter or digit', () => {
  for (const [given, expected] of [
    ['  Machine \t learning ', 'Machine learning'],
    ['C++', 'C++'],
    ['№ 3', '№ 3'],
    ['one two three four', 'one two three four'],
    ['one two three four five', null],
    ['я'.repeat(60), 'я'.repeat(60)],
    ['я'.repeat(61), null],
    ['+', null],
    ['—', null],
    ['a\u202eb', null],
    ['\u200b', null],
    ['two\nlines', null],
    ['', null],
  ] as const)
    assert.equal(readPhrase(given), expected, JSON.stringify(given))
})

test('an entry is normalised, and blank words are ignored', () => {
  assert.deepEqual(readSynonym({ kind: 'two-way', words: [' NGU ', '', 'Northgate  University'] }), {
    synonym: twoWay('NGU', 'Northgate University'),
    faults: [],
  })
  assert.deepEqual(readSynonym(oneWay(['ML'], [' нейросеть'])), { synonym: oneWay(['ML'], ['нейросеть']), faults: [] })
})

test('each kind needs its words, and no word twice', () => {
  for (const [draft, faults] of [
    [twoWay('a', 'b'), []],
    [twoWay('a'), ['words too_few ']],
    [twoWay(), ['words required ']],
    [twoWay(' ', ''), ['words required ']],
    [oneWay(['a'], []), ['expandsTo required ']],
    [oneWay([], ['a']), ['words required ']],
    [{ ...twoWay('a', 'b'), expandsTo: ['c'] }, ['expandsTo only_one_way ']],
    [twoWay('Ёлка', 'елка'), ['words duplicate елка']],
    [twoWay('ML', ' ml '), ['words duplicate ml']],
    [oneWay(['a', 'b'], ['c', 'B']), ['expandsTo duplicate B']],
    [twoWay('a', '+'), ['words not_a_phrase +']],
    [twoWay('+'), ['words not_a_phrase +']],
    [oneWay(['a'], ['one two three four five']), ['expandsTo not_a_phrase one two three four five']],
  ] as const)
    assert.deepEqual(faultsOf(draft as SynonymDraft), faults, JSON.stringify(draft))
})

test('a word is in one two-way entry only, ignoring case and ё; one-way entries may share words', () => {
  const [trees, cars] = [twoWay('Ёлка', 'spruce'), twoWay('car', 'auto mobile')]
  const find = takenWords([trees, cars, oneWay(['bus'], ['car'])])
  assert.deepEqual(find(twoWay('fir', 'ЕЛКА')), { word: 'ЕЛКА', other: trees })
  assert.deepEqual(find(twoWay('bus', 'Auto  Mobile')), { word: 'Auto  Mobile', other: cars })
  assert.equal(find(twoWay('bus', 'coach')), undefined)
  assert.equal(find(oneWay(['car'], ['spruce'])), undefined)
  assert.equal(find(trees), undefined, 'its own words')
})

test('entries have a title and are sorted by it', () => {
  const entries = [
    { id: 1, ...twoWay('Ёж', 'hedgehog') },
    { id: 2, ...oneWay(['ML', 'AI'], ['нейросеть', 'model']) },
    { id: 3, ...twoWay('дом', 'house') },
    { id: 4, ...twoWay('ml', 'x') },
  ]
  assert.equal(synonymTitle(entries[1]!), 'ML, AI → нейросеть, model')
  assert.deepEqual(
    sortedSynonyms(entries).map(({ id }) => id),
    [2, 4, 3, 1],
  )
})
