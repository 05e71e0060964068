// Refresh token rotation with reuse detection (RFC 9700 4.14.2). The signature has already been verified.

export type SessionState = {
  gen: number
  confirmedGen: number // the latest generation whose tokens were used, so the device has received them
  rotatedAt: Date
  idleUntil: Date
  endsAt: Date
  revokedAt: Date | null
  isPersonActive: boolean
}

export type Presented = { gen: number; isCurrent: boolean; isPrevious: boolean } // by the hash of the secret

export type RefreshStep = 'rotate' | 'repeat' | 'refresh_expired' | 'session_revoked' | 'account_disabled' | 'refresh_reused'

export const GRACE_SECONDS = 60

export function nextStep(session: SessionState, presented: Presented, now: Date): RefreshStep {
  if (session.revokedAt !== null) return 'session_revoked'
  if (now >= session.idleUntil || now >= session.endsAt) return 'refresh_expired'
  if (!session.isPersonActive) return 'account_disabled'
  if (presented.gen === session.gen && presented.isCurrent) return 'rotate'
  if (presented.gen === session.gen - 1 && presented.isPrevious && mayRepeat(session, now)) return 'repeat'
  return 'refresh_reused'
}

// The response with the new token may have been lost: the previous token stays valid until the new one is used.
// After that, only for concurrent calls within the grace period.
function mayRepeat({ confirmedGen, gen, rotatedAt }: SessionState, now: Date): boolean {
  return confirmedGen < gen || now.getTime() - rotatedAt.getTime() <= GRACE_SECONDS * 1000
}
