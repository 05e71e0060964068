import { handle } from '#auth/app.ts'
import { agentOf, networkOf } from '#auth/caller.ts'
import { cookiesOf, refreshCookie } from '#auth/cookies.ts'
import { isSecure, refuseCrossOrigin } from '#auth/provider/transport.ts'
import { noteFailure, refuseFailedBefore } from '#auth/token/failed-tokens.ts'
import { type Attempt, decide, type Refusing, repeat, revokeReused, rotate } from '#auth/token/refresh.ts'
import { readRefreshToken } from '#auth/token/refresh-token.ts'
import { refreshSession } from '#contract/mobile.ts'
import { Refusal } from '#http/response/problem.ts'

// Counted against the rate limit for failures.
const failures: Record<Refusing, true> = {
  refresh_invalid: true,
  refresh_expired: true,
  session_revoked: true,
  account_disabled: true,
  refresh_reused: true,
}

// Clients sign out when a refresh is refused, so a valid token must always work: no rate limit by IP, and a retry gets the same response.
// Authorization is ignored: the field client sends it with any token it has.
export default handle(refreshSession, async ({ app, body, headers, ip, requestId, spend, setHeader }) => {
  const { auth } = app
  const usesCookie = body.refreshToken === undefined
  if (usesCookie) refuseCrossOrigin(auth, headers)
  const text = body.refreshToken ?? cookiesOf({ headers })[refreshCookie(isSecure(auth))]
  const token = text === undefined ? null : readRefreshToken(text, auth.secrets.refreshMac)
  try {
    if (!token) throw new Refusal('refresh_invalid')
    const about = { network: networkOf(ip), agent: agentOf(headers['user-agent']), requestId }
    refuseFailedBefore(auth, token.sid)
    return await auth.work.run(ip, () => refresh({ app, token, usesCookie, now: app.now(), about, setHeader }))
  } catch (error) {
    if (error instanceof Refusal && error.code in failures) {
      if (token) noteFailure(auth, token.sid)
      await spend('failures')
    }
    throw error
  }
})

async function refresh(attempt: Attempt) {
  for (const isSecond of [false, true]) {
    const { step, session } = await decide(attempt)
    if (session === null) throw new Refusal(step)
    if (step === 'repeat') return repeat(attempt, session, isSecond)
    if (step === 'rotate') {
      const tokens = await rotate(attempt, session)
      if (tokens) return tokens
      continue // decide again: the other call has changed the session
    }
    if (step === 'refresh_reused') await revokeReused(attempt, session)
    throw new Refusal(step)
  }
  throw new Refusal('overloaded')
}
