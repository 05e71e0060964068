import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProjectChange } from '#contract/console/project-bulk.ts'
import { planChange, shiftedDay, whyNotUndo } from './bulk.ts'
import { noValues } from './draft.ts'

const present = {
  ...noValues,
  name: 'Bridge',
  state: 'published' as const,
  requestsWaiting: 0,
  tags: [3, 1],
  dateStart: '2026-09-01',
  dateEnd: '2026-12-20',
  enrollmentStart: null,
  enrollmentEnd: '2026-08-31',
}

test('a day is moved across months and leap days, and not beyond the calendar', () => {
  const cases: [string | null, number, string | null | undefined][] = [
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-01', 0, '2026-03-01'],
    [null, 7, null],
    ['9999-12-31', 1, undefined],
    ['0001-01-01', -1, undefined],
  ]
  for (const [day, days, expected] of cases) assert.equal(shiftedDay(day, days), expected, `${day} ${days}`)
})

const planned = (change: ProjectChange, of: object = {}) => {
  const { planned, why } = planChange({ ...present, ...of }, change)
  return why ?? planned
}

test('only the dates that are set are moved', () => {
  const plan = planned({ shiftDays: 7 })
  assert.ok(typeof plan === 'object' && plan)
  const { dateStart, dateEnd, enrollmentStart, enrollmentEnd } = plan.values
  assert.deepEqual([dateStart, dateEnd, enrollmentStart, enrollmentEnd], ['2026-09-08', '2026-12-27', null, '2026-09-07'])
})

test('the changes of one project are planned by the rules of a single change', () => {
  const cases: [ProjectChange, object, unknown][] = [
    [{ state: 'archived' }, {}, 'archived'],
    [{ state: 'archived' }, { requestsWaiting: 1 }, 'requests_waiting'],
    [{ state: 'archived' }, { state: 'draft' }, 'project_state'],
    [{ state: 'published' }, { requestsWaiting: 1 }, 'published'], // it is published: nothing to do
    [{ state: 'published' }, { state: 'withdrawn' }, 'project_state'],
    [{ enrollmentEnd: '2026-12-21' }, {}, 'invalid_dates'], // after the end of the project
    [{ enrollmentStart: '2026-09-01', enrollmentEnd: '2026-08-01' }, {}, 'invalid_dates'],
    [{ enrollmentEnd: '2026-02-30' }, {}, 'invalid_dates'],
    [{ shiftDays: 3660 }, { dateEnd: '9999-01-01' }, 'invalid_dates'],
    [{ addTags: [...Array(50).keys()].map((n) => n + 100) }, {}, 'too_many_tags'],
  ]
  for (const [change, of, expected] of cases) {
    const plan = planned(change, of)
    assert.equal(typeof plan === 'string' || plan === null ? plan : plan.state, expected, JSON.stringify(change))
  }
})

test('tags are added once and removed; the curator is cleaned; an empty one is none', () => {
  const plan = planned({ addTags: [2, 3], removeTags: [1, 9], curator: '  Anna\nKern ' })
  assert.ok(typeof plan === 'object' && plan)
  assert.deepEqual([plan.tags, plan.values.curator], [[2, 3], 'Anna Kern'])
  const emptied = planned({ curator: ' ' }, { curator: 'Anna' })
  assert.ok(typeof emptied === 'object' && emptied)
  assert.equal(emptied.values.curator, null)
})

test('a change is undone unless the project was changed since, or used in a way its earlier state does not allow', () => {
  const at = new Date('2026-09-01T10:00:00Z')
  const facts = {
    changedAt: at,
    updatedAt: at,
    stateBefore: 'draft',
    state: 'published',
    requestsWaiting: 0,
    teamsWorking: 0,
    busyTeams: 0,
  } as const
  const cases: [Partial<Parameters<typeof whyNotUndo>[0]>, string | null][] = [
    [{}, null],
    [{ updatedAt: new Date(at.getTime() + 1) }, 'changed_since'],
    [{ requestsWaiting: 1 }, 'requests_waiting'],
    [{ teamsWorking: 1 }, 'changed_since'],
    [{ stateBefore: 'published', requestsWaiting: 1, teamsWorking: 1 }, null],
    [{ stateBefore: 'published', state: 'archived' }, null],
    [{ stateBefore: 'published', state: 'archived', busyTeams: 1 }, 'changed_since'],
  ]
  for (const [given, expected] of cases) assert.equal(whyNotUndo({ ...facts, ...given }), expected, JSON.stringify(given))
})
