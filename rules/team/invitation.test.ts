import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#rules/time/day.ts'
import { limitReached, projectOf, type TeamState, whyNotInvite, whyNotInvitePerson, whyNotJoin } from './invitation.ts'

const team: TeamState = { name: 'T', size: 3, worksOn: null, isDisbanding: false, sealedRound: null }
const settings = { whoFormsTeams: 'members', mostTeamSize: 4, freeTeamsPerPerson: 1 } as const
const TODAY = 20_000

test('a team can be joined while it has room, no project, and members form teams; the first obstacle is named', () => {
  const why = (given: Partial<TeamState>, freeTeams = 0, changed: object = {}) =>
    whyNotJoin({ ...team, ...given }, freeTeams, { ...settings, ...changed }, TODAY)
  const worksOn = { name: 'P', dateEnd: null }
  assert.equal(why({}), null)
  assert.equal(why({}, 1), 'too_many_teams')
  assert.equal(why({}, 1, { freeTeamsPerPerson: 2 }), null)
  assert.equal(why({ size: 4 }, 1), 'team_full')
  assert.equal(why({ size: 4, worksOn, sealedRound: 'R' }), 'team_has_project')
  assert.equal(why({ size: 4, sealedRound: 'R' }), 'team_in_closed_round')
  assert.equal(why({ worksOn, isDisbanding: true }), 'team_disbanding')
  assert.equal(why({ isDisbanding: true }, 0, { whoFormsTeams: 'curators' }), 'teams_by_curators_only')
  assert.equal(whyNotInvite(team, { ...settings, freeTeamsPerPerson: 0 }, TODAY), null)
})

test('a project that is over does not count', () => {
  const worksOn = (dateEnd: string | null) => projectOf({ worksOn: { name: 'P', dateEnd } }, TODAY)
  const day = (after: number) => new Date((TODAY + after) * DAY_MS).toISOString().slice(0, 10)
  assert.deepEqual([worksOn(null), worksOn(day(0)), worksOn(day(-1))], ['P', 'P', null])
})

test('a decline and many invitations look like a person who is not open to joining', () => {
  const person = { isMember: false, isInvited: false, isOpen: true, wasDeclined: false, got: 9 }
  assert.equal(whyNotInvitePerson(person), null)
  for (const hidden of [{ isOpen: false }, { wasDeclined: true }, { got: 10 }])
    assert.equal(whyNotInvitePerson({ ...person, ...hidden }), 'not_open_to_joining')
  assert.equal(whyNotInvitePerson({ ...person, isOpen: false, isInvited: true }), 'already_invited')
  assert.equal(whyNotInvitePerson({ ...person, isInvited: true, isMember: true }), 'already_member')
  assert.equal(whyNotInvitePerson(undefined), 'person_not_found')
})

test('a limit says when it no longer holds, never in 0 seconds', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const used = { open: 4, openUntil: after(2), ofDay: 19, firstOfDay: after(-1) }
  const most = { open: 5, ofDay: 20 }
  assert.equal(limitReached(used, most, now), null)
  assert.deepEqual(limitReached({ ...used, open: 5, ofDay: 20 }, most, now), { limit: 5, seconds: 7200 })
  assert.deepEqual(limitReached({ ...used, open: 5, ofDay: 20 }, { ofDay: 20 }, now), { limit: 20, seconds: 23 * 3600 })
  assert.deepEqual(limitReached({ ...used, ofDay: 20, firstOfDay: after(-24) }, most, now), { limit: 20, seconds: 1 })
})
