import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sorts, statuses } from '#contract/project.ts'
import { isRunning, statusOf } from '#rules/project/project.ts'
import { writeDay } from '#rules/time/day.ts'
import type { PublishedProject } from '#store/project/published.ts'
import { countBits, hasBit } from './find/bits.ts'
import { createTable, type ListOrder, type Table } from './table.ts'

const today = 20_500
const day = (offset: number | null) => (offset === null ? null : writeDay(today + offset))
const instant = new Date('2026-01-01T00:00:00Z')
const unknown = { shortDescription: null, description: null, curator: null, client: null, clientContact: null, teamLimit: null }
const none = {
  developerRequirements: [],
  projectRequirements: [],
  tags: [],
  teams: [],
  related: [],
  formerSlugs: [],
  links: [],
  wantedRoles: [],
  files: [],
}
const noDates = { workFormat: null, dateStart: null, dateEnd: null, enrollmentStart: null, enrollmentEnd: null }
const counts = { teamsWorking: 0, requestCount: 0, cover: null, round: null, teamMayChangeCover: false }

function project(id: number, given: Partial<PublishedProject> = {}): PublishedProject {
  const slug = given.slug ?? `project-${id}`
  return { id, slug, name: slug, ...unknown, ...none, ...noDates, ...counts, publishedAt: instant, updatedAt: instant, ...given }
}
const put = (table: Table, given: PublishedProject, on = today) => table.put(given, on, today - 30)
const orders = sorts.filter((sort) => sort !== 'relevance')
const slugs = (table: Table, order: ListOrder = '-dateStart') => Array.from(table.order(order), (slot) => table.entry(slot).slug)

// Compares all derived columns of a table with its entries.
function assertSound(table: Table, on = today): void {
  const ids = [...table.ids()]
  const slots = ids.map((id) => table.slotOfId(id)!)
  assert.equal(new Set(slots).size, ids.length, 'no two projects in one slot')
  assert.equal(table.count, ids.length)
  assert.equal(countBits(table.listed()), ids.length)
  const tags = new Map<number, number>()
  const columnsAgree = (slot: number, from: number | null, to: number | null) =>
    table.windows.dates.from(slot) === (from ?? -2_147_483_648) && table.windows.dates.to(slot) === (to ?? 2_147_483_647)
  for (const [i, slot] of slots.entries()) {
    const entry = table.entry(slot)
    assert.equal(entry.id, ids[i])
    assert.equal(table.slotOfSlug(entry.slug), slot, entry.slug)
    assert.equal(hasBit(table.listed(), slot), true)
    assert.equal(hasBit(table.running(), slot), isRunning(entry.dates, on))
    for (const status of statuses) assert.equal(hasBit(table.withStatus(status), slot), status === entry.status)
    for (const tag of entry.tags) assert.ok(hasBit(table.tags.get(tag)!.bits, slot))
    for (const tag of entry.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1)
    assert.ok(columnsAgree(slot, entry.dates.dateStart, entry.dates.dateEnd))
  }
  for (const [id, { count, bits }] of table.tags) {
    assert.equal(count, tags.get(id) ?? 0, `tag ${id}`)
    assert.equal(countBits(bits), count)
  }
  for (const order of orders) assert.deepEqual([...table.order(order)], [...slots].sort(table.compareBy(order)), order)
}

test('a project is found by id and by slug, and not after it was removed', () => {
  const table = createTable('')
  const slot = put(table, project(7, { slug: 'bridge', tags: [3], dateStart: day(-1) }))
  assert.deepEqual([table.slotOfId(7), table.slotOfSlug('bridge'), table.count], [slot, slot, 1])
  assert.equal(table.remove(7), slot)
  assert.equal(table.remove(7), undefined)
  assert.deepEqual([table.slotOfId(7), table.slotOfSlug('bridge'), table.count], [undefined, undefined, 0])
  assertSound(table)
})

test('the slot of a removed project is reused, without any of its old values', () => {
  const table = createTable('')
  put(table, project(1))
  const slot = put(table, project(2, { tags: [5], dateStart: day(-5), dateEnd: day(5) }))
  put(table, project(3))
  for (const order of orders) table.order(order)
  table.remove(2)
  assert.equal(put(table, project(4, { tags: [6] })), slot)
  assert.equal(table.tags.get(5)!.count, 0)
  assertSound(table)
})

test('a replaced project keeps its slot, but not its old tags, dates, status and slug', () => {
  const table = createTable('')
  const slot = put(table, project(1, { slug: 'old', tags: [1, 2], dateStart: day(-5), dateEnd: day(-1) }))
  for (const order of orders) table.order(order)
  assert.equal(put(table, project(1, { slug: 'fresh', tags: [2, 3], dateStart: day(5) })), slot)
  assert.equal(table.slotOfSlug('old'), undefined)
  assert.equal(table.entry(slot).status, 'open')
  assertSound(table)
})

test('a slug that moves to another project finds it, in either order of the two changes', () => {
  for (const sameName of [false, true])
    for (const newOwnerFirst of [false, true]) {
      const table = createTable('')
      const name = sameName ? { name: 'Same' } : {}
      put(table, project(1, { slug: 'wanted', ...name }))
      put(table, project(2, { slug: 'other', ...name }))
      put(table, project(3, { slug: 'third', ...name }))
      for (const order of orders) table.order(order)
      const changes = [project(2, { slug: 'wanted', ...name }), project(1, { slug: 'wanted-before', ...name })]
      for (const change of newOwnerFirst ? changes : changes.toReversed()) put(table, change)
      assert.equal(table.slotOfSlug('wanted'), table.slotOfId(2))
      assert.equal(table.slotOfSlug('other'), undefined)
      assertSound(table)
    }
})

test('a project is found by its former slugs until it is removed', () => {
  const table = createTable('')
  put(table, project(1, { slug: 'new', formerSlugs: ['old', 'older'] }))
  put(table, project(2))
  for (const slug of ['new', 'old', 'older']) assert.equal(table.entry(table.slotOfSlug(slug)!).id, 1, slug)
  put(table, project(1, { slug: 'old', formerSlugs: ['new', 'older'] }))
  for (const slug of ['new', 'old', 'older']) assert.equal(table.entry(table.slotOfSlug(slug)!).slug, 'old', slug)
  put(table, project(1, { slug: 'old' }))
  assert.equal(table.slotOfSlug('older'), undefined)
  table.remove(1)
  assert.equal(table.slotOfSlug('old'), undefined)
  assertSound(table)
})

test('two projects can swap their slugs', () => {
  const table = createTable('')
  for (const [id, slug] of [
    [1, 'a'],
    [2, 'b'],
  ] as const)
    put(table, project(id, { slug, name: 'Same' }))
  for (const order of orders) table.order(order)
  for (const [id, slug] of [
    [1, 'b'],
    [2, 'a'],
  ] as const)
    put(table, project(id, { slug, name: 'Same' }))
  assert.deepEqual([table.entry(table.slotOfSlug('a')!).id, table.entry(table.slotOfSlug('b')!).id], [2, 1])
  assertSound(table)
})

test('a table that grows twice keeps every bit, column and order', () => {
  const table = createTable('')
  for (const order of orders.slice(0, 4)) table.order(order)
  const make = (id: number) =>
    project(id, { tags: [id % 7], dateStart: day((id % 90) - 45), dateEnd: id % 3 === 0 ? null : day((id % 90) - 30) })
  for (let id = 1; id <= 1024; id++) put(table, make(id))
  assert.equal(table.capacity, 1024)
  put(table, make(1025))
  assert.equal(table.capacity, 2048)
  for (let id = 1026; id <= 2049; id++) put(table, make(id))
  assert.equal(table.capacity, 4096)
  assertSound(table)
})

test('unknown dates come last in both directions; ties are sorted by name, then by slug', () => {
  const table = createTable('')
  put(table, project(1, { slug: 'none', name: 'A' }))
  put(table, project(2, { slug: 'early', name: 'Я', dateStart: day(1), dateEnd: day(9), enrollmentEnd: day(-9) }))
  put(table, project(3, { slug: 'late', name: 'ёлка', dateStart: day(2), dateEnd: day(8), enrollmentEnd: day(-8) }))
  put(table, project(4, { slug: 'late-b', name: 'Елка', dateStart: day(2), dateEnd: day(8), enrollmentEnd: day(-8) }))
  put(table, project(5, { slug: 'late-c', name: 'елка а', dateStart: day(2), dateEnd: day(8), enrollmentEnd: day(-8) }))
  const late = ['late', 'late-b', 'late-c']
  assert.deepEqual(slugs(table, '-dateStart'), [...late, 'early', 'none'])
  assert.deepEqual(slugs(table, 'dateStart'), ['early', ...late, 'none'])
  assert.deepEqual(slugs(table, 'dateEnd'), [...late, 'early', 'none'])
  assert.deepEqual(slugs(table, '-dateEnd'), ['early', ...late, 'none'])
  assert.deepEqual(slugs(table, 'enrollmentEnd'), ['early', ...late, 'none'])
  assert.deepEqual(slugs(table, '-enrollmentEnd'), [...late, 'early', 'none'])
  assert.deepEqual(slugs(table, 'name'), ['none', ...late, 'early'])
  assert.deepEqual(slugs(table, '-name'), ['early', 'late-c', 'late', 'late-b', 'none'])
})

test('a new day updates which projects run and returns those whose status changed', () => {
  const table = createTable('')
  put(table, project(1, { dateStart: day(-5), dateEnd: day(0) }))
  put(table, project(2, { dateStart: day(1), dateEnd: day(5) }))
  put(table, project(3, { dateStart: day(-5), dateEnd: day(5) }))
  put(table, project(4))
  assert.deepEqual(table.idsChangedBy(today), [])
  assert.deepEqual(table.idsChangedBy(today + 1), [1, 2], 'one has ended, one has begun')
  const running = [1, 2, 3, 4].map((id) => hasBit(table.running(), table.slotOfId(id)!))
  assert.deepEqual(running, [false, true, true, false])
})

const offset = fc.option(fc.integer({ min: -3, max: 3 }))
const change = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  what: fc.constantFrom('put', 'put', 'put', 'bulk', 'remove'),
  slug: fc.integer({ min: 1, max: 12 }),
  name: fc.constantFrom('a', 'A', 'b'),
  tags: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
  dateStart: offset,
  dateEnd: offset,
  limit: fc.option(fc.nat(1)),
})

test('after any changes a table equals a new one with the same projects', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60, size: 'max' }), fc.boolean(), (changes, ordersFromStart) => {
      const table = createTable('')
      if (ordersFromStart) for (const order of orders) table.order(order)
      const slugOf = new Map<number, number>()
      for (const { id, what, slug, name, tags, dateStart, dateEnd, limit } of changes) {
        if (what === 'remove') {
          table.remove(id)
          slugOf.delete(id)
          continue
        }
        if ([...slugOf].some(([other, taken]) => taken === slug && other !== id)) continue
        slugOf.set(id, slug)
        const given = project(id, { slug: `s-${slug}`, name, tags, dateStart: day(dateStart), dateEnd: day(dateEnd), teamLimit: limit })
        table.put(given, today, today, what === 'bulk' ? 'unsorted' : 'sorted')
      }
      assertSound(table)
      for (const id of table.ids()) {
        const entry = table.entry(table.slotOfId(id)!)
        assert.equal(entry.status, statusOf({ ...entry.dates, teamLimit: entry.teamLimit, teamsWorking: 0 }, today))
      }
    }),
    { numRuns: 150 },
  )
})

test('an order read between bulk changes is complete', () => {
  const table = createTable('')
  for (let id = 1; id <= 5; id++) put(table, project(id))
  for (const order of orders) table.order(order)
  table.put(project(2, { dateStart: day(3) }), today, today, 'unsorted')
  table.put(project(6), today, today, 'unsorted')
  assert.deepEqual(slugs(table).toSorted(), ['project-1', 'project-2', 'project-3', 'project-4', 'project-5', 'project-6'])
})
