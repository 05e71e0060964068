import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  enrollmentWindow,
  freePlaces,
  type Interval,
  includesDay,
  isFull,
  isRunning,
  nameKey,
  overlaps,
  type Places,
  type ProjectDates,
  projectInterval,
  recommendedKey,
  statusOf,
} from './project.ts'

const today = 20_000
const nothingKnown: ProjectDates & Places = {
  dateStart: null,
  dateEnd: null,
  enrollmentStart: null,
  enrollmentEnd: null,
  published: today - 100,
  teamLimit: null,
  teamsWorking: 0,
}
type Given = Partial<ProjectDates & Places>
const status = (given: Given) => statusOf({ ...nothingKnown, ...given }, today)

test('the status is computed from the dates', () => {
  const closed = { enrollmentStart: today - 50, enrollmentEnd: today - 40 }
  const cases: [string, Given, string][] = [
    // completed: dateEnd before today
    ['ended yesterday', { dateStart: today - 10, dateEnd: today - 1, ...closed }, 'completed'],
    ['ends today', { dateStart: today - 10, dateEnd: today, ...closed }, 'active'],
    ['ends tomorrow', { dateStart: today - 10, dateEnd: today + 1, ...closed }, 'active'],
    ['ended yesterday without a start', { dateEnd: today - 1 }, 'completed'],
    ['ended yesterday though enrollment is open', { dateEnd: today - 1, enrollmentEnd: today + 5 }, 'completed'],
    // open: today is in the window
    ['enrollment starts tomorrow', { enrollmentStart: today + 1, enrollmentEnd: today + 5 }, 'pending'],
    ['enrollment starts today', { enrollmentStart: today, enrollmentEnd: today + 5 }, 'open'],
    ['enrollment started yesterday', { enrollmentStart: today - 1, enrollmentEnd: today + 5 }, 'open'],
    ['enrollment is today only', { enrollmentStart: today, enrollmentEnd: today }, 'open'],
    ['enrollment ends tomorrow', { enrollmentEnd: today + 1 }, 'open'],
    ['enrollment ends today', { enrollmentEnd: today }, 'open'],
    ['enrollment ended yesterday', { enrollmentEnd: today - 1 }, 'pending'],
    ['running and enrolling', { dateStart: today - 3, dateEnd: today + 3, enrollmentEnd: today }, 'open'],
    ['running, enrolling, no end known', { dateStart: today - 3, enrollmentEnd: today }, 'open'],
    // default window: from publication to the day before the start
    ['starts in two days', { dateStart: today + 2 }, 'open'],
    ['starts tomorrow', { dateStart: today + 1 }, 'open'],
    ['starts today', { dateStart: today }, 'active'],
    ['started yesterday', { dateStart: today - 1 }, 'active'],
    ['published tomorrow', { published: today + 1, dateStart: today + 9 }, 'pending'],
    ['published today', { published: today, dateStart: today + 9 }, 'open'],
    ['published yesterday', { published: today - 1, dateStart: today + 9 }, 'open'],
    ['no dates at all', {}, 'open'],
    ['no dates, published tomorrow', { published: today + 1 }, 'pending'],
    ['enrollment starts after the project does', { dateStart: today + 2, enrollmentStart: today + 4 }, 'pending'],
    ['enrollment was to start after the project did', { dateStart: today - 1, enrollmentStart: today }, 'active'],
    // active: started, not completed
    ['starts tomorrow, closed', { dateStart: today + 1, ...closed }, 'pending'],
    ['starts today, closed', { dateStart: today, ...closed }, 'active'],
    ['started yesterday, closed, no end', { dateStart: today - 1, ...closed }, 'active'],
    ['no start, closed', { ...closed }, 'pending'],
    ['no start, ends today, closed', { dateEnd: today, ...closed }, 'pending'],
  ]
  for (const [what, given, expected] of cases) assert.equal(status(given), expected, what)
})

test('a project is open only while a place is free', () => {
  const window = { dateStart: today + 5 }
  const cases: [number | null, number, string][] = [
    [null, 0, 'open'],
    [null, 40, 'open'],
    [0, 0, 'pending'],
    [1, 0, 'open'],
    [1, 1, 'pending'],
    [3, 2, 'open'],
    [3, 3, 'pending'],
    [3, 4, 'pending'],
  ]
  for (const [teamLimit, teamsWorking, expected] of cases)
    assert.equal(status({ ...window, teamLimit, teamsWorking }), expected, `${teamsWorking} of ${teamLimit}`)
  assert.equal(status({ dateStart: today - 5, enrollmentEnd: today + 5, teamLimit: 1, teamsWorking: 1 }), 'active', 'full and started')
})

test('free places are never negative, and unknown without a limit', () => {
  const cases: [number | null, number, number | null][] = [
    [null, 7, null],
    [0, 0, 0],
    [2, 0, 2],
    [2, 2, 0],
    [2, 5, 0],
  ]
  for (const [teamLimit, teamsWorking, free] of cases) assert.equal(freePlaces({ teamLimit, teamsWorking }), free)
})

test('the enrollment window defaults to publication and start', () => {
  const published = 100
  const window = (given: Given) => enrollmentWindow({ ...nothingKnown, published, ...given })
  assert.deepEqual(window({}), { from: 100, to: Infinity })
  assert.deepEqual(window({ dateStart: 150 }), { from: 100, to: 149 })
  assert.deepEqual(window({ enrollmentStart: 120 }), { from: 120, to: Infinity })
  assert.deepEqual(window({ enrollmentEnd: 130, dateStart: 120 }), { from: 100, to: 130 })
  assert.deepEqual(window({ enrollmentStart: 90, enrollmentEnd: 95 }), { from: 90, to: 95 })
  assert.deepEqual(window({ dateStart: 0, enrollmentStart: 0 }), { from: 0, to: -1 }, 'day 0 is a day, not a missing one')
})

test('a project runs from its start to its end, inclusive', () => {
  const cases: [number | null, number | null, boolean][] = [
    [today, today, true],
    [today - 1, today, true],
    [today - 1, null, true],
    [today - 2, today - 1, false],
    [today + 1, today + 2, false],
    [today + 1, null, false],
    [null, null, false],
    [null, today + 1, false],
  ]
  for (const [dateStart, dateEnd, expected] of cases)
    assert.equal(isRunning({ ...nothingKnown, dateStart, dateEnd }, today), expected, `${dateStart} to ${dateEnd}`)
})

test('an unknown end is unlimited', () => {
  assert.deepEqual(projectInterval(nothingKnown), { from: -Infinity, to: Infinity })
  assert.deepEqual(projectInterval({ ...nothingKnown, dateStart: 3, dateEnd: 4 }), { from: 3, to: 4 })
})

test('two intervals overlap exactly when they have a common day', () => {
  const interval = fc.record({ from: fc.integer({ min: 0, max: 12 }), to: fc.integer({ min: 0, max: 12 }) })
  const days = Array.from({ length: 13 }, (_, day) => day)
  fc.assert(
    fc.property(interval, interval, (a, b) => {
      const common = days.some((day) => includesDay(a, day) && includesDay(b, day))
      assert.equal(overlaps(a, b), common)
      assert.equal(overlaps(b, a), common)
    }),
    { numRuns: 500 },
  )
})

test('an interval that ends before it starts overlaps nothing', () => {
  const always: Interval = { from: -Infinity, to: Infinity }
  const never: Interval = { from: 5, to: 4 }
  assert.equal(overlaps(always, always), true)
  for (const other of [always, never, { from: 4, to: 5 }, { from: 0, to: 9 }]) {
    assert.equal(overlaps(never, other), false)
    assert.equal(overlaps(other, never), false)
  }
})

test('each project has exactly one status on each day, as in the contract', () => {
  const day = fc.option(fc.integer({ min: today - 4, max: today + 4 }))
  const places = { teamLimit: fc.option(fc.nat(2)), teamsWorking: fc.nat(3) }
  const published = fc.integer({ min: today - 4, max: today + 4 })
  fc.assert(
    fc.property(fc.record({ dateStart: day, dateEnd: day, enrollmentStart: day, enrollmentEnd: day, published, ...places }), (project) => {
      const from = project.enrollmentStart ?? project.published
      const to = project.enrollmentEnd ?? (project.dateStart === null ? Number.MAX_SAFE_INTEGER : project.dateStart - 1)
      const isFree = project.teamLimit === null || project.teamsWorking < project.teamLimit
      const expected =
        project.dateEnd !== null && project.dateEnd < today
          ? 'completed'
          : from <= today && today <= to && isFree
            ? 'open'
            : project.dateStart !== null && project.dateStart <= today
              ? 'active'
              : 'pending'
      assert.equal(statusOf(project, today), expected)
    }),
    { numRuns: 1000 },
  )
})

test('name keys ignore case and ё in any Unicode form', () => {
  for (const name of ['Ёлка', 'ЕЛКА', 'ёлка', 'елка', '\u0415\u0308лка']) assert.equal(nameKey(name), 'елка', name)
  assert.equal(nameKey('Cafe\u0301'), nameKey('CAFÉ'))
  assert.notEqual(nameKey('й'), nameKey('и'))
})

test('recommended: open ones by their deadline, then running, announced and finished ones', () => {
  const dates = (given: Partial<ProjectDates>) => ({ ...nothingKnown, ...given })
  const inOrder = [
    recommendedKey('open', dates({ enrollmentEnd: today })),
    recommendedKey('open', dates({ dateStart: today + 2 })), // enrollment ends the day before
    recommendedKey('open', dates({ enrollmentEnd: today + 9 })),
    recommendedKey('open', dates({})), // without a deadline
    recommendedKey('active', dates({ dateStart: today - 1 })),
    recommendedKey('active', dates({ dateStart: today - 100 })),
    recommendedKey('pending', dates({ enrollmentStart: today + 1, dateStart: today + 50 })),
    recommendedKey('pending', dates({ dateStart: today + 20 })),
    recommendedKey('pending', dates({})),
    recommendedKey('completed', dates({ dateEnd: today - 1 })),
    recommendedKey('completed', dates({ dateEnd: today - 900 })),
  ]
  assert.deepEqual(
    inOrder,
    inOrder.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(inOrder).size, inOrder.length)
})

test('an upcoming project without free places is full', () => {
  assert.ok(isFull({ status: 'pending', freePlaces: 0 }))
  for (const other of [
    { status: 'pending' as const, freePlaces: 1 },
    { status: 'pending' as const, freePlaces: null },
    { status: 'pending' as const },
    { status: 'active' as const, freePlaces: 0 },
    { status: null, freePlaces: 0 },
  ])
    assert.ok(!isFull(other), JSON.stringify(other))
})
