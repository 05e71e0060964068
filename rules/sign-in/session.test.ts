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
  ['the current token is rotated', {}, current, 'rotate'],
  ['the current token is rotated before its first use on a call', { confirmedGen: 4 }, current, 'rotate'],
  ['the current token of the first generation is rotated', { gen: 1, confirmedGen: 0 }, { ...current, gen: 1 }, 'rotate'],
  ['no rotation in the millisecond of the idle timeout', { idleUntil: now }, current, 'refresh_expired'],
  ['no rotation in the millisecond of the absolute timeout', { endsAt: now }, current, 'refresh_expired'],
  ['no rotation after the idle timeout', { idleUntil: off(-1) }, current, 'refresh_expired'],
  ['no rotation after the absolute timeout', { endsAt: off(-1) }, current, 'refresh_expired'],
  ['revocation takes precedence over expiry', { revokedAt: off(-9), endsAt: off(-1) }, current, 'session_revoked'],
  ['revocation is also reported for an old token', { revokedAt: now }, older, 'session_revoked'],
  ['a disabled account is reported', { isPersonActive: false }, current, 'account_disabled'],
  ['a disabled account is also reported for an old token', { isPersonActive: false }, older, 'account_disabled'],
  ['expiry takes precedence over a disabled account', { isPersonActive: false, idleUntil: now }, current, 'refresh_expired'],
  ['the previous token is accepted until the new one is used', { confirmedGen: 4 }, previous, 'repeat'],
  ['the previous token is accepted when it was not confirmed either', { confirmedGen: 0 }, previous, 'repeat'],
  ['the previous token is accepted within the grace period', { rotatedAt: now }, previous, 'repeat'],
  ['… until the last millisecond of the minute', { rotatedAt: off(-grace) }, previous, 'repeat'],
  ['… and not a millisecond longer', { rotatedAt: off(-grace - 1) }, previous, 'refresh_reused'],
  ['an expired session does not accept the previous token', { confirmedGen: 4, endsAt: now }, previous, 'refresh_expired'],
  ['two generations back is reuse, confirmed or not', { confirmedGen: 0, rotatedAt: now }, older, 'refresh_reused'],
  ['the current generation with a wrong secret is reuse', {}, { ...current, isCurrent: false }, 'refresh_reused'],
  ['the previous generation with a wrong secret is reuse', { confirmedGen: 4 }, { ...previous, isPrevious: false }, 'refresh_reused'],
  ['the current secret with another generation is reuse', {}, { ...current, gen: 6 }, 'refresh_reused'],
  ['the current secret with the previous generation is reuse', { confirmedGen: 4 }, { ...current, gen: 4 }, 'refresh_reused'],
  ['the previous secret with the current generation is reuse', { confirmedGen: 4 }, { ...previous, gen: 5 }, 'refresh_reused'],
  ['the previous secret two generations back is reuse', { confirmedGen: 4 }, { ...previous, gen: 3 }, 'refresh_reused'],
]

for (const [title, state, presented, expected] of cases)
  test(title, () => assert.equal(nextStep({ ...alive, ...state }, presented, now), expected))

test('the grace period is one minute', () => assert.equal(GRACE_SECONDS, 60))

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

test('tokens are issued only in a live session of an active person, and only for its last two secrets', () => {
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

test('reuse is reported only in a live session, and never for the current token', () => {
  fc.assert(
    fc.property(anyState, anyPresented, (state, presented) => {
      if (nextStep(state, presented, now) !== 'refresh_reused') return
      assert.ok(state.revokedAt === null && state.isPersonActive && now < state.idleUntil && now < state.endsAt)
      assert.ok(!(presented.isCurrent && presented.gen === state.gen))
    }),
    { numRuns: 2000 },
  )
})
