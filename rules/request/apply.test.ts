import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_ROUND_TEAMS } from '#contract/round.ts'
import { readDay } from '#rules/time/day.ts'
import { type Applicant, type ApplicationTarget, rankingRound, whyNotApply } from './request.ts'

const day = (text: string): number => readDay(text)!
const now = new Date('2026-09-10T12:00:00Z')
const project: ApplicationTarget = {
  id: 1,
  dateStart: day('2026-10-01'),
  dateEnd: day('2026-12-01'),
  enrollmentStart: day('2026-09-01'),
  enrollmentEnd: day('2026-09-20'),
  published: day('2026-08-01'),
  teamLimit: 2,
  teamsWorking: 0,
  round: null,
}
const round = {
  id: 7,
  mode: 'ranked' as const,
  mostChoices: 3,
  teams: 0,
  opensAt: '2026-09-01T00:00:00.000Z',
  closesAt: '2026-09-20T00:00:00.000Z',
  announcedAt: '2026-08-30T00:00:00.000Z',
  sealedAt: null,
  publishedAt: null,
  endedAt: null,
}
const free: Applicant = { worksOn: null, size: 3, isDisbanding: false, appliedFor: [] }
const settings = { mostWaiting: 5, leastTeamSize: 2 }
const why = (target: Partial<ApplicationTarget> = {}, team: Partial<Applicant> = {}, on = '2026-09-10') =>
  whyNotApply({ ...project, ...target }, { ...free, ...team }, { now, today: day(on), settings })
const waiting = (count: number, inRound: number | null = null) =>
  Array.from({ length: count }, (_, n) => ({ project: 100 + n, round: inRound }))

test('a free team can apply on every day of the window, inclusive', () => {
  for (const text of ['2026-09-01', '2026-09-10', '2026-09-20']) assert.equal(why({}, {}, text), null, text)
  for (const text of ['2026-08-31', '2026-09-21']) assert.equal(why({}, {}, text), 'enrollment_closed', text)
})

test('without dates of its own enrollment runs from publication to the day before the start', () => {
  const open = { enrollmentStart: null, enrollmentEnd: null }
  assert.equal(why(open, {}, '2026-08-01'), null)
  assert.equal(why(open, {}, '2026-07-31'), 'enrollment_closed')
  assert.equal(why(open, {}, '2026-09-30'), null)
  assert.equal(why(open, {}, '2026-10-01'), 'enrollment_closed')
})

test('a project that is over takes no requests, even if enrollment has no end', () => {
  const over = { dateStart: null, enrollmentEnd: null, dateEnd: day('2026-09-09') }
  assert.equal(why(over), 'enrollment_closed')
  assert.equal(why({ ...over, dateEnd: day('2026-09-10') }), null, 'the last day counts')
})

test('requests are refused without free places, and never without a limit', () => {
  assert.equal(why({ teamsWorking: 1 }), null)
  for (const teamsWorking of [2, 3]) assert.equal(why({ teamsWorking }), 'no_free_place')
  assert.equal(why({ teamLimit: 0 }), 'no_free_place')
  assert.equal(why({ teamLimit: null, teamsWorking: 99 }), null)
})

test('a team that is busy, has applied, has too many requests or is not ready is refused with the reason', () => {
  const worksOn = { dateEnd: '2026-09-10' }
  const applied = [{ project: 1, round: null }, ...waiting(8)]
  assert.equal(why({}, { worksOn, appliedFor: applied, size: 1 }), 'team_busy')
  assert.equal(why({}, { appliedFor: applied, size: 1 }), 'already_applied')
  assert.equal(why({}, { appliedFor: waiting(5), size: 1 }), 'too_many_requests')
  assert.equal(why({}, { appliedFor: waiting(4), size: 1 }), 'team_too_small')
  assert.equal(why({}, { appliedFor: waiting(4), isDisbanding: true }), 'team_disbanding')
  assert.equal(why({}, { appliedFor: waiting(4) }), null)
})

test('a ranked round counts its own choices and only those, and nothing else counts them', () => {
  assert.equal(why({}, { appliedFor: waiting(9, 7) }), null, 'choices are no applications')
  assert.equal(why({ round }, { appliedFor: waiting(9) }), null, 'applications are no choices')
  assert.equal(why({ round }, { appliedFor: waiting(2, 7) }), null)
  assert.equal(why({ round }, { appliedFor: waiting(3, 7) }), 'too_many_choices')
  assert.equal(why({ round }, { appliedFor: waiting(3, 8) }), null, 'of another round')
  assert.equal(why({ round: { ...round, teams: MOST_ROUND_TEAMS } }), 'round_full')
  assert.equal(why({ round: { ...round, teams: MOST_ROUND_TEAMS } }, { appliedFor: waiting(1, 7) }), null, 'it takes part already')
  assert.equal(why({ round: { ...round, sealedAt: '2026-09-09T00:00:00.000Z' } }), 'round_sealed')
  assert.equal(why({ round: { ...round, opensAt: '2026-09-11T00:00:00.000Z' } }), 'enrollment_closed')
})

test('in a direct round the setting limits the applications; a round that is over has no say', () => {
  const direct = { ...round, mode: 'direct' as const }
  assert.equal(why({ round: direct }, { appliedFor: waiting(5) }), 'too_many_requests')
  assert.equal(why({ round: direct }, { appliedFor: waiting(4) }), null)
  const ended = { ...round, sealedAt: '2026-09-02T00:00:00.000Z', endedAt: '2026-09-03T00:00:00.000Z' }
  assert.equal(why({ round: ended }, { appliedFor: waiting(5) }), 'too_many_requests')
  assert.deepEqual(
    [rankingRound(round, now), rankingRound(direct, now), rankingRound(ended, now), rankingRound(null, now)],
    [round, null, null, null],
  )
})
