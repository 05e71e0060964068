import type { Auth } from '#auth/app.ts'
import { Refusal } from '#http/response/problem.ts'

// A code or session that was refused before costs the database nothing more, once its own limit is reached. Counted by token: people who
// share the address of a guesser must still be able to sign in.

export function refuseFailedBefore({ failedTokens }: Auth, token: string): void {
  const { allowed, resetSeconds: seconds } = failedTokens.peek(token, performance.now())
  if (allowed) return
  failedTokens.refused++
  throw new Refusal('too_many_calls', { seconds }, { headers: { 'retry-after': String(seconds) } })
}

export const noteFailure = ({ failedTokens }: Auth, token: string): void => void failedTokens.spend(token, performance.now())
