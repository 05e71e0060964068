import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitReached, whyNotInvitePerson } from './invitation.ts'

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
