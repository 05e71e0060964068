import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTable, type Table } from '#catalog/table.ts'
import { type Choice, choiceWords, isChosen } from '#contract/project/choices.ts'
import { projectFields } from '#contract/project/fields.ts'
import { type Sort, sorts, statuses } from '#contract/project.ts'
import type { ProjectFilter, StatusFilter } from '#rules/project/filters.ts'
import {
  enrollmentWindow,
  type Interval,
  isRunning,
  nameKey,
  overlaps,
  projectInterval,
  recommendedKey,
  statusOf,
} from '#rules/project/project.ts'
import { writeDay } from '#rules/time/day.ts'
import type { Hits } from '#search/index.ts'
import type { PublishedProject } from '#store/project/published.ts'
import { find, type ProjectQuery } from './find.ts'

// Reference implementation on plain objects, with filter and sort: the table must give the same results.
type Plain = {
  id: number
  slug: string
  name: string
  tags: number[]
  dateStart: number | null
  dateEnd: number | null
  enrollmentStart: number | null
  enrollmentEnd: number | null
  published: number
  teamLimit: number | null
  teamsWorking: number
  workFormat: Choice<'workFormat'> | null
}
const today = 20_500
const DAY = 86_400_000
const nearby = fc.integer({ min: today - 6, max: today + 6 })
const span = fc.tuple(fc.option(nearby), fc.option(nearby)).map(([a, b]) => (a !== null && b !== null && a > b ? [b, a] : [a, b]))
const plain = fc
  .record({
    name: fc.constantFrom('Alpha', 'alpha', 'Beta', 'Ёлка', 'елка', 'Жук'),
    tags: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 7 }),
    dates: span,
    enrollment: span,
    published: nearby,
    teamLimit: fc.option(fc.nat(2)),
    teamsWorking: fc.nat(2),
    workFormat: fc.option(fc.constantFrom(...projectFields.workFormat.words)),
  })
  .map(({ dates, enrollment, ...rest }) => ({
    ...rest,
    dateStart: dates[0]!,
    dateEnd: dates[1]!,
    enrollmentStart: enrollment[0]!,
    enrollmentEnd: enrollment[1]!,
  }))
// Slugs descend while ids ascend, so that the two orders differ.
const directory = fc
  .array(plain, { maxLength: 40, size: 'max' })
  .map((projects): Plain[] => projects.map((project, i) => ({ ...project, id: i + 1, slug: `s-${100 - i}` })))
const interval = fc.option(
  fc.tuple(fc.option(nearby), fc.option(nearby)).map(([from, to]): Interval => ({ from: from ?? -Infinity, to: to ?? Infinity })),
  { freq: 2 },
)
const someOf = <T>(...values: T[]) => fc.option(fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), { freq: 2 })
const query = fc.record({
  filter: fc.record({
    text: fc.constant(null),
    tags: someOf<number | string>(1, 2, 3, 4, 99, 'five', 'nobody'),
    status: someOf<StatusFilter>(...statuses, 'running'),
    dates: interval,
    enrollment: interval,
    choices: fc.option(fc.record({ workFormat: fc.uniqueArray(fc.constantFrom(...choiceWords('workFormat')), { minLength: 1 }) }), {
      nil: undefined,
    }),
  }),
  sort: fc.constantFrom(...sorts),
  page: fc.integer({ min: 1, max: 5 }),
  pageSize: fc.integer({ min: 1, max: 12 }),
})
const tagIdOf = (tag: number | string) => (typeof tag === 'number' ? tag : tag === 'five' ? 5 : undefined)

const dayText = (day: number | null) => (day === null ? null : writeDay(day))
const empty = { shortDescription: null, description: null, curator: null, client: null, clientContact: null, requestCount: 0 }
const none = {
  developerRequirements: [],
  projectRequirements: [],
  teams: [],
  related: [],
  formerSlugs: [],
  links: [],
  wantedRoles: [],
  files: [],
}

function storedOf({ dateStart, dateEnd, enrollmentStart, enrollmentEnd, published, ...rest }: Plain): PublishedProject {
  const dates = [dateStart, dateEnd, enrollmentStart, enrollmentEnd].map(dayText)
  const publishedAt = new Date(published * DAY)
  return {
    ...rest,
    ...empty,
    ...none,
    cover: null,
    round: null,
    teamMayChangeCover: false,
    dateStart: dates[0]!,
    dateEnd: dates[1]!,
    enrollmentStart: dates[2]!,
    enrollmentEnd: dates[3]!,
    publishedAt,
    updatedAt: publishedAt,
  }
}

function tableOf(projects: Plain[]): Table {
  const table = createTable('')
  for (const project of projects) table.put(storedOf(project), today, project.published)
  return table
}

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byName = (a: Plain, b: Plain) => text(nameKey(a.name), nameKey(b.name)) || text(a.slug, b.slug)
function compare(sort: Sort, scores: Map<number, number> | null): (a: Plain, b: Plain) => number {
  const usual = compareBy('dateStart', -1)
  const isOpen = (project: Plain) => Number(statusOf(project, today) === 'open')
  const latest = compareBy('published', -1)
  if (sort === 'relevance') return scores ? (a, b) => scores.get(b.id)! - scores.get(a.id)! || isOpen(b) - isOpen(a) || latest(a, b) : usual
  if (sort === 'name') return byName
  if (sort === 'recommended') return (a, b) => keyOf(a) - keyOf(b) || byName(a, b)
  if (sort === '-name') return (a, b) => text(nameKey(b.name), nameKey(a.name)) || text(a.slug, b.slug)
  const key = sort.replace('-', '').replace('publishedAt', 'published') as 'dateStart'
  return compareBy(key, sort.startsWith('-') ? -1 : 1)
}
const keyOf = (project: Plain) => recommendedKey(statusOf(project, today), project)
const compareBy =
  (key: 'dateStart' | 'dateEnd' | 'enrollmentEnd' | 'published', sign: number) =>
  (a: Plain, b: Plain): number => {
    if (a[key] === null || b[key] === null) return Number(a[key] === null) - Number(b[key] === null) || byName(a, b)
    return sign * (a[key] - b[key]) || byName(a, b)
  }

function matches(project: Plain, filter: ProjectFilter): boolean {
  if (filter.tags && !filter.tags.some((tag) => project.tags.includes(tagIdOf(tag) ?? -1))) return false
  const status = statusOf(project, today)
  if (filter.status && !filter.status.some((word) => (word === 'running' ? isRunning(project, today) : word === status))) return false
  if (filter.dates && !overlaps(filter.dates, projectInterval(project))) return false
  if (!isChosen(project, filter.choices ?? {})) return false
  return !filter.enrollment || overlaps(filter.enrollment, enrollmentWindow(project))
}

function naive(projects: Plain[], { filter, sort, page, pageSize }: ProjectQuery, scores: Map<number, number> | null) {
  const found = projects.filter((project) => (!scores || scores.has(project.id)) && matches(project, filter))
  const tags = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    .map((id) => ({ id, count: found.filter((project) => project.tags.includes(id)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.id - b.id)
  return {
    ids: found
      .sort(compare(sort, scores))
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ id }) => id),
    total: found.length,
    facets: {
      tags,
      status: statuses.map((status) => ({ status, count: found.filter((one) => statusOf(one, today) === status).length })),
      workFormat: choiceWords('workFormat').map((word) => ({
        word,
        count: found.filter(({ workFormat }) => (workFormat ?? 'not_stated') === word).length,
      })),
    },
  }
}

function run(table: Table, given: ProjectQuery, hits: Hits | null) {
  const { slots, total, facets } = find(table, tagIdOf, given, hits)
  return { ids: slots.map((slot) => table.entry(slot).id), total, facets: facets() }
}

test('any filters, order and page give the same result as the reference implementation', () => {
  fc.assert(
    fc.property(directory, fc.array(query, { minLength: 8, maxLength: 8 }), (projects, queries) => {
      const table = tableOf(projects)
      for (const given of queries) assert.deepEqual(run(table, given, null), naive(projects, given, null))
    }),
    { numRuns: 250 },
  )
})

test('with a text only its hits are found, sorted by score for relevance', () => {
  const scores = fc.array(fc.option(fc.integer({ min: 1, max: 3 })), { minLength: 40, maxLength: 40 })
  fc.assert(
    fc.property(directory, fc.array(query, { minLength: 8, maxLength: 8 }), scores, (projects, queries, given) => {
      const table = tableOf(projects)
      const hit = projects.filter(({ id }) => given[id - 1] !== null)
      const slots = Uint32Array.from(hit, ({ id }) => table.slotOfId(id)!)
      // The buffers of a search are longer than the hits.
      const hits: Hits = {
        count: hit.length,
        slots: Uint32Array.of(...slots, 7, 7),
        scores: Float32Array.of(...hit.map(({ id }) => given[id - 1]!), 9, 9),
      }
      const byId = new Map(hit.map(({ id }) => [id, given[id - 1]!]))
      for (const query of queries) assert.deepEqual(run(table, query, hits), naive(projects, query, byId))
    }),
    { numRuns: 150 },
  )
})

const everything: ProjectFilter = { text: null, tags: null, status: null, dates: null, enrollment: null }
const many = (count: number): Plain[] =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    slug: `s-${(i * 7919) % count}`,
    name: `Name ${i % 3}`,
    tags: [(i % 5) + 1],
    dateStart: i % 4 === 0 ? null : today + (i % 9),
    dateEnd: null,
    enrollmentStart: null,
    enrollmentEnd: null,
    published: today - (i % 11),
    teamLimit: null,
    teamsWorking: 0,
    workFormat: null,
  }))

test('pages of five cover every project exactly once, in every order, and then stop', () => {
  const projects = many(1333)
  const table = tableOf(projects)
  for (const sort of sorts) {
    for (const filter of [everything, { ...everything, tags: [1, 2] }]) {
      const { total, facets } = run(table, { filter, sort, page: 1, pageSize: 5 }, null)
      assert.deepEqual(facets, naive(projects, { filter, sort, page: 1, pageSize: 5 }, null).facets)
      const seen: number[] = []
      for (let page = 1; page <= Math.ceil(total / 5); page++) seen.push(...run(table, { filter, sort, page, pageSize: 5 }, null).ids)
      assert.equal(new Set(seen).size, total, sort)
      assert.equal(seen.length, total)
      assert.deepEqual(run(table, { filter, sort, page: Math.ceil(total / 5) + 1, pageSize: 5 }, null).ids, [])
      assert.deepEqual(run(table, { filter, sort, page: 1_000_000_000, pageSize: 100 }, null).ids, [])
    }
  }
})

// Larger than the blocks of an order, so that pages are found through the sets of their prefixes.
const spread = (count: number): Plain[] =>
  many(count).map((project, i) => ({
    ...project,
    tags: [...new Set([(i % 9) + 1, ((i >> 3) % 9) + 1])],
    dateStart: i % 7 === 0 ? null : today - 60 + ((i * 31) % 120),
    dateEnd: i % 5 === 0 ? null : today - 60 + ((i * 31) % 120) + (i % 40),
    enrollmentStart: i % 3 === 0 ? null : today - 70 + ((i * 17) % 120),
    enrollmentEnd: i % 4 === 0 ? null : today - 70 + ((i * 17) % 120) + (i % 20),
    teamLimit: i % 6 === 0 ? 0 : null,
  }))
const wide = fc.integer({ min: today - 90, max: today + 90 })
const wideInterval = fc.option(
  fc.tuple(fc.option(wide), fc.option(wide)).map(([from, to]): Interval => ({ from: from ?? -Infinity, to: to ?? Infinity })),
  { freq: 2 },
)

test('any page of any filter of thousands of projects, also after changes, equals filter and sort', () => {
  const projects = spread(4000)
  const table = tableOf(projects)
  const changed = projects.map((project, i) => (i % 5 === 0 ? { ...project, dateStart: null, dateEnd: today, tags: [3] } : project))
  const inAnOrder = changed.filter((_, i) => i % 11 !== 0)
  const wideQuery = fc.record({
    filter: fc.record({
      text: fc.constant(null),
      tags: someOf<number | string>(1, 2, 3, 4, 99, 'five'),
      status: someOf<StatusFilter>(...statuses, 'running'),
      dates: wideInterval,
      enrollment: wideInterval,
    }),
    sort: fc.constantFrom(...sorts),
    page: fc.integer({ min: 1, max: 400 }),
    pageSize: fc.constantFrom(5, 12, 100),
  })
  const agree = (present: Plain[]) =>
    fc.assert(
      fc.property(wideQuery, (query) => assert.deepEqual(run(table, query, null), naive(present, query, null))),
      { numRuns: 40 },
    )
  agree(projects)
  for (const [i, project] of changed.entries()) {
    if (i % 11 === 0) table.remove(project.id)
    else if (i % 5 === 0) table.put(storedOf(project), today, project.published)
  }
  agree(inAnOrder)
})

test('the facets of many hits equal those of few, with filters and without', () => {
  const projects = spread(3000)
  const table = tableOf(projects)
  for (const share of [1, 3, 50]) {
    const hit = projects.filter(({ id }) => id % share === 0)
    const hits = { count: hit.length, slots: Uint32Array.from(hit, ({ id }) => table.slotOfId(id)!), scores: new Float32Array(hit.length) }
    const scores = new Map(hit.map(({ id }) => [id, 0]))
    for (const filter of [everything, { ...everything, tags: [2], dates: { from: today, to: today + 9 } }])
      for (const sort of ['relevance', 'name'] as const) {
        const given: ProjectQuery = { filter, sort, page: 3, pageSize: 5 }
        assert.deepEqual(run(table, given, hits), naive(projects, given, scores), `1 of ${share}, ${sort}`)
      }
  }
})

test('pages of hits cover every hit exactly once, with and without a full sort', () => {
  const projects = many(700)
  const table = tableOf(projects)
  const slots = Uint32Array.from(projects, ({ id }) => table.slotOfId(id)!)
  const scores = Float32Array.from(projects, ({ id }) => id % 3)
  const byId = new Map(projects.map(({ id }) => [id, id % 3]))
  for (let page = 1; page <= 101; page++) {
    const given: ProjectQuery = { filter: everything, sort: 'relevance', page, pageSize: 7 }
    assert.deepEqual(run(table, given, { count: 700, slots, scores }).ids, naive(projects, given, byId).ids, `page ${page}`)
  }
})
