import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEAM_BYTES } from '#rules/project/file.ts'
import type { ProjectDates } from '#rules/project/project.ts'
import { requestStatusInWords, windowInWords } from '#rules/text/state-texts.ts'
import { createCalendar, readDay } from '#rules/time/day.ts'
import { datesOf, fitsTeam, isBusy, undoUntil, whyNotActForTeam, whyNotApprove, whyNotMove, windowToApply } from './request.ts'

const day = (text: string): number => readDay(text)!
const today = day('2026-09-10')
const dates: ProjectDates = {
  dateStart: day('2026-10-01'),
  dateEnd: day('2026-12-01'),
  enrollmentStart: day('2026-09-01'),
  enrollmentEnd: day('2026-09-20'),
  published: day('2026-08-01'),
}
const project = { ...dates, teamLimit: 2, teamsWorking: 0 }
const published = { ...project, isPublished: true, teamsPromised: 0 }
test('a team is free on the day after the end of its project, and never while the end is unknown', () => {
  assert.equal(isBusy(null, today), false)
  assert.equal(isBusy({ dateEnd: null }, today), true)
  assert.equal(isBusy({ dateEnd: '2026-09-10' }, today), true)
  assert.equal(isBusy({ dateEnd: '2026-09-09' }, today), false)
})

test('only an undecided request can be changed or decided', () => {
  assert.equal(whyNotMove('submitted'), null)
  assert.equal(whyNotApprove('submitted', published, false), null)
  for (const status of ['approved', 'declined', 'withdrawn', 'superseded'] as const) {
    assert.equal(whyNotMove(status), 'request_decided')
    assert.equal(whyNotApprove(status, { ...published, isPublished: false }, true), 'request_decided')
  }
  assert.equal(whyNotApprove('submitted', { ...published, teamsWorking: 2 }, true), 'team_busy')
  assert.equal(whyNotApprove('submitted', { ...published, teamsWorking: 2 }, false), 'no_free_place')
  assert.equal(whyNotApprove('submitted', { ...published, isPublished: false, teamsWorking: 2 }, true), 'project_not_found')
})

test('a decision takes effect after the undo time of the settings', () => {
  const at = new Date('2026-09-10T10:00:00.000Z')
  assert.deepEqual(undoUntil(at, { undoMinutes: 10 }), new Date('2026-09-10T10:10:00.000Z'))
  assert.deepEqual(undoUntil(at, { undoMinutes: 0 }), at)
})

test('places that are promised to other teams are taken', () => {
  assert.equal(whyNotApprove('submitted', { ...published, teamsWorking: 1, teamsPromised: 0 }, false), null)
  assert.equal(whyNotApprove('submitted', { ...published, teamsWorking: 1, teamsPromised: 1 }, false), 'no_free_place')
})

test('team administrators may act; members and curators are refused, for others the request is not found', () => {
  assert.equal(whyNotActForTeam('administrator', false), null)
  assert.equal(whyNotActForTeam('member', false), 'not_team_administrator')
  assert.equal(whyNotActForTeam(null, true), 'not_team_administrator')
  assert.equal(whyNotActForTeam(null, false), 'request_not_found')
})

test('the quota of a team is exact to the byte', () => {
  assert.ok(fitsTeam(TEAM_BYTES - 10, [{ size: 3 }, { size: 7 }]))
  assert.ok(!fitsTeam(TEAM_BYTES - 10, [{ size: 11 }]))
})

test('the window is described in both languages', () => {
  const window = windowToApply(dates)
  assert.equal(windowInWords(window, 'en'), 'from 1 September 2026 to 20 September 2026')
  assert.equal(windowInWords(window, 'ru'), 'с 1 сентября 2026 по 20 сентября 2026')
  assert.equal(windowInWords({ from: window.from, to: Infinity }, 'en'), 'from 1 September 2026')
  assert.equal(windowInWords({ from: window.to, to: window.from }, 'ru'), 'до 1 сентября 2026', 'published after its own enrollment')
})

test('every status has a name in both languages', () => {
  const words = (['submitted', 'approved', 'declined', 'withdrawn', 'superseded'] as const).flatMap((status) => [
    requestStatusInWords(status, 'en'),
    requestStatusInWords(status, 'ru'),
  ])
  assert.equal(new Set(words).size, 10)
})

test('the day of publication is in the time zone of the directory', () => {
  const kept = {
    dateStart: '2026-10-01',
    dateEnd: null,
    enrollmentStart: null,
    enrollmentEnd: '2026-09-20',
    publishedAt: '2026-07-31T22:30:00.000Z',
  }
  const expected = { dateStart: day('2026-10-01'), dateEnd: null, enrollmentStart: null, enrollmentEnd: day('2026-09-20') }
  assert.deepEqual(datesOf(kept, createCalendar('UTC')), { ...expected, published: day('2026-07-31') })
  assert.deepEqual(datesOf(kept, createCalendar('Europe/Moscow')), { ...expected, published: day('2026-08-01') })
})
