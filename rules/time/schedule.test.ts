import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendar } from './day.ts'
import { eventsOf, firstDayOf, isDuring, spansOf } from './schedule.ts'

const moscow = createCalendar('Europe/Moscow')
const none = { enrollmentStart: null, enrollmentEnd: null, dateStart: null, dateEnd: null, publishedAt: null }
const spans = (project: Partial<Record<keyof typeof none, string | null>>) => spansOf({ ...none, ...project }, moscow)

test('spans: own days, days that follow from others, and none', () => {
  assert.deepEqual(spans({}), { enrollment: null, work: null }, 'a draft without days')
  const all = { enrollmentStart: '2026-09-01', enrollmentEnd: '2026-09-20', dateStart: '2026-10-01', dateEnd: '2026-12-20' }
  const expected = { enrollment: { from: '2026-09-01', to: '2026-09-20' }, work: { from: '2026-10-01', to: '2026-12-20' } }
  assert.deepEqual(spans(all), expected)
  assert.deepEqual(spans({ ...all, publishedAt: '2026-08-01T00:00:00Z' }), expected)
  const published = { publishedAt: '2026-08-31T21:30:00Z' } // 1 September in Moscow
  assert.deepEqual(spans(published), { enrollment: { from: '2026-09-01', to: null }, work: null })
  assert.deepEqual(spans({ ...published, dateStart: '2026-10-01' }), {
    enrollment: { from: '2026-09-01', to: '2026-09-30' },
    work: { from: '2026-10-01', to: null },
  })
  assert.deepEqual(spans({ ...published, dateStart: '2026-09-01' }).enrollment, null, 'started before it could enroll')
  assert.deepEqual(spans({ dateStart: '2026-10-01' }).enrollment, null, 'a draft has no window of its own')
  assert.deepEqual(spans({ enrollmentEnd: '2026-09-20' }).enrollment, { from: null, to: '2026-09-20' })
  assert.deepEqual(spans({ dateEnd: '2026-12-20' }).work, { from: null, to: '2026-12-20' })
})

test('a span is in a period if they share a day', () => {
  const period = ['2026-09-10', '2026-09-20'] as const
  for (const [from, to, expected] of [
    ['2026-09-01', '2026-09-09', false],
    ['2026-09-01', '2026-09-10', true],
    ['2026-09-20', '2026-10-01', true],
    ['2026-09-21', null, false],
    [null, '2026-09-09', false],
    [null, null, true],
  ] as const)
    assert.equal(isDuring({ from, to }, ...period), expected, `${from} ${to}`)
  assert.equal(isDuring(null, ...period), false)
})

test('the first day, for the order', () => {
  assert.equal(firstDayOf({ enrollment: { from: '2026-09-01', to: null }, work: { from: '2026-08-01', to: null } }), '2026-09-01')
  assert.equal(firstDayOf({ enrollment: null, work: { from: null, to: '2026-12-01' } }), '2026-12-01')
  assert.ok(firstDayOf({ enrollment: null, work: null }) > '2999-12-31')
})

test('events in a period, by day', () => {
  const a = { name: 'a', enrollment: { from: '2026-09-01', to: '2026-09-20' }, work: { from: '2026-10-01', to: null } }
  const b = { name: 'b', enrollment: null, work: { from: '2026-09-20', to: '2026-09-30' } }
  assert.deepEqual(
    eventsOf([a, b], '2026-09-02', '2026-10-01').map(({ day, what, project }) => `${day} ${what} ${project.name}`),
    ['2026-09-20 enrollment_ends a', '2026-09-20 starts b', '2026-09-30 ends b', '2026-10-01 starts a'],
  )
})
