import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextOfTeam, type Successor, type TeamToKeep } from './succession.ts'

const member = (id: number, change: Partial<Successor> = {}): Successor => ({
  id,
  isAdministrator: false,
  hasAccount: true,
  isActive: true,
  isDeleted: false,
  isBeingRemoved: false,
  ...change,
})
const admin = { isAdministrator: true }
const disabled = { isActive: false }
const deleted = { isActive: false, isDeleted: true }
const withoutAccount = { hasAccount: false, isActive: false }
const next = (members: Successor[], change: Partial<TeamToKeep> = {}) =>
  nextOfTeam({ formedBy: 'members', hadAdministrator: true, hasProject: false, members, ...change })

test('the longest-standing member with an open account becomes admin', () => {
  assert.deepEqual(next([member(1, disabled), member(2), member(3)]), { heir: 2 })
  assert.deepEqual(next([member(1, { ...admin, ...disabled }), member(2)]), { heir: 2 })
  assert.equal(next([member(1), member(2, admin)]), null)
})

test('a member who is being removed becomes admin only if nobody else can', () => {
  assert.deepEqual(next([member(1, { isBeingRemoved: true }), member(2)]), { heir: 2 })
  assert.deepEqual(next([member(1, { isBeingRemoved: true })]), { heir: 1 })
})

test('a team of curators that never had an admin gets none; one that had one does, also if the account is disabled', () => {
  const curated = { formedBy: 'curators', hadAdministrator: false } as const
  assert.equal(next([member(1), member(2)], curated), null)
  assert.deepEqual(next([member(1), member(2)], { ...curated, hadAdministrator: true }), { heir: 1 })
  assert.deepEqual(next([member(1, { ...admin, ...disabled }), member(2)], curated), { heir: 2 })
  assert.equal(next([member(1, { ...admin, ...withoutAccount }), member(2)], curated), null)
})

test('a team of members without an admin gets one when somebody joins', () => {
  assert.deepEqual(next([member(1, withoutAccount), member(2)], { hadAdministrator: false }), { heir: 2 })
})

test('a team of members that the last one has left is disbanded, unless it works on a project', () => {
  assert.equal(next([]), 'disband')
  assert.equal(next([member(1, deleted)]), 'disband')
  assert.equal(next([], { hasProject: true }), null)
  assert.equal(next([], { formedBy: 'curators' }), null)
  assert.equal(next([member(1, disabled)]), null)
  assert.equal(next([member(1, withoutAccount)]), null)
})
