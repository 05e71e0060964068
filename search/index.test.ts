import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSearchIndex, type SearchOptions, type SearchText } from './index.ts'

const text = (name: string, more: Partial<SearchText> = {}): SearchText => ({ name, tags: [], shortDescription: '', rest: [], ...more })

/** Names in the order of their scores; ties are marked, because their order would be arbitrary. */
function ask(documents: SearchText[], query: string, options?: SearchOptions): string[] | null {
  const index = createSearchIndex()
  for (const [slot, document] of documents.entries()) index.put(slot, document)
  const hits = index.search(query, options)?.hits
  if (hits === undefined) return null
  const found = Array.from(hits.slots.subarray(0, hits.count), (slot, at) => ({
    name: documents[slot]?.name as string,
    score: hits.scores[at] as number,
  }))
  return found.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).map(({ name }) => name)
}
const named = (...names: string[]) => names.map((name) => text(name))

test('a hit contains every word of the query', () => {
  assert.deepEqual(ask(named('red bridge', 'red tower', 'old bridge'), 'bridge red'), ['red bridge'])
  assert.deepEqual(ask(named('red bridge'), 'red submarine', { mode: 'all' }), [])
})

test('an exact query is not corrected, but finds other forms of its words', () => {
  const typed = ['musem', 'ьгыугь', 'музеум']
  for (const query of typed) assert.deepEqual(ask(named('museum'), query), ['museum'], query)
  for (const query of typed) assert.deepEqual(ask(named('museum'), query, { mode: 'exact' }), [], query)
  assert.deepEqual(ask(named('museums'), 'museum', { mode: 'exact' }), ['museums'])
})

test('a correction says what was typed and what was searched instead', () => {
  const index = createSearchIndex()
  for (const [slot, name] of ['museum guide', 'музей города', 'веб-сервис'].entries()) index.put(slot, text(name))
  const corrected = (query: string) => index.search(query)?.corrected.map(({ from, to }) => `${from} → ${to}`)
  assert.deepEqual(corrected('Musem gide'), ['musem → museum', 'gide → guide'])
  assert.deepEqual(corrected('veptq'), ['veptq → музей'])
  assert.deepEqual(corrected('ьгыугь guide'), ['ьгыугь → museum'])
  assert.deepEqual(corrected('muzey'), ['muzey → музей'])
  assert.deepEqual(corrected('вебсервис музей'), [])
})

test('hits rank by field: name, tags, short description, rest', () => {
  const documents = [
    text('in rest', { rest: ['x', 'solar'] }),
    text('in short', { shortDescription: 'solar' }),
    text('in tags', { tags: ['solar'] }),
    text('solar'),
  ]
  assert.deepEqual(ask(documents, 'solar'), ['solar', 'in tags', 'in short', 'in rest'])
})

test('all words in the name, in any form, outrank the same words in all other fields', () => {
  const everywhere = { tags: ['solar', 'boat'], shortDescription: 'solar boat solar boat', rest: ['solar boat '.repeat(50)] }
  const long = 'boats solar with a name that has really many other words in it and never seems to end'
  assert.deepEqual(ask([text('elsewhere', everywhere), text(long)], 'solar boat'), [long, 'elsewhere'])
})

test('exact matches rank before other forms, prefixes and typos', () => {
  assert.deepEqual(ask(named('карта', 'картой', 'картография'), 'карта'), ['карта', 'картой'])
  assert.deepEqual(ask(named('планета', 'планеты', 'планетарий'), 'планета'), ['планета', 'планеты', 'планетарий'])
})

test('forms of English and Russian words find each other', () => {
  assert.deepEqual(ask(named('Analysing machines'), 'machine analysed'), ['Analysing machines'])
  assert.deepEqual(ask(named('Мобильное приложение'), 'мобильных приложений'), ['Мобильное приложение'])
  assert.deepEqual(ask(named('Тренажёр'), 'тренажеры'), ['Тренажёр'])
})

test('typos are tolerated in long words, also in the first letter', () => {
  for (const typed of ['приложние', 'приложеине', 'рпиложение', 'преложениями', 'приложенне'])
    assert.deepEqual(ask(named('приложение'), typed), ['приложение'], typed)
  for (const typed of ['machne', 'nachine', 'mahcine']) assert.deepEqual(ask(named('machine'), typed), ['machine'], typed)
  assert.deepEqual(ask(named('проект'), 'проэктов'), ['проект'])
})

test('existing words, short words and numbers are not treated as typos', () => {
  assert.deepEqual(ask(named('contact', 'contract'), 'contact'), ['contact'])
  assert.deepEqual(ask(named('кит', 'cat', '2024', 'h264'), 'кот'), [])
  assert.deepEqual(ask(named('2024', 'h264'), '2025'), [])
  assert.deepEqual(ask(named('h264'), 'h265'), [])
})

test('a match with one typo excludes matches with two', () => {
  assert.deepEqual(ask(named('приложение', 'положение'), 'приложенье'), ['приложение'])
})

test('only the last word is matched as a prefix, from two letters on', () => {
  assert.deepEqual(ask(named('mobile map', 'mobile menu'), 'mobile ma'), ['mobile map'])
  assert.deepEqual(ask(named('mobile map'), 'mob map', { mode: 'all' }), [])
  assert.deepEqual(ask(named('mobile', 'm'), 'm'), ['m'])
  assert.deepEqual(ask(named('mobile', 'mocha', 'moth'), 'mob'), ['mobile'])
})

test('c, c++ and c# are three words', () => {
  const documents = named('for C', 'for C++', 'for C#', 'for cats')
  assert.deepEqual(ask(documents, 'c++'), ['for C++'])
  assert.deepEqual(ask(documents, 'c#'), ['for C#'])
  assert.deepEqual(ask(documents, 'C'), ['for C'])
  assert.deepEqual(ask(documents, 'с++'), ['for C++'])
})

test('.net, node.js and hyphenated words are found as a whole and by parts', () => {
  for (const query of ['.net', 'asp.net', 'net', 'aspnet']) assert.deepEqual(ask(named('ASP.NET'), query), ['ASP.NET'], query)
  for (const query of ['node.js', 'nodejs', 'node']) assert.deepEqual(ask(named('Node.js'), query), ['Node.js'], query)
  for (const query of ['веб-сервис', 'вебсервис', 'сервис', 'веб']) assert.deepEqual(ask(named('Веб-сервис'), query), ['Веб-сервис'], query)
  assert.deepEqual(ask(named('email'), 'e-mail'), ['email'])
})

test('stop words are ignored unless the query has no others', () => {
  assert.deepEqual(ask(named('карта города'), 'карта для города'), ['карта города'])
  assert.deepEqual(ask(named('bridge to nowhere', 'tower'), 'to'), ['bridge to nowhere', 'tower'])
})

test('keyboard layout and transliteration are corrected only without other hits', () => {
  assert.deepEqual(ask(named('проект'), 'ghjtrn'), ['проект'])
  assert.deepEqual(ask(named('project'), 'зкщоусе'), ['project'])
  assert.deepEqual(ask(named('проект'), 'proekt'), ['проект'])
  assert.deepEqual(ask(named('mobile'), 'мобайл'), ['mobile'])
  assert.deepEqual(ask(named('проект', 'proekt'), 'proekt'), ['proekt'])
  assert.deepEqual(ask(named('карта react'), 'rfhnf react'), ['карта react'])
  assert.deepEqual(ask(named('f', 'a'), 'жаба'), [])
})

test('a query without words returns null, and an empty index has no hits', () => {
  for (const query of ['', '   ', '...', '🙂', '\0', '\ud800', '+++']) assert.equal(ask(named('a b'), query), null, JSON.stringify(query))
  assert.deepEqual(ask([], 'word'), [])
})

test('a replaced document is found by its new words only, a removed one by none', () => {
  const index = createSearchIndex()
  index.put(3, text('old'))
  index.put(3, text('new'))
  assert.equal(index.search('old')?.hits.count, 0)
  assert.equal(index.search('new')?.hits.count, 1)
  assert.equal(index.search('ne')?.hits.count, 1)
  index.remove(3)
  index.remove(3)
  index.remove(99)
  assert.equal(index.search('new')?.hits.count, 0)
  assert.equal(index.search('ne')?.hits.count, 0)
  assert.equal(index.words, 0)
})

test('a slot out of range is refused', () => {
  for (const slot of [-1, 1.5, 2 ** 22, Number.NaN]) assert.throws(() => createSearchIndex().put(slot, text('x')), RangeError)
})
