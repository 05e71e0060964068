import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldFault } from '#contract/errors.ts'
import { createCalendar, readDay } from '#rules/time/day.ts'
import { ADMINISTRATORS_ONLY, changesBetween, readDays, shortened, startOfDay } from './audit.ts'

test('what is about the directory is not hidden from curators, what is about signing in is', () => {
  const isHidden = (action: string): boolean => new RegExp(ADMINISTRATORS_ONLY).test(action)
  const directory = [
    'createProject',
    'setAccess',
    'mergeWord',
    'user_created',
    'user_deleted',
    'role_granted',
    'mail_requeued',
    'somethingNew',
  ]
  const signIn = ['authn_login_success', 'authn_logout', 'session_revoked', 'key_rotated', 'identity_linked', 'authz_denied']
  for (const action of directory) assert.equal(isHidden(action), false, action)
  for (const action of signIn) assert.equal(isHidden(action), true, action)
  assert.equal(isHidden('authz_denied_rule'), false, 'only what is called exactly so')
  assert.equal(isHidden('monkey_key_1'), false, 'it is the beginning that counts')
})

const startOf = (day: string, timeZone: string) => startOfDay(readDay(day)!, createCalendar(timeZone)).toISOString()

for (const [timeZone, day, start] of [
  ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['Europe/Moscow', '2026-03-01', '2026-02-28T21:00:00.000Z'],
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-03-09', '2026-03-09T07:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-01', '2026-02-28T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-03-01', '2026-03-01T11:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'], // midnight itself is skipped there
] as const)
  test(`${day} in ${timeZone} begins at ${start}`, () => assert.equal(startOf(day, timeZone), start))

test('days are inclusive, in the time zone of the directory', () => {
  const faults: FieldFault[] = []
  const calendar = createCalendar('Europe/Moscow')
  assert.deepEqual(readDays({ from: '2026-03-01', to: '2026-03-01' }, calendar, faults), {
    from: new Date('2026-02-28T21:00:00Z'),
    before: new Date('2026-03-01T21:00:00Z'),
  })
  assert.deepEqual(readDays({}, calendar, faults), { from: null, before: null })
  assert.deepEqual(faults, [])
  readDays({ from: '2026-02-30', to: '2026-13-01' }, calendar, faults)
  assert.deepEqual(faults, [
    { path: 'from', code: 'not_a_date' },
    { path: 'to', code: 'not_a_date' },
  ])
})

test('changes contain only the differences, shortened', () => {
  const before = { name: 'Old', text: 'a'.repeat(300), tags: [1, 2], lines: ['a', 'b'], limit: null as number | null, same: 'x' }
  const after = { ...before, name: 'New', text: 'b', tags: [2], lines: ['b', 'a'], limit: 2 }
  assert.deepEqual(changesBetween(before, after), {
    name: ['Old', 'New'],
    text: [`${'a'.repeat(200)}…`, 'b'],
    tags: ['1 · 2', '2'],
    lines: ['a · b', 'b · a'],
    limit: [null, 2],
  })
  assert.deepEqual(changesBetween(before, { ...before, lines: ['a', 'b'] }), {})
  const [cut] = changesBetween({ a: `${'x'.repeat(199)}🌉` }, { a: '' }).a as string[]
  assert.equal(cut, `${'x'.repeat(199)}…`, 'no half letters')
})

test('a long text is cut between two characters', () => {
  assert.equal(shortened('x'.repeat(200)), 'x'.repeat(200))
  assert.equal(shortened('😀'.repeat(101)), `${'😀'.repeat(100)}…`)
  assert.equal(shortened(`x${'😀'.repeat(101)}`), `x${'😀'.repeat(99)}…`)
})
