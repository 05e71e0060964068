import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phasesOf } from '#client/screens/project/phases.ts'

// Days of November 2026; today is the 16th.
const days = { today: '2026-11-16', published: '2026-11-02' }
type Project = Parameters<typeof phasesOf>[0]
const none = { enrollmentStart: null, enrollmentEnd: null, dateStart: null, dateEnd: null }
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`

/** "done done now next | 2 0.50": the states of the phases, and where today is. */
function shape(project: Partial<Project> & Pick<Project, 'status'>): string {
  const { phases, today } = phasesOf({ ...none, ...project }, days)
  return `${phases.map(({ state }) => state).join(' ')} | ${today.segment} ${today.share.toFixed(2)}`
}

test('every status has its phase, with all dates', () => {
  const window = { enrollmentStart: day(18), enrollmentEnd: day(20), dateStart: day(24), dateEnd: day(28) }
  assert.equal(shape({ status: 'pending', ...window }), 'now next next next | 0 0.88')
  assert.equal(shape({ status: 'open', ...window, enrollmentStart: day(8) }), 'done now next next | 1 0.50')
  const running = { enrollmentStart: day(3), enrollmentEnd: day(5), dateStart: day(6), dateEnd: day(26) }
  assert.equal(shape({ status: 'active', ...running }), 'done done now next | 2 0.50')
  assert.equal(shape({ status: 'completed', ...running, dateEnd: day(12) }), 'done done done done | 3 0.00')
})

test('after the enrollment and before the start nothing is in progress', () => {
  const dates = { enrollmentStart: day(4), enrollmentEnd: day(10), dateStart: day(28) }
  assert.equal(shape({ status: 'pending', ...dates }), 'done done next next | 1 0.50')
  assert.equal(shape({ status: 'pending', enrollmentStart: day(4), enrollmentEnd: day(10) }), 'done done next next | 1 0.90')
})

test('a full project is still in its enrollment while the window is open', () => {
  assert.equal(shape({ status: 'pending', enrollmentStart: day(6), enrollmentEnd: day(26) }), 'done now next next | 1 0.50')
})

test('without dates today is in the middle of its phase, never on a mark', () => {
  assert.equal(shape({ status: 'open' }), 'done now next next | 1 0.50')
  assert.equal(shape({ status: 'active', dateStart: day(1) }), 'done done now next | 2 0.50')
  assert.equal(shape({ status: 'open', enrollmentStart: day(16), enrollmentEnd: day(30) }), 'done now next next | 1 0.10')
  assert.equal(
    shape({ status: 'open', enrollmentStart: day(1), enrollmentEnd: day(17), dateStart: day(10) }),
    'done now next next | 1 0.90',
  )
})

test('enrollment without an end of its own lasts until the end of the project at most', () => {
  const lastOf = (dates: Partial<Project>) => phasesOf({ ...none, status: 'open', ...dates }, days).phases[1]!.to
  assert.deepEqual([lastOf({ dateEnd: day(20) }), lastOf({ dateEnd: day(20), enrollmentEnd: day(25) })], [day(20), day(20)])
  assert.deepEqual([lastOf({}), lastOf({ dateEnd: day(20), enrollmentEnd: day(18) })], [null, day(18)])
})

test('the dates of a phase; enrollment without an end lasts until the day before the start', () => {
  const dates = phasesOf({ ...none, status: 'open', dateStart: day(24), dateEnd: day(28) }, days).phases
  assert.deepEqual(
    dates.map(({ name, from, to }) => [name, from, to]),
    [
      ['announced', day(2), null],
      ['enrollment', null, day(23)],
      ['work', day(24), day(28)],
      ['results', day(28), null],
    ],
  )
})
