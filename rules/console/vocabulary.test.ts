import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Vocabulary, vocabularies } from '#contract/console/vocabulary.ts'
import { aliasesMerged, inOrder, isOrderOf, namesTaken, readHost, readTerm } from './vocabulary.ts'

type Named = Parameters<ReturnType<typeof namesTaken>>[0]
const takenName = (kind: Vocabulary, term: Named, others: Named[], before?: Named) => namesTaken(kind, others)(term, before)
const taken = (kind: Vocabulary, term: Named, others: Named[]) => takenName(kind, term, others)?.name
const term = (name: string, nameRu: string | null = null, ...aliases: string[]) => ({ name, nameRu, aliases })
const faultsOf = (kind: Vocabulary, draft: Parameters<typeof readTerm>[1]) =>
  readTerm(kind, draft).faults.map(({ path, code }) => `${path} ${code}`)

test('a term is trimmed, on one line, and only has the keys of its kind', () => {
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
  for (const kind of vocabularies) assert.deepEqual(readTerm(kind, draft), { term: expected[kind], faults: [] }, kind)
})

test('absent keys keep their values', () => {
  const present = { name: 'Old\u202e', nameRu: 'Старое', description: 'text', aliases: ['a', 'A'], isPublic: true, isHidden: true }
  assert.deepEqual(readTerm('tag', {}, present).term, { ...present, isPublic: false, isHidden: false })
  assert.deepEqual(readTerm('role', { nameRu: 'Новое' }, present), {
    term: { ...present, nameRu: 'Новое', description: null, isPublic: false },
    faults: [],
  })
  assert.deepEqual(readTerm('role', { nameRu: '', aliases: [] }, present).term, {
    ...present,
    nameRu: null,
    aliases: [],
    description: null,
    isPublic: false,
  })
  assert.deepEqual(readTerm('tag', { description: null }, present).term.description, null)
  assert.deepEqual(readTerm('file-type', {}, present).term.isPublic, true)
})

test('a name is required; a Russian one only for reasons', () => {
  for (const kind of vocabularies) {
    assert.deepEqual(faultsOf(kind, { name: '  ', nameRu: 'есть' }), ['name required'], kind)
    assert.deepEqual(faultsOf(kind, { name: 'x', nameRu: ' ' }), kind === 'reason' ? ['nameRu required'] : [], kind)
    assert.deepEqual(faultsOf(kind, { name: 'x' }), kind === 'reason' ? ['nameRu required'] : [], kind)
  }
  assert.equal(readTerm('tag', { name: 'x', nameRu: '' }).term.nameRu, null)
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

test('a name has at most 200 characters', () => {
  assert.deepEqual(faultsOf('reason', { name: 'x'.repeat(200), nameRu: 'ж'.repeat(200) }), [])
  assert.deepEqual(faultsOf('reason', { name: 'x'.repeat(201), nameRu: 'ж' }), ['name out_of_range'])
})

test('aliases are trimmed and distinct, without the names of the role', () => {
  const draft = { name: 'Tester', nameRu: 'Тестировщик', aliases: [' QA ', 'qa', 'TESTER', 'тестировщик', ' ', 'Учёт', 'учет'] }
  assert.deepEqual(readTerm('role', draft).term.aliases, ['QA', 'Учёт'])
})

test('hosts are canonicalised: lower case and punycode', () => {
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

test('names of terms are unique, ignoring case and ё, in both languages', () => {
  const others = [term('Учёба', 'Study hall'), term('Web', null)]
  for (const kind of vocabularies) {
    assert.equal(taken(kind, term('УЧЕБА'), others), 'УЧЕБА', kind)
    assert.equal(taken(kind, term('x', 'wEB'), others), 'wEB', kind)
    assert.equal(taken(kind, term('study  hall'), others), 'study  hall', kind)
    assert.equal(taken(kind, term('Studies', 'Сеть'), others), undefined, kind)
  }
})

test('names of roles are distinct from aliases of other roles; aliases may be shared', () => {
  const others = [term('Tester', 'Тестировщик', 'QA', 'quality')]
  assert.equal(taken('role', term('qa'), others), 'qa')
  assert.equal(taken('role', term('x', null, 'TESTER'), others), 'TESTER')
  assert.equal(taken('role', term('x', null, 'тестировщик'), others), 'тестировщик')
  assert.equal(taken('role', term('x', null, 'quality'), others), undefined)
})

test('a term keeps existing duplicate names, but gets no new ones', () => {
  const others = [term('Another', 'Tester', 'QA', 'tester')]
  const before = term('Tester', null, 'qa', 'Another')
  assert.equal(takenName('role', before, others, before), undefined)
  assert.equal(takenName('role', { ...before, aliases: ['qa'] }, others, before), undefined)
  assert.equal(takenName('role', { ...before, name: 'QA' }, others, before)!.name, 'QA')
  assert.equal(takenName('role', { ...before, aliases: ['another'] }, others, before)!.name, 'another')
})

test('the field with the taken name is returned', () => {
  const others = [term('Tester', null, 'QA')]
  assert.equal(takenName('role', term('tester'), others)!.path, 'name')
  assert.equal(takenName('role', term('x', 'tester'), others)!.path, 'nameRu')
  assert.equal(takenName('role', term('x', null, 'tester'), others)!.path, 'aliases')
})

test('a host belongs to one platform; a platform may be named like another’s host', () => {
  const others = [term('GitHub', null, 'github.com')]
  assert.equal(taken('platform', term('x', null, 'github.com'), others), 'github.com')
  assert.equal(taken('platform', term('github.com'), others), undefined)
})

test('a merged role gets the names of the other one as aliases', () => {
  const merged = aliasesMerged('role', term('QA engineer', 'Инженер по качеству', 'qa', 'tester'), term('Tester', 'Тестировщик', 'QA'))
  assert.deepEqual(merged, ['QA', 'QA engineer', 'Инженер по качеству'])
  const many = term('x', null, ...Array.from({ length: 50 }, (_, i) => `alias ${i}`))
  assert.equal(aliasesMerged('role', many, many).length, 50)
  assert.equal(aliasesMerged('role', term('y'), many).at(-1), 'alias 49')
})

test('a merged platform gets the hosts of the other one, unless it is the fallback', () => {
  assert.deepEqual(aliasesMerged('platform', term('A', null, 'a.org', 'b.org'), term('B', null, 'b.org')), ['b.org', 'a.org'])
  assert.deepEqual(aliasesMerged('platform', term('A', null, 'a.org'), term('All')), [])
  assert.deepEqual(aliasesMerged('tag', term('A'), term('B')), [])
})

test('an order contains every term once', () => {
  const terms = [{ id: 1 }, { id: 2 }, { id: 3 }]
  assert.equal(isOrderOf([3, 1, 2], terms), true)
  for (const ids of [[1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, 3], [1, 2, 3, 4], []]) assert.equal(isOrderOf(ids, terms), false, ids.join())
})

test('tags are sorted by name; all others keep their order', () => {
  const terms = ['б', 'Ё', 'А', 'web'].map((name, index) => ({
    ...term(name),
    id: index + 1,
    description: null,
    isPublic: false,
    isHidden: false,
    isBuiltIn: false,
    uses: 0,
  }))
  assert.deepEqual(
    inOrder('tag', terms).map(({ name }) => name),
    ['web', 'А', 'б', 'Ё'],
  )
  assert.deepEqual(
    inOrder('role', terms).map(({ name }) => name),
    ['б', 'Ё', 'А', 'web'],
  )
})
