import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Vocabulary, vocabularies } from '#contract/console/vocabulary.ts'
import { aliasesMerged, inOrder, isOrderOf, namesTaken, readHost, readTerm } from './vocabulary.ts'

type Named = Parameters<ReturnType<typeof namesTaken>>[0]
const takenName = (kind: Vocabulary, word: Named, others: Named[], before?: Named) => namesTaken(kind, others)(word, before)
const taken = (kind: Vocabulary, word: Named, others: Named[]) => takenName(kind, word, others)?.name
const word = (name: string, nameRu: string | null = null, ...aliases: string[]) => ({ name, nameRu, aliases })
const faultsOf = (kind: Vocabulary, draft: Parameters<typeof readTerm>[1]) =>
  readTerm(kind, draft).faults.map(({ path, code }) => `${path} ${code}`)

test('a word is kept trimmed, on one line, and only with what words of its kind have', () => {
  const draft = {
    name: '  Open \t data ',
    nameRu: ' Открытые  данные',
    description: ' a\r\nb ',
    aliases: ['x.org', 'X.ORG '],
    isPublic: true,
    isHidden: true,
  }
  const bare = { name: 'Open data', nameRu: 'Открытые данные', description: null, aliases: [], isPublic: false, isHidden: false }
  const expected = {
    tag: { ...bare, description: 'a\nb' },
    role: { ...bare, aliases: ['x.org'], isHidden: true },
    platform: { ...bare, nameRu: null, aliases: ['x.org'] },
    'file-type': { ...bare, isPublic: true },
    reason: bare,
  }
  for (const kind of vocabularies) assert.deepEqual(readTerm(kind, draft), { word: expected[kind], faults: [] }, kind)
})

test('keys that are left out stay as they are', () => {
  const present = { name: 'Old\u202e', nameRu: 'Старое', description: 'text', aliases: ['a', 'A'], isPublic: true, isHidden: true }
  assert.deepEqual(readTerm('tag', {}, present).word, { ...present, isPublic: false, isHidden: false })
  assert.deepEqual(readTerm('role', { nameRu: 'Новое' }, present), {
    word: { ...present, nameRu: 'Новое', description: null, isPublic: false },
    faults: [],
  })
  assert.deepEqual(readTerm('role', { nameRu: '', aliases: [] }, present).word, {
    ...present,
    nameRu: null,
    aliases: [],
    description: null,
    isPublic: false,
  })
  assert.deepEqual(readTerm('tag', { description: null }, present).word.description, null)
  assert.deepEqual(readTerm('file-type', {}, present).word.isPublic, true)
})

test('a name is needed; a Russian one only of reasons', () => {
  for (const kind of vocabularies) {
    assert.deepEqual(faultsOf(kind, { name: '  ', nameRu: 'есть' }), ['name required'], kind)
    assert.deepEqual(faultsOf(kind, { name: 'x', nameRu: ' ' }), kind === 'reason' ? ['nameRu required'] : [], kind)
    assert.deepEqual(faultsOf(kind, { name: 'x' }), kind === 'reason' ? ['nameRu required'] : [], kind)
  }
  assert.equal(readTerm('tag', { name: 'x', nameRu: '' }).word.nameRu, null)
})

for (const [what, text] of [
  ['a line break', 'a\nb'],
  ['NUL', 'a\0b'],
  ['a text turned around', 'a\u202eb'],
  ['half a letter', 'a\ud800'],
  ['nothing to be seen', '\u200d'],
] as const)
  test(`a name is refused for ${what}`, () => {
    assert.deepEqual(faultsOf('tag', { name: text }), ['name out_of_range'])
    assert.deepEqual(faultsOf('role', { name: 'x', nameRu: text, aliases: [text] }), ['nameRu out_of_range', 'aliases out_of_range'])
  })

test('200 letters are a name, 201 are not', () => {
  assert.deepEqual(faultsOf('reason', { name: 'x'.repeat(200), nameRu: 'ж'.repeat(200) }), [])
  assert.deepEqual(faultsOf('reason', { name: 'x'.repeat(201), nameRu: 'ж' }), ['name out_of_range'])
})

test('aliases lose blanks, repetitions and what the role is called anyway', () => {
  const draft = { name: 'Tester', nameRu: 'Тестировщик', aliases: [' QA ', 'qa', 'TESTER', 'тестировщик', ' ', 'Учёт', 'учет'] }
  assert.deepEqual(readTerm('role', draft).word.aliases, ['QA', 'Учёт'])
})

test('hosts are host names in lower case, those of other alphabets as addresses have them', () => {
  for (const [given, host] of [
    ['GitHub.com', 'github.com'],
    [' docs.google.com. ', 'docs.google.com'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['a-b.example.org', 'a-b.example.org'],
  ] as const)
    assert.equal(readHost(given), host)
  for (const given of [
    '',
    'localhost',
    'https://github.com',
    'github.com/x',
    'a b.org',
    'a_b.org',
    '-a.org',
    'a-.org',
    '127.0.0.1',
    'x@y.org',
    'x.org:80',
    '.',
    'a..b',
    '1.2',
    '[::1]',
  ])
    assert.equal(readHost(given), null, given)
  assert.deepEqual(faultsOf('platform', { name: 'x', aliases: ['https://x.org'] }), ['aliases out_of_range'])
})

test('no word is called like another, in any case, with or without the dots, in either language', () => {
  const others = [word('Учёба', 'Study hall'), word('Web', null)]
  for (const kind of vocabularies) {
    assert.equal(taken(kind, word('УЧЕБА'), others), 'УЧЕБА', kind)
    assert.equal(taken(kind, word('x', 'wEB'), others), 'wEB', kind)
    assert.equal(taken(kind, word('study  hall'), others), 'study  hall', kind)
    assert.equal(taken(kind, word('Studies', 'Сеть'), others), undefined, kind)
  }
})

test('a role is not called like another role’s alias, and has no alias that is another role’s name; aliases may be shared', () => {
  const others = [word('Tester', 'Тестировщик', 'QA', 'quality')]
  assert.equal(taken('role', word('qa'), others), 'qa')
  assert.equal(taken('role', word('x', null, 'TESTER'), others), 'TESTER')
  assert.equal(taken('role', word('x', null, 'тестировщик'), others), 'тестировщик')
  assert.equal(taken('role', word('x', null, 'quality'), others), undefined)
})

test('a word keeps names that another word has too, but gets no new one of that kind', () => {
  const others = [word('Another', 'Tester', 'QA', 'tester')]
  const before = word('Tester', null, 'qa', 'Another')
  assert.equal(takenName('role', before, others, before), undefined)
  assert.equal(takenName('role', { ...before, aliases: ['qa'] }, others, before), undefined)
  assert.equal(takenName('role', { ...before, name: 'QA' }, others, before)!.name, 'QA')
  assert.equal(takenName('role', { ...before, aliases: ['another'] }, others, before)!.name, 'another')
})

test('the field that says it is named', () => {
  const others = [word('Tester', null, 'QA')]
  assert.equal(takenName('role', word('tester'), others)!.path, 'name')
  assert.equal(takenName('role', word('x', 'tester'), others)!.path, 'nameRu')
  assert.equal(takenName('role', word('x', null, 'tester'), others)!.path, 'aliases')
})

test('a host belongs to one platform; a platform may be called like another’s host', () => {
  const others = [word('GitHub', null, 'github.com')]
  assert.equal(taken('platform', word('x', null, 'github.com'), others), 'github.com')
  assert.equal(taken('platform', word('github.com'), others), undefined)
})

test('a role that takes another’s place is found by what that one was called', () => {
  const merged = aliasesMerged('role', word('QA engineer', 'Инженер по качеству', 'qa', 'tester'), word('Tester', 'Тестировщик', 'QA'))
  assert.deepEqual(merged, ['QA', 'QA engineer', 'Инженер по качеству'])
  const many = word('x', null, ...Array.from({ length: 50 }, (_, i) => `alias ${i}`))
  assert.equal(aliasesMerged('role', many, many).length, 50)
  assert.equal(aliasesMerged('role', word('y'), many).at(-1), 'alias 49')
})

test('a platform takes over hosts, unless it takes every address anyway', () => {
  assert.deepEqual(aliasesMerged('platform', word('A', null, 'a.org', 'b.org'), word('B', null, 'b.org')), ['b.org', 'a.org'])
  assert.deepEqual(aliasesMerged('platform', word('A', null, 'a.org'), word('All')), [])
  assert.deepEqual(aliasesMerged('tag', word('A'), word('B')), [])
})

test('an order names every word once', () => {
  const words = [{ id: 1 }, { id: 2 }, { id: 3 }]
  assert.equal(isOrderOf([3, 1, 2], words), true)
  for (const ids of [[1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, 3], [1, 2, 3, 4], []]) assert.equal(isOrderOf(ids, words), false, ids.join())
})

test('tags stand by name whatever their order; all others as they were put', () => {
  const words = ['б', 'Ё', 'А', 'web'].map((name, index) => ({
    ...word(name),
    id: index + 1,
    description: null,
    isPublic: false,
    isHidden: false,
    isBuiltIn: false,
    uses: 0,
  }))
  assert.deepEqual(
    inOrder('tag', words).map(({ name }) => name),
    ['web', 'А', 'б', 'Ё'],
  )
  assert.deepEqual(
    inOrder('role', words).map(({ name }) => name),
    ['б', 'Ё', 'А', 'web'],
  )
})
