import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MergeSide, mergePlan, whyNotMerge } from './merge.ts'

const nothing: MergeSide = {
  id: 1,
  isOpen: true,
  access: 'member',
  email: null,
  importEmail: null,
  phone: null,
  githubLogin: null,
  patronymic: '',
  language: null,
  group: null,
  hasPicture: false,
  hasChoices: false,
  places: [],
}
const everything: MergeSide = {
  ...nothing,
  id: 2,
  email: 'a@x.example',
  importEmail: 'b@x.example',
  phone: '+447700900100',
  githubLogin: 'a',
  patronymic: 'Ильич',
  language: 'ru',
  hasPicture: true,
  hasChoices: true,
}

test('two different open accounts can be merged, except one’s own and the last administrator’s', () => {
  const about = { callerId: 9, otherAdministrators: 1 }
  const other = { ...nothing, id: 2 }
  assert.equal(whyNotMerge(nothing, other, about), null)
  assert.equal(whyNotMerge(nothing, nothing, about), 'merge_impossible')
  assert.equal(whyNotMerge({ ...nothing, isOpen: false }, other, about), 'merge_impossible')
  assert.equal(whyNotMerge(nothing, { ...other, isOpen: false }, about), 'merge_impossible')
  assert.equal(whyNotMerge(nothing, other, { ...about, callerId: 1 }), 'not_yourself')
  assert.equal(whyNotMerge(nothing, other, { ...about, callerId: 2 }), null, 'into oneself is possible')
  const administrator = { ...nothing, access: 'administrator' as const }
  assert.equal(whyNotMerge(administrator, other, { ...about, otherAdministrators: 0 }), 'last_administrator')
  assert.equal(whyNotMerge(administrator, other, about), null)
  assert.equal(whyNotMerge(nothing, other, { ...about, otherAdministrators: 0 }), null)
})

test('missing values are taken over, all others are lost', () => {
  const all = ['email', 'phone', 'githubLogin', 'patronymic', 'importEmail', 'language', 'avatar', 'notifications']
  assert.deepEqual(mergePlan(everything, { ...nothing, id: 3 }), { takes: all, loses: [], places: [] })
  assert.deepEqual(mergePlan(nothing, everything), { takes: [], loses: [], places: [] })
  const other = { ...everything, id: 3, email: 'A@X.example', importEmail: 'c@x.example', phone: null, language: 'en' }
  assert.deepEqual(mergePlan(everything, other), {
    takes: ['phone'],
    loses: [
      { what: 'importEmail', value: 'b@x.example' },
      { what: 'language', value: 'ru' },
      { what: 'avatar', value: null },
      { what: 'notifications', value: null },
    ],
    places: [],
  })
})

test('access is never raised', () => {
  const curator = { ...nothing, access: 'curator' as const }
  assert.deepEqual(mergePlan(curator, { ...nothing, id: 2 }).loses, [{ what: 'access', value: 'curator' }])
  assert.deepEqual(mergePlan(curator, { ...curator, id: 2 }).loses, [])
  assert.deepEqual(mergePlan(nothing, { ...curator, id: 2 }).loses, [])
})

test('two memberships in a team become one, with the roles of both', () => {
  const place = { member: 10, team: 5, teamName: 'Five', isAdministrator: true, roles: [1, 2] }
  const other = { member: 11, team: 5, teamName: 'Five', isAdministrator: false, roles: [3, 1] }
  const merged = (from: typeof place, into: (typeof place)[]) =>
    mergePlan({ ...nothing, places: [from] }, { ...nothing, id: 2, places: into }).places
  const both = { team: 5, teamName: 'Five', from: 10, into: 11, isAdministrator: true, becomesAdministrator: true, roles: [3, 1, 2] }
  assert.deepEqual(merged(place, [other]), [both])
  assert.deepEqual(merged({ ...place, isAdministrator: false }, [{ ...other, isAdministrator: true }]), [
    { ...both, becomesAdministrator: false },
  ])
  assert.deepEqual(merged({ ...place, isAdministrator: false }, [other]), [
    { ...both, isAdministrator: false, becomesAdministrator: false },
  ])
  assert.deepEqual(merged(place, [{ ...other, team: 6 }]), [{ ...both, into: null, roles: [1, 2] }])
})
