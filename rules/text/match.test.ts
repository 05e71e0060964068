import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMatcher } from './match.ts'

const roles = [
  ['Developer', 'programmer', 'разработчик'],
  ['Designer', 'дизайнер'],
  ['Data analyst', 'аналитик'],
  ['Team lead', 'тимлид'],
  ['QA engineer', 'tester'],
  ['C++ expert'],
  ['Учёный', 'scientist'],
  ['Backend developer'],
]
const match = (typed: string, entries = roles) => createMatcher(entries, (names) => names)(typed).map(([name]) => name)

test('an empty or blank query gives all entries in their order', () => {
  for (const typed of ['', ' ', '\t \n'])
    assert.deepEqual(
      match(typed),
      roles.map(([name]) => name),
    )
})

test('entries are sorted by rank', () => {
  const entries = [['weather web'], ['cobweb'], ['wbe tools'], ['webmaster'], ['web'], ['web design'], ['nothing']]
  assert.deepEqual(match('web', entries), ['web', 'webmaster', 'web design', 'weather web', 'cobweb'])
  const longer = [['my backend'], ['cbackend'], ['bakcend'], ['backends'], ['backend']]
  assert.deepEqual(match('backend', longer), ['backend', 'backends', 'my backend', 'cbackend', 'bakcend'])
})

test('ties keep their order', () => {
  assert.deepEqual(match('de'), ['Developer', 'Designer', 'Backend developer'])
  assert.deepEqual(match('de', roles.toReversed()), ['Designer', 'Developer', 'Backend developer'])
})

test('an alias finds its entry, ranked after a name of the same rank', () => {
  assert.deepEqual(match('programmer'), ['Developer'])
  assert.deepEqual(match('разраб'), ['Developer'])
  const entries = [['Writer', 'editor'], ['Editor']]
  assert.deepEqual(match('editor', entries), ['Editor', 'Writer'])
  assert.deepEqual(match('edit', entries), ['Editor', 'Writer'])
  assert.deepEqual(
    match('editor', [['Editor in chief'], ['Writer', 'editor']]),
    ['Writer', 'Editor in chief'],
    'a whole alias beats a beginning',
  )
})

test('one typo is tolerated: a wrong, missing, extra or transposed letter', () => {
  for (const typed of ['desighner', 'desiner', 'dezigner', 'deisgner', 'designre', 'xesigner', 'esigner', 'Desigmer'])
    assert.deepEqual(match(typed), ['Designer'], typed)
  assert.deepEqual(match('разарботчик'), ['Developer'])
})

test('a typo is tolerated in a prefix', () => {
  assert.deepEqual(match('desg'), ['Designer'])
  assert.deepEqual(match('anlay'), ['Data analyst'])
})

test('two typos are not tolerated', () => {
  for (const typed of ['dezighner', 'dsgner', 'edsinger']) assert.deepEqual(match(typed), [], typed)
})

test('no typo is tolerated in three letters', () => {
  for (const typed of ['dex', 'tex', 'dta', 'led']) assert.deepEqual(match(typed), [], typed)
  assert.deepEqual(match('deve'), ['Developer', 'Backend developer'])
})

test('one or two letters match prefixes of words only', () => {
  assert.deepEqual(match('q'), ['QA engineer'])
  assert.deepEqual(match('ea'), [], 'not the middle of “lead”')
  assert.deepEqual(match('lea'), ['Team lead'])
  assert.deepEqual(match('eam'), ['Team lead'], 'three letters may stand in the middle')
})

test('case, ё and white space are ignored', () => {
  for (const typed of ['учёный', 'УЧЕНЫЙ', ' учен ', '\u0443\u0447\u0435\u0308\u043d']) assert.deepEqual(match(typed), ['Учёный'], typed)
  assert.deepEqual(match('  data    analyst '), ['Data analyst'])
})

test('signs are matched literally', () => {
  assert.deepEqual(match('c++'), ['C++ expert'])
  for (const typed of ['.*', '(', '[a-z]', '\\', '%', '_']) assert.deepEqual(match(typed), [], typed)
})

test('the given entries are not modified', () => {
  const entries = [['b'], ['a']]
  const all = createMatcher(entries, (names) => names)('')
  all.reverse()
  assert.deepEqual(entries, [['b'], ['a']])
})
