import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendar, readDay, writeDay } from '#rules/time/day.ts'
import { answerHours, comingUp, countsByDay, daysBack, FIGURE_DAYS, FIGURE_WEEKS, mondayOf, mostRequested, placesTaken } from './today.ts'

const today = readDay('2026-09-10')! // a Thursday
const moscow = createCalendar('Europe/Moscow')
const at = (text: string): Date => new Date(text)

test('each of the last thirty days has its count, by the calendar of the directory', () => {
  const instants = ['2026-09-09T20:59:00Z', '2026-09-09T21:00:00Z', '2026-09-10T08:00:00Z', '2026-08-11T21:30:00Z', '2026-08-11T20:30:00Z']
  const counts = countsByDay(instants.map(at), moscow, today)
  assert.equal(counts.length, FIGURE_DAYS)
  assert.deepEqual(counts.at(-1), { day: '2026-09-10', count: 2 })
  assert.deepEqual(counts.at(-2), { day: '2026-09-09', count: 1 })
  assert.deepEqual(counts[0], { day: '2026-08-12', count: 1 }, 'the day before is too long ago')
  assert.equal(
    counts.reduce((sum, { count }) => sum + count, 0),
    4,
  )
})

test('the lower bound is before the first day in every time zone', () => {
  const now = at('2026-09-10T23:59:59Z')
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const calendar = createCalendar(zone)
    assert.ok(calendar(daysBack(now, FIGURE_DAYS)) < calendar(now) - FIGURE_DAYS + 1, zone)
  }
})

test('the ten most requested projects, with their undecided requests', () => {
  const wanted = (projectId: number, isWaiting: boolean, day = '2026-09-01') => ({
    ...{ at: at(`${day}T10:00:00Z`), projectId, projectName: `Project ${projectId}`, isWaiting },
  })
  const asked = [wanted(2, false), wanted(1, true), wanted(2, true), wanted(3, false), wanted(9, true, '2026-08-01')]
  assert.deepEqual(mostRequested(asked, moscow, today), [
    { id: 2, name: 'Project 2', count: 2, waiting: 1 },
    { id: 1, name: 'Project 1', count: 1, waiting: 1 },
    { id: 3, name: 'Project 3', count: 1, waiting: 0 },
  ])
  const many = Array.from({ length: 12 }, (_, index) => wanted(index + 1, true))
  assert.equal(mostRequested(many, moscow, today).length, 10)
  assert.deepEqual(mostRequested([], moscow, today), [])
})

test('a week begins on Monday', () => {
  for (const [day, monday] of [
    ['2026-09-07', '2026-09-07'],
    ['2026-09-10', '2026-09-07'],
    ['2026-09-13', '2026-09-07'],
    ['2026-09-14', '2026-09-14'],
    ['1969-12-31', '1969-12-29'],
  ] as const)
    assert.equal(writeDay(mondayOf(readDay(day)!)), monday)
})

test('the median waiting time per week; null for a week without decisions', () => {
  const answer = (hours: number, decided: string) => ({
    askedAt: new Date(Date.parse(decided) - hours * 3_600_000),
    decidedAt: at(decided),
  })
  const weeks = answerHours(
    [
      ...[answer(1, '2026-09-07T12:00:00Z'), answer(99, '2026-09-08T12:00:00Z'), answer(5.04, '2026-09-09T12:00:00Z')],
      ...[answer(10, '2026-09-01T12:00:00Z'), answer(20, '2026-09-02T12:00:00Z')],
      answer(7, '2026-07-01T12:00:00Z'),
    ],
    moscow,
    today,
  )
  assert.equal(weeks.length, FIGURE_WEEKS)
  assert.deepEqual(weeks.at(-1), { week: '2026-09-07', median: 5, count: 3 })
  assert.deepEqual(weeks.at(-2), { week: '2026-08-31', median: 15, count: 2 })
  assert.deepEqual(weeks[0], { week: '2026-07-20', median: null, count: 0 })
})

test('starts and ends within two weeks are sorted, inclusive', () => {
  const none = { enrollmentStart: null, enrollmentEnd: null, dateStart: null, dateEnd: null }
  const projects = [
    { ...none, name: 'a', dateStart: '2026-09-24', dateEnd: '2026-09-25' },
    { ...none, name: 'b', enrollmentStart: '2026-09-09', enrollmentEnd: '2026-09-10' },
    { ...none, name: 'c', enrollmentStart: '2026-09-12', dateEnd: '2026-09-12' },
  ]
  assert.deepEqual(
    comingUp(projects, today).map(({ day, what, project }) => `${day} ${what} ${project.name}`),
    ['2026-09-10 enrollment_ends b', '2026-09-12 enrollment_starts c', '2026-09-12 ends c', '2026-09-24 starts a'],
  )
})

test('only projects with a limit are counted', () => {
  const projects = [
    { teamLimit: 2, teamsWorking: 1 },
    { teamLimit: 1, teamsWorking: 3 },
    { teamLimit: null, teamsWorking: 5 },
  ]
  assert.deepEqual(placesTaken(projects), { taken: 2, all: 3, isLimited: true })
  assert.deepEqual(placesTaken(projects.slice(2)), { taken: 0, all: 0, isLimited: false })
})
