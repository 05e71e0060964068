import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Filters, sorts, statuses } from '#contract/project.ts'
import { readDay } from '#rules/time/day.ts'
import { readFilters, readSort, readTags, splitList } from './filters.ts'

const nothing = { text: null, tags: null, status: null, dates: null, enrollment: null }
const accepted = (filters: Filters) => {
  const { filter, faults } = readFilters(filters)
  assert.deepEqual(faults, [], JSON.stringify(filters))
  return filter
}

test('a filter that is missing, null, empty or blank is ignored', () => {
  assert.deepEqual(accepted({}), nothing)
  const keys = ['text', 'mode', 'tags', 'status', 'dateStart', 'dateEnd', 'enrollmentStart', 'enrollmentEnd'] as const
  for (const value of [undefined, null, '', '   ', '\t\n'])
    for (const key of keys) assert.deepEqual(accepted({ [key]: value }), nothing, `${key}: ${JSON.stringify(value)}`)
  for (const value of [[], ',', ' , ,', [''], [' ']])
    for (const key of ['tags', 'status'] as const) assert.deepEqual(accepted({ [key]: value }), nothing, `${key}: ${JSON.stringify(value)}`)
})

test('the mode is all, exact or some, which is the default', () => {
  for (const mode of ['all', 'exact', ' exact '] as const) assert.deepEqual(accepted({ mode }), { ...nothing, mode: mode.trim() })
  assert.deepEqual(accepted({ mode: 'some' }), nothing)
  assert.deepEqual(readFilters({ mode: 'near' }).faults, [
    { path: 'filters.mode', code: 'unknown_word', params: { expected: 'all, exact, some' } },
  ])
})

test('tags are a number, a list or a string of either; case and ё of names are folded', () => {
  const cases: [Filters['tags'], (number | string)[]][] = [
    [3, [3]],
    ['3', [3]],
    ['3,5', [3, 5]],
    [' 3 , 5 ,', [3, 5]],
    [
      [3, '5'],
      [3, 5],
    ],
    ['Web', ['web']],
    ['Web, Mobile ,7', ['web', 'mobile', 7]],
    ['Учёба', ['учеба']],
    [
      ['Учёба', 2],
      ['учеба', 2],
    ],
    [[' Web '], ['web']],
    ['Machine learning', ['machine learning']],
    ['2147483647', [2_147_483_647]],
    ['12345678901', ['12345678901']],
    ['3.5', ['3.5']],
    ['-3', ['-3']],
    ['0x10', ['0x10']],
  ]
  for (const [given, expected] of cases) assert.deepEqual(readTags(given), expected, JSON.stringify(given))
})

test('a comma inside a name is written with a backslash', () => {
  const cases: [string, string[]][] = [
    ['a,b', ['a', 'b']],
    ['Arts\\, crafts', ['Arts, crafts']],
    ['Arts\\, crafts,Web', ['Arts, crafts', 'Web']],
    ['back\\\\slash', ['back\\slash']],
    ['back\\\\,next', ['back\\', 'next']],
    ['\\,', [',']],
    ['loose\\', ['loose']],
    [',,a,,', ['a']],
    ['', []],
  ]
  for (const [given, expected] of cases) assert.deepEqual(splitList(given), expected, given)
})

test('a name in a JSON list keeps its commas', () => {
  assert.deepEqual(readTags(['Arts, crafts']), ['arts, crafts'])
})

test('statuses and the labels of the field client are read in any case', () => {
  const cases: [Filters['status'], string[] | null][] = [
    ...statuses.map((status) => [status, [status]] as [string, string[]]),
    ['OPEN', ['open']],
    ['open,pending', ['open', 'pending']],
    [
      ['open', 'completed'],
      ['open', 'completed'],
    ],
    ['Завершённые', ['completed']],
    ['Завершенные', ['completed']],
    ['ЗАВЕРШЁННЫЕ', ['completed']],
    ['заверше\u0308нные', ['completed']],
    ['Активные', ['running']],
    ['активные', ['running']],
    ['С вакансиями', ['open']],
    ['с ВАКАНСИЯМИ', ['open']],
    [' С вакансиями ', ['open']],
    ['Активные,С вакансиями', ['running', 'open']],
    ['Все', null],
    ['все', null],
    ['all', null],
    ['open,Все', null],
    [['Завершённые', 'Все'], null],
  ]
  for (const [given, expected] of cases) assert.deepEqual(accepted({ status: given }).status, expected, JSON.stringify(given))
})

test('an unknown status is a fault with its key and the allowed values', () => {
  for (const status of ['running', 'closed', 'Открытые', 'open;active', 'open,nonsense', 'Все,nonsense', 3, ['open', 'x']]) {
    const { faults } = readFilters({ status })
    assert.deepEqual(
      faults,
      [{ path: 'filters.status', code: 'unknown_word', params: { expected: statuses.join(', ') } }],
      JSON.stringify(status),
    )
  }
})

test('either end of an interval may be missing', () => {
  const day = readDay('2026-05-01')!
  assert.deepEqual(accepted({ dateStart: '2026-05-01' }).dates, { from: day, to: Infinity })
  assert.deepEqual(accepted({ dateEnd: '2026-05-01' }).dates, { from: -Infinity, to: day })
  assert.deepEqual(accepted({ dateStart: ' 2026-05-01 ', dateEnd: '2026-05-02' }).dates, { from: day, to: day + 1 })
  assert.deepEqual(accepted({ enrollmentStart: '2026-05-01' }).enrollment, { from: day, to: Infinity })
  assert.deepEqual(accepted({ enrollmentEnd: '2026-05-01' }).enrollment, { from: -Infinity, to: day })
})

test('dates and enrollment are separate intervals', () => {
  const filter = accepted({ dateStart: '1970-01-02', dateEnd: '1970-01-03', enrollmentStart: '1970-01-04', enrollmentEnd: '1970-01-05' })
  assert.deepEqual(
    [filter.dates, filter.enrollment],
    [
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ],
  )
})

test('an interval that ends before it starts is accepted and empty', () => {
  assert.deepEqual(accepted({ dateStart: '1970-01-03', dateEnd: '1970-01-02' }).dates, { from: 2, to: 1 })
})

test('every invalid date is a fault with its own key', () => {
  const { faults } = readFilters({ dateStart: '2026-02-30', dateEnd: 'soon', enrollmentStart: '01.02.2026', enrollmentEnd: '2026-13-01' })
  const paths = ['filters.dateStart', 'filters.dateEnd', 'filters.enrollmentStart', 'filters.enrollmentEnd']
  assert.deepEqual(
    faults,
    paths.map((path) => ({ path, code: 'not_a_date' })),
  )
})

test('the default order is the start date without a text and relevance with one', () => {
  for (const absent of [undefined, null, '']) {
    assert.equal(readSort(absent, false), '-dateStart')
    assert.equal(readSort(absent, true), 'relevance')
  }
  for (const sort of sorts) assert.equal(readSort(sort, true), sort)
  assert.equal(readSort('relevance', false), '-dateStart', 'nothing to be relevant to')
  assert.equal(readSort('name', false), 'name')
  for (const unknown of ['Name', 'id', '--name', 'dateStart ', '__proto__']) assert.equal(readSort(unknown, true), undefined, unknown)
})
