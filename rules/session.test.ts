import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { GRACE_SECONDS, nextStep, type Presented, type RefreshStep, type SessionState } from './session.ts'

const now = new Date('2026-03-01T12:00:00Z')
const off = (ms: number): Date => new Date(now.getTime() + ms)
const alive: SessionState = {
  gen: 5,
  confirmedGen: 5,
  rotatedAt: off(-3_600_000),
  idleUntil: off(1),
  endsAt: off(1),
  revokedAt: null,
  isPersonActive: true,
}
const current: Presented = { gen: 5, isCurrent: true, isPrevious: false }
const previous: Presented = { gen: 4, isCurrent: false, isPrevious: true }
const older: Presented = { gen: 3, isCurrent: false, isPrevious: false }
const grace = GRACE_SECONDS * 1000

const cases: [string, Partial<SessionState>, Presented, RefreshStep][] = [
  ['the present token moves on', {}, current, 'rotate'],
  ['the present token moves on before it was ever used on a call', { confirmedGen: 4 }, current, 'rotate'],
  ['the present token of the first generation moves on', { gen: 1, confirmedGen: 0 }, { ...current, gen: 1 }, 'rotate'],
  ['nothing moves on in the millisecond the session has idled out', { idleUntil: now }, current, 'refresh_expired'],
  ['nothing moves on in the millisecond the session ends', { endsAt: now }, current, 'refresh_expired'],
  ['nothing moves on after the session idled out', { idleUntil: off(-1) }, current, 'refresh_expired'],
  ['nothing moves on after the session ended', { endsAt: off(-1) }, current, 'refresh_expired'],
  ['an ended session says so, though it would have run out too', { revokedAt: off(-9), endsAt: off(-1) }, current, 'session_revoked'],
  ['an ended session says so to an old token as well', { revokedAt: now }, older, 'session_revoked'],
  ['a person switched off is told that', { isPersonActive: false }, current, 'account_disabled'],
  ['a person switched off is told that even with an old token', { isPersonActive: false }, older, 'account_disabled'],
  ['the run-out of a session goes before the person', { isPersonActive: false, idleUntil: now }, current, 'refresh_expired'],
  ['the one before is repeated while its successor has not shown up', { confirmedGen: 4 }, previous, 'repeat'],
  ['the one before is repeated when not even it had been confirmed', { confirmedGen: 0 }, previous, 'repeat'],
  ['the one before is repeated side by side with its successor', { rotatedAt: now }, previous, 'repeat'],
  ['… until the last millisecond of the minute', { rotatedAt: off(-grace) }, previous, 'repeat'],
  ['… and not one longer', { rotatedAt: off(-grace - 1) }, previous, 'refresh_reused'],
  ['a run-out session repeats nothing', { confirmedGen: 4, endsAt: now }, previous, 'refresh_expired'],
  ['two generations back is theft, confirmed or not', { confirmedGen: 0, rotatedAt: now }, older, 'refresh_reused'],
  ['the right generation with a wrong secret is theft', {}, { ...current, isCurrent: false }, 'refresh_reused'],
  ['the generation before with a wrong secret is theft', { confirmedGen: 4 }, { ...previous, isPrevious: false }, 'refresh_reused'],
  ['the present secret under another generation is theft', {}, { ...current, gen: 6 }, 'refresh_reused'],
  ['the present secret under the generation before is theft', { confirmedGen: 4 }, { ...current, gen: 4 }, 'refresh_reused'],
  ['the former secret under the present generation is theft', { confirmedGen: 4 }, { ...previous, gen: 5 }, 'refresh_reused'],
  ['the former secret two generations back is theft', { confirmedGen: 4 }, { ...previous, gen: 3 }, 'refresh_reused'],
]

for (const [title, state, presented, expected] of cases)
  test(title, () => assert.equal(nextStep({ ...alive, ...state }, presented, now), expected))

test('the grace is one minute', () => assert.equal(GRACE_SECONDS, 60))

const time = fc.integer({ min: -200_000, max: 200_000 }).map(off)
const anyState: fc.Arbitrary<SessionState> = fc
  .record({
    gen: fc.integer({ min: 1, max: 6 }),
    behind: fc.nat(3),
    rotatedAt: time,
    idleUntil: time,
    endsAt: time,
    revokedAt: fc.option(time),
    isPersonActive: fc.boolean(),
  })
  .map(({ behind, ...state }) => ({ ...state, confirmedGen: Math.max(0, state.gen - behind) }))
const anyPresented: fc.Arbitrary<Presented> = fc.record({ gen: fc.nat(7), isCurrent: fc.boolean(), isPrevious: fc.boolean() })

test('tokens are given only in a living session of an active person, and only for its last two secrets', () => {
  fc.assert(
    fc.property(anyState, anyPresented, (state, presented) => {
      const step = nextStep(state, presented, now)
      if (step !== 'rotate' && step !== 'repeat') return
      assert.ok(state.revokedAt === null && state.isPersonActive && now < state.idleUntil && now < state.endsAt)
      if (step === 'rotate') assert.ok(presented.isCurrent && presented.gen === state.gen)
      else assert.ok(presented.isPrevious && presented.gen === state.gen - 1)
    }),
    { numRuns: 2000 },
  )
})

test('a session is ended for theft only when it was alive, and never by its present token', () => {
  fc.assert(
    fc.property(anyState, anyPresented, (state, presented) => {
      if (nextStep(state, presented, now) !== 'refresh_reused') return
      assert.ok(state.revokedAt === null && state.isPersonActive && now < state.idleUntil && now < state.endsAt)
      assert.ok(!(presented.isCurrent && presented.gen === state.gen))
    }),
    { numRuns: 2000 },
  )
})
