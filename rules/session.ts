// What happens when a refresh token is presented. Its signature is already known to be ours; the rest is decided here.

export type SessionState = {
  gen: number
  confirmedGen: number // the newest generation whose tokens are known to have reached their device
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
  if (presented.gen === session.gen - 1 && presented.isPrevious && isForgiven(session, now)) return 'repeat'
  return 'refresh_reused'
}

// The answer with the successor may have been lost on its way: until the successor shows up the old token is as good as ever.
// Once it has, the old one is only excused for calls made side by side.
function isForgiven({ confirmedGen, gen, rotatedAt }: SessionState, now: Date): boolean {
  return confirmedGen < gen || now.getTime() - rotatedAt.getTime() <= GRACE_SECONDS * 1000
}
