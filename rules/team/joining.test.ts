import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextJoining, whyNotBecomeOpen } from './joining.ts'

const off = { isOpen: false, sentence: null, neverInvite: false }
const open = { ...off, isOpen: true }
const never = { ...off, neverInvite: true }

test('what changes: being open ends “never invite”, and “never invite” ends being open', () => {
  const cases = [
    [off, {}, off],
    [open, {}, open],
    [never, {}, never],
    [off, { isOpen: true }, open],
    [open, { isOpen: false }, off],
    [never, { isOpen: true }, open],
    [never, { isOpen: false }, never],
    [open, { neverInvite: true }, never],
    [open, { neverInvite: false }, open],
    [never, { neverInvite: false }, off],
    [off, { isOpen: true, neverInvite: true }, never],
    [never, { isOpen: true, neverInvite: false }, open],
  ] as const
  for (const [before, given, after] of cases) assert.deepEqual(nextJoining(before, given), after, JSON.stringify([before, given]))
})

test('a sentence is one line; null and blank ones remove it, an absent one stays', () => {
  assert.equal(nextJoining(off, { sentence: '  I like\n testing.\u202e ' }).sentence, 'I like testing.')
  for (const sentence of [null, '', ' \n ']) assert.equal(nextJoining({ ...off, sentence: 'x' }, { sentence }).sentence, null)
  assert.equal(nextJoining({ ...off, sentence: 'x' }, {}).sentence, 'x')
})

test('a sentence that normalising makes longer is cut to what the store accepts', () => {
  assert.equal([...nextJoining(off, { sentence: '\u0958'.repeat(300) }).sentence!].length, 300)
})

test('where curators form teams nobody becomes open; who is open can still change the rest and turn it off', () => {
  const byCurators = { whoFormsTeams: 'curators' } as const
  assert.equal(whyNotBecomeOpen(off, open, byCurators), 'teams_by_curators_only')
  for (const [before, after] of [
    [open, open],
    [open, off],
    [off, off],
  ] as const)
    assert.equal(whyNotBecomeOpen(before, after, byCurators), null)
  assert.equal(whyNotBecomeOpen(off, open, { whoFormsTeams: 'members' }), null)
})
