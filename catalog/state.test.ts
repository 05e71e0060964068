import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendar, writeDay } from '#rules/time/day.ts'
import type { PublishedProject } from '#store/project/published.ts'
import { createState } from './state.ts'

const make = (timeZone = 'UTC', now = '2026-03-01T12:00:00Z') =>
  createState({ apiUrl: 'http://a.example', now: () => new Date(now), calendar: createCalendar(timeZone) })
const text = (name: string) => ({ name, tags: [], shortDescription: '', rest: [] })

test('today is computed in the time zone of the directory, not of the server', () => {
  assert.equal(writeDay(make('Pacific/Kiritimati').today), '2026-03-02')
  assert.equal(writeDay(make('America/Los_Angeles', '2026-03-01T07:00:00Z').today), '2026-02-28')
})

test('tags are found by id, and by name ignoring case and ё = е', () => {
  const state = make()
  state.setVocabularies({ tags: [{ id: 4, name: 'Учёба', nameRu: null, description: null }], roles: [], platforms: [], fileTypes: [] })
  assert.equal(state.tagById.get(4)?.name, 'Учёба')
  assert.equal(state.tagIdByName.get('учеба'), 4)
  state.setVocabularies({ tags: [{ id: 5, name: 'Web', nameRu: null, description: null }], roles: [], platforms: [], fileTypes: [] })
  assert.deepEqual([state.tagById.has(4), state.tagIdByName.has('учеба')], [false, false], 'a tag that is gone is forgotten')
})

test('tags are also found by their Russian name; the name of another tag takes precedence', () => {
  const state = make()
  const tag = { nameRu: null, description: null }
  state.setVocabularies({
    tags: [
      { ...tag, id: 1, name: 'Сеть' },
      { ...tag, id: 2, name: 'Web', nameRu: 'Сеть' },
      { ...tag, id: 3, name: 'Study', nameRu: 'Учёба' },
    ],
    roles: [],
    platforms: [],
    fileTypes: [],
  })
  assert.deepEqual([...state.tagIdByName].toSorted(), [
    ['study', 3],
    ['web', 2],
    ['сеть', 1],
    ['учеба', 3],
  ])
  const project = {
    name: '',
    tags: [2, 3],
    wantedRoles: [],
    developerRequirements: [],
    projectRequirements: [],
  } as unknown as PublishedProject
  assert.deepEqual(state.searchTextOf(project).tags, ['Web', 'Сеть', 'Study', 'Учёба'])
})

test('only public fields are searchable', () => {
  const state = make()
  state.setVocabularies({
    tags: [{ id: 4, name: 'Robots', nameRu: null, description: 'hidden words' }],
    roles: [
      { id: 1, name: 'Welder', nameRu: 'Сварщик', aliases: ['joiner', 'fitter'], isHidden: true },
      { id: 2, name: 'Diver', nameRu: null, aliases: ['swimmer'], isHidden: false },
    ],
    platforms: [],
    fileTypes: [],
  })
  const project = {
    slug: 'the-slug',
    name: 'The name',
    shortDescription: null,
    description: 'the description',
    client: 'the client',
    clientContact: 'the contact',
    curator: 'the curator',
    developerRequirements: ['for developers'],
    projectRequirements: ['for the project'],
    tags: [4, 99],
    wantedRoles: [
      { role: 'Welder', roleRu: 'Сварщик', count: 2 },
      { role: 'Not loaded yet', roleRu: null, count: 1 },
    ],
    files: [{ name: 'a-file.pdf' }],
  } as unknown as PublishedProject
  assert.deepEqual(state.searchTextOf(project), {
    name: 'The name',
    tags: ['Robots', 'Welder', 'Сварщик', 'joiner', 'fitter', 'Not loaded yet'],
    shortDescription: '',
    rest: ['the description', 'the client', 'for developers', 'for the project', 'the curator'],
  })
})

test('a search waits while the index is being built', async () => {
  const { search } = make()
  search.put(3, text('bridge'))
  assert.equal(search.isReady(), false)
  const waiting = search.untilReady(60_000)
  search.ready()
  assert.equal(await waiting, true)
  const hits = search.search('bridge')?.hits
  assert.ok(hits !== undefined)
  assert.deepEqual([hits.count, hits.slots[0]], [1, 3])
  assert.equal(search.isReady(), true)
})

test('a search stops waiting for the index after the timeout', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { search } = make()
  search.put(3, text('bridge'))
  let isOver = false
  const waiting = search.untilReady(40).finally(() => {
    isOver = true
  })
  t.mock.timers.tick(39)
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  t.mock.timers.tick(1)
  assert.equal(await waiting, false)
})

test('a removed tag may stay until no project refers to it', () => {
  const state = make()
  const words = { roles: [], platforms: [], fileTypes: [] }
  state.setVocabularies({ ...words, tags: [{ id: 4, name: 'Old', nameRu: null, description: null }] })
  state.setVocabularies({ ...words, tags: [{ id: 5, name: 'New', nameRu: null, description: null }] }, 'keep')
  assert.deepEqual([...state.tagById.keys()].toSorted(), [4, 5])
  state.setVocabularies({ ...words, tags: [{ id: 5, name: 'Newer', nameRu: null, description: null }] }, 'keep')
  assert.equal(state.tagById.get(5)?.name, 'Newer')
})

test('the count of words is the current one, not the one at the start', () => {
  const { search } = make()
  assert.equal(search.words, 0)
  search.put(0, text('bridge'))
  assert.ok(search.words > 0)
})
