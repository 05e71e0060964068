import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConcepts } from '#search/concept/concept-lines.ts'
import { createConcepts } from '#search/concept/concepts.ts'
import { createSearchIndex, type SearchOptions } from '#search/index.ts'

const lines = `
library | библиотека
bicycle, bike | велосипед
> transport: tram | транспорт: трамвай
mobile app, smartphone app | мобильное приложение
`

function search(names: string[], query: string, options?: SearchOptions) {
  const index = createSearchIndex()
  index.setConcepts(createConcepts(readConcepts(lines)))
  for (const [slot, name] of names.entries()) index.put(slot, { name, tags: [], shortDescription: '', rest: [] })
  const searched = index.search(query, options)
  if (searched === null) return null
  const { hits, match, missing, corrected } = searched
  const found = Array.from(hits.slots.subarray(0, hits.count), (slot, at) => ({ name: names[slot]!, score: hits.scores[at]! }))
  return { names: found.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).map(({ name }) => name), match, missing, corrected }
}

test('without a project that has all words, those that cover most come first, and missing words are named', () => {
  const names = ['river sensor station', 'river boat', 'school lunch', 'sensor']
  assert.deepEqual(search(names, 'river sensor turbidity'), {
    names: ['river sensor station'],
    match: 'some',
    missing: ['turbidity'],
    corrected: [],
  })
  assert.deepEqual(search(names, 'river sensor'), { names: ['river sensor station'], match: 'all', missing: [], corrected: [] })
})

test('less than half of the weight is not enough', () => {
  assert.deepEqual(search(['red bridge', 'red tower', 'red house', 'old red wall'], 'red submarine')?.names, [])
})

test('words of wishes and questions never block', () => {
  for (const query of ['I am looking for a project about bees', 'хочу проект про bees', 'is there something with bees?'])
    assert.deepEqual(search(['bees', 'trams'], query), { names: ['bees'], match: 'all', missing: [], corrected: [] }, query)
  assert.deepEqual(search(['a project', 'bees'], 'project')?.names, ['a project'])
})

test('mode "all" needs every word, and knows no concepts', () => {
  assert.deepEqual(search(['river boat'], 'river sensor', { mode: 'all' })?.names, [])
  assert.deepEqual(search(['библиотека'], 'library', { mode: 'all' })?.names, [])
})

test('a word finds its concept in the other language, below the word itself', () => {
  assert.deepEqual(search(['библиотека', 'school'], 'library')?.names, ['библиотека'])
  assert.deepEqual(search(['велосипед', 'a bike for all of us', 'bicycle'], 'bicycle')?.names, [
    'bicycle',
    'велосипед',
    'a bike for all of us',
  ])
  assert.deepEqual(search(['Мобильное приложение', 'приложение'], 'smartphone app')?.names[0], 'Мобильное приложение')
  assert.deepEqual(search(['трамвай'], 'transport')?.names, ['трамвай'])
  assert.deepEqual(search(['транспорт'], 'tram')?.names, [])
})

test('typos, layout and spelling by sound are named as corrections', () => {
  assert.deepEqual(search(['museum'], 'musuem')?.corrected, [{ from: 'musuem', to: 'museum' }])
  assert.deepEqual(search(['музеи'], 'vepttb')?.corrected, [{ from: 'vepttb', to: 'музеи' }])
  assert.deepEqual(search(['музеи'], 'veptb')?.corrected, [{ from: 'veptb', to: 'музеи' }])
  assert.deepEqual(search(['dashboard'], 'дэшборд')?.corrected, [{ from: 'дэшборд', to: 'dashboard' }])
  assert.deepEqual(search(['email'], 'e-mail')?.corrected, [])
})

test('neighbours are found as one word, and one word as two', () => {
  assert.deepEqual(search(['chatbot', 'cat'], 'chat bot')?.names, ['chatbot'])
  assert.deepEqual(search(['bee hive', 'cat'], 'beehive')?.names, ['bee hive'])
  assert.deepEqual(search(['width 55 cm'], '55cm')?.names, ['width 55 cm'])
  assert.deepEqual(search(['90 000 people'], '90000')?.names, ['90 000 people'])
  assert.deepEqual(search(['Школа №3', 'no3'], 'школа № 3')?.names, ['Школа №3'])
  assert.deepEqual(search(['OpenStreetMap', 'cat'], 'street')?.names, ['OpenStreetMap'])
  assert.deepEqual(search(['JavaScript'], 'java')?.names, ['JavaScript'])
})

test('the filters of the caller decide whether a project has all words', () => {
  const names = ['river sensor', 'river boats']
  assert.deepEqual(search(names, 'sensor river boats', { accepts: (slot) => slot === 1 }), {
    names: ['river boats'],
    match: 'some',
    missing: ['sensor'],
    corrected: [],
  })
})

test('only whole words of wishes are idle, and none in mode "all" or inside of a phrase', () => {
  assert.deepEqual(search(['robot', 'a sorting robot'], 'sorting robot')?.names, ['a sorting robot'])
  assert.deepEqual(search(['database'], 'relational database')?.names, [])
  assert.deepEqual(search(['bees'], 'project bees', { mode: 'all' })?.names, [])
})

test('a word is not dropped because it reads as a stop word of the other alphabet', () => {
  assert.deepEqual(search(['storage'], 'NAS storage')?.names, [])
  assert.deepEqual(search(['карта города'], 'rfhnf lkz ujhjlf'), {
    names: ['карта города'],
    match: 'all',
    missing: [],
    corrected: [
      { from: 'rfhnf', to: 'карта' },
      { from: 'ujhjlf', to: 'города' },
    ],
  })
})

test('projects that have all words by meaning have all words', () => {
  assert.deepEqual(search(['библиотека', 'bees'], 'library'), { names: ['библиотека'], match: 'all', missing: [], corrected: [] })
})

test('a word that none of the projects has is not named as corrected', () => {
  const found = search(['alpha beta gamma', 'machine'], 'alpha beta gamma machne')
  assert.deepEqual([found?.missing, found?.corrected], [['machne'], []])
})

test('a word is not split into stop words', () => {
  assert.deepEqual(search(['a ward for two', 'x'], 'forward')?.names, [])
})

test('punctuation around a word in the other layout is punctuation, unless it is a letter', () => {
  for (const query of ['tkrf.', '"tkrf"', 'tkrf!']) assert.deepEqual(search(['елка', 'x'], query)?.names, ['елка'], query)
  assert.deepEqual(search(['роботы', 'x'], 'hj,jns')?.names, ['роботы'])
})

test('typos are corrected wherever the word stands', () => {
  const unknown = 'qwxa qwxb qwxc qwxd qwxe qwxf'
  for (const query of [`machnie ${unknown}`, `${unknown} machnie`])
    assert.deepEqual(
      search(['machine', 'x'], query)?.corrected.length ?? 0,
      search(['machine', 'x'], `machnie ${unknown}`)?.corrected.length ?? 0,
    )
})

test('words in camel case are found apart, and a sign at the end does not end the unfinished word', () => {
  assert.deepEqual(search(['open street map', 'x'], 'OpenStreetMap')?.names, ['open street map'])
  assert.deepEqual(search(['astronomy', 'x'], 'astro -')?.names, ['astronomy'])
})

test('a filter never adds results', () => {
  const names = [...Array.from({ length: 10 }, (_, i) => `library ${i}`), ...Array.from({ length: 20 }, (_, i) => `библиотека ${i}`)]
  const all = search(names, 'library')?.names.length ?? 0
  assert.equal(search(names, 'library', { accepts: (slot) => slot > 0 })?.names.length, all)
})
