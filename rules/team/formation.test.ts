import assert from 'node:assert/strict'
import { test } from 'node:test'
import { teamActions } from '#contract/team.ts'
import { whyNotApplyAsTeam } from '#rules/request/request.ts'
import { defaultSettings } from '#rules/settings/settings.ts'
import {
  isStillAllowed,
  isVisible,
  type OwnState,
  type Room,
  type TeamState,
  whyNoRoom,
  whyNot,
  whyNotJoin,
  whyNotMake,
} from './formation.ts'

const nobody: OwnState = {
  isMember: false,
  isAdministrator: false,
  isCurator: false,
  isInvited: false,
  hasAskedToJoin: false,
  hasAskedToLeave: false,
  leaveRequestsOfDay: 0,
  joinRequestsOfDay: 0,
  openJoinRequests: 0,
  freeTeams: 0,
}
const member = { ...nobody, isMember: true, freeTeams: 1 }
const admin = { ...member, isAdministrator: true }
const team: TeamState = {
  isLooking: true,
  hasAdministrator: true,
  size: 2,
  project: null,
  requestsWaiting: 0,
  applicationsWaiting: 0,
  isRoundOpen: false,
  isDisbanding: false,
  sealedRound: null,
  own: admin,
}
const codes = (state: Partial<TeamState>, limits = {}) =>
  Object.fromEntries(
    teamActions.flatMap((action) => {
      const code = whyNot(action, { ...team, ...state }, { ...defaultSettings, ...limits })
      return code ? [[action, code]] : []
    }),
  )

test('what an admin, a member and others may do', () => {
  assert.deepEqual(codes({}), { askToLeave: 'team_has_no_project', askToJoin: 'already_member' })
  const onlyAdmins = Object.fromEntries(
    ['edit', 'invite', 'answer', 'handOver', 'remove', 'disband', 'apply'].map((action) => [action, 'not_team_administrator']),
  )
  assert.deepEqual(codes({ own: member }), { ...onlyAdmins, askToLeave: 'team_has_no_project', askToJoin: 'already_member' })
  assert.deepEqual(codes({ own: nobody }), { ...onlyAdmins, leave: 'not_in_team', askToLeave: 'not_in_team' })
})

test('a running project freezes the members', () => {
  const frozen = Object.fromEntries(
    ['invite', 'answer', 'handOver', 'remove', 'disband', 'leave'].map((action) => [action, 'team_has_project']),
  )
  assert.deepEqual(codes({ project: 'P' }), { ...frozen, askToJoin: 'already_member', apply: 'team_busy' })
  assert.equal(codes({ project: 'P', own: nobody }).askToJoin, 'team_has_project')
})

test('where only curators form teams, members hand over, leave and apply', () => {
  const closed = Object.fromEntries(['edit', 'invite', 'answer', 'remove', 'disband'].map((action) => [action, 'teams_by_curators_only']))
  const limits = { whoFormsTeams: 'curators' }
  assert.deepEqual(codes({}, limits), { ...closed, askToLeave: 'team_has_no_project', askToJoin: 'already_member' })
  assert.equal(codes({ own: nobody }, limits).askToJoin, 'teams_by_curators_only')
  assert.equal(whyNotMake({ freeTeams: 0, teamsOfDay: 0 }, { ...defaultSettings, whoFormsTeams: 'curators' }), 'teams_by_curators_only')
})

test('size, applications and disbanding', () => {
  assert.deepEqual(
    [codes({ size: 8 }).invite, codes({ size: 8 }).answer, codes({ size: 8, own: nobody }).askToJoin],
    Array(3).fill('team_full'),
  )
  assert.equal(codes({ size: 7 }).invite, undefined)
  assert.equal(codes({ requestsWaiting: 1 }).disband, 'team_has_requests')
  assert.deepEqual(
    [codes({ applicationsWaiting: 4, requestsWaiting: 9 }).apply, codes({ applicationsWaiting: 5 }).apply],
    [undefined, 'too_many_requests'],
  )
  assert.equal(codes({ applicationsWaiting: 5, isRoundOpen: true }).apply, undefined, 'it may choose projects of the round')
  assert.equal(codes({}, { leastTeamSize: 3 }).apply, 'team_too_small')
  assert.equal(whyNotApplyAsTeam({ size: 3, isDisbanding: false }, { leastTeamSize: 3 }), null)
  const disbanding = codes({ isDisbanding: true })
  assert.deepEqual(
    ['edit', 'invite', 'answer', 'apply', 'leave', 'handOver'].map((action) => disbanding[action]),
    [...Array(4).fill('team_disbanding'), undefined, undefined],
  )
  for (const state of [{ isDisbanding: true }, { hasAdministrator: false }])
    assert.equal(codes({ ...state, own: nobody }).askToJoin, 'team_not_looking')
})

test('a team can be joined while it has room, no project, and members form teams; the first obstacle is named', () => {
  const free: Room = { size: 3, project: null, isDisbanding: false, sealedRound: null }
  const limits = { ...defaultSettings, mostTeamSize: 4, freeTeamsPerPerson: 1 }
  const why = (given: Partial<Room>, freeTeams = 0, changed: object = {}) =>
    whyNotJoin({ ...free, ...given }, freeTeams, { ...limits, ...changed })
  assert.equal(why({}), null)
  assert.equal(why({}, 1), 'too_many_teams')
  assert.equal(why({}, 1, { freeTeamsPerPerson: 2 }), null)
  assert.equal(why({ size: 4 }, 1), 'team_full')
  assert.equal(why({ size: 4, project: 'P', sealedRound: 'R' }), 'team_has_project')
  assert.equal(why({ size: 4, sealedRound: 'R' }), 'team_in_closed_round')
  assert.equal(why({ project: 'P', isDisbanding: true }), 'team_disbanding')
  assert.equal(why({ isDisbanding: true }, 0, { whoFormsTeams: 'curators' }), 'teams_by_curators_only')
  assert.equal(whyNoRoom(free, { ...limits, freeTeamsPerPerson: 0 }), null)
})

test('the page and the call name the same first reason', () => {
  const many = { isDisbanding: true, project: 'P', size: 8 }
  assert.deepEqual([codes(many).invite, codes(many).answer], ['team_disbanding', 'team_disbanding'])
  assert.equal(codes({ project: 'P', size: 8, own: { ...nobody, hasAskedToJoin: true } }).askToJoin, 'already_asked_to_join')
})

test('limits of a person', () => {
  const asker = (own: Partial<OwnState>) => codes({ own: { ...nobody, ...own } }).askToJoin
  assert.equal(asker({ freeTeams: 1 }), 'too_many_teams')
  assert.deepEqual([asker({ openJoinRequests: 4 }), asker({ openJoinRequests: 5 })], [undefined, 'too_many_join_requests'])
  assert.deepEqual([asker({ joinRequestsOfDay: 9 }), asker({ joinRequestsOfDay: 10 })], [undefined, 'too_many_join_requests'])
  assert.equal(asker({ hasAskedToJoin: true }), 'already_asked_to_join')
  assert.equal(codes({ isLooking: false, own: nobody }).askToJoin, 'team_not_looking')
  const leaver = (own: Partial<OwnState>) => codes({ project: 'P', own: { ...member, ...own } }).askToLeave
  assert.deepEqual([leaver({ leaveRequestsOfDay: 2 }), leaver({ leaveRequestsOfDay: 3 })], [undefined, 'too_many_leave_requests'])
  assert.equal(leaver({ hasAskedToLeave: true }), 'already_asked_to_leave')
  const maker = (freeTeams: number, teamsOfDay: number) => whyNotMake({ freeTeams, teamsOfDay }, defaultSettings)
  assert.deepEqual([maker(0, 4), maker(1, 0), maker(0, 5)], [null, 'too_many_teams', 'too_many_new_teams'])
})

test('others see a team while it looks for people, or invites or considers them', () => {
  const sees = (isLooking: boolean, own: Partial<OwnState>) => isVisible({ isLooking, own: { ...nobody, ...own } })
  assert.deepEqual([sees(false, {}), sees(true, {})], [false, true])
  for (const key of ['isMember', 'isCurator', 'isInvited', 'hasAskedToJoin'] as const) assert.ok(sees(false, { [key]: true }), key)
})

test('a due change takes effect if its actor could still decide it', () => {
  const facts = { isActorAdministrator: true, hasProject: false, isInSealedRound: false, requestsWaiting: 0 }
  for (const kind of ['removal', 'disband'] as const) {
    assert.ok(isStillAllowed(kind, facts))
    assert.ok(!isStillAllowed(kind, { ...facts, isActorAdministrator: false }))
    assert.ok(!isStillAllowed(kind, { ...facts, hasProject: true }))
    assert.ok(!isStillAllowed(kind, { ...facts, isInSealedRound: true }))
  }
  assert.ok(isStillAllowed('removal', { ...facts, requestsWaiting: 1 }))
  assert.ok(!isStillAllowed('disband', { ...facts, requestsWaiting: 1 }))
})
