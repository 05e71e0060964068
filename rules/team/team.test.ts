import assert from 'node:assert/strict'
import { test } from 'node:test'
import { becomesAdministrator, type MemberAccount, outcomeOf, searchWords, whyNotAssign, whyNotChangeMembers } from './team.ts'

const speaker: MemberAccount = { isAdministrator: true, hasAccount: true, isActive: true }
const mate: MemberAccount = { isAdministrator: false, hasAccount: true, isActive: true }
const closed: MemberAccount = { isAdministrator: true, hasAccount: true, isActive: false }
const name: MemberAccount = { isAdministrator: false, hasAccount: false, isActive: false }
const named: MemberAccount = { isAdministrator: true, hasAccount: false, isActive: false }

test('a team with accounts keeps an active administrator', () => {
  const cases: [string, MemberAccount[], MemberAccount[], string | null][] = [
    ['made with an administrator', [], [speaker, mate], null],
    ['made without one', [], [mate, mate], 'team_needs_administrator'],
    ['made with one whose account is closed', [], [closed, mate], 'team_needs_administrator'],
    ['made of names', [], [name, name], null],
    ['made of names, one of them to administrate', [], [named, name], null],
    ['a name does not speak for accounts', [], [named, mate], 'team_needs_administrator'],
    ['made empty', [], [], null],
    ['the last one goes', [speaker, mate], [mate], 'team_needs_administrator'],
    ['the last one goes, names stay', [speaker, name], [name], null],
    ['the only member goes', [speaker], [], null],
    ['one of two goes', [speaker, speaker, mate], [speaker, mate], null],
    ['one of two is closed, the other goes', [speaker, closed], [closed], 'team_needs_administrator'],
    ['the last one is demoted', [speaker, mate], [mate, mate], 'team_needs_administrator'],
    ['a name becomes an account', [name], [mate], 'team_needs_administrator'],
    ['a name becomes the administrator', [name], [speaker], null],
    ['nobody speaks already: a member goes', [closed, mate], [closed], null],
    ['nobody speaks already: a member comes', [closed], [closed, mate], null],
    ['nobody speaks already: mended', [closed, mate], [closed, speaker], null],
  ]
  for (const [what, before, after, expected] of cases) assert.equal(whyNotChangeMembers(before, after), expected, what)
})

test('the first member with an account becomes administrator by default', () => {
  assert.equal(becomesAdministrator(undefined, true, []), true)
  assert.equal(becomesAdministrator(undefined, true, [name, named]), true)
  assert.equal(becomesAdministrator(undefined, true, [mate]), false)
  assert.equal(becomesAdministrator(undefined, false, []), false)
  assert.equal(becomesAdministrator(false, true, []), false)
  assert.equal(becomesAdministrator(true, true, [speaker]), true)
})

test('a project is assigned while it has free places', () => {
  assert.equal(whyNotAssign({ teamLimit: 2, teamsWorking: 1 }), null)
  assert.equal(whyNotAssign({ teamLimit: null, teamsWorking: 9 }), null)
  assert.equal(whyNotAssign({ teamLimit: 2, teamsWorking: 2 }), 'no_free_place')
  assert.equal(whyNotAssign({ teamLimit: 0, teamsWorking: 0 }), 'no_free_place')
})

test('an assignment is finished if the project is over, otherwise left', () => {
  const today = 20_000 // 2024-10-04
  assert.equal(outcomeOf({ dateEnd: '2024-10-03' }, today), 'finished')
  assert.equal(outcomeOf({ dateEnd: '2024-10-04' }, today), 'left')
  assert.equal(outcomeOf({ dateEnd: null }, today), 'left')
})

test('a search is split into words without case', () => {
  assert.deepEqual(searchWords('  Ковалёва\u0000 АННА '), ['ковалева', 'анна'])
  assert.deepEqual(searchWords('и\u0306ога'), ['йога'])
  assert.deepEqual(searchWords('   '), [])
  assert.deepEqual(searchWords(undefined), [])
})
