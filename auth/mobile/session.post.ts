import { timingSafeEqual } from 'node:crypto'
import { type Auth, clientById, handle } from '#auth/app.ts'
import { agentOf, networkOf } from '#auth/caller.ts'
import { cookiesOf, refreshCookie, setCookie } from '#auth/cookies.ts'
import { hashOf, makeSecret, type RefreshToken, readRefreshToken, writeRefreshToken } from '#auth/refresh-token.ts'
import { seal, successorKey, unseal } from '#auth/seal.ts'
import { later } from '#auth/session.ts'
import { type Grant, signAccessToken, tokensOf } from '#auth/tokens.ts'
import { isSecure, refuseForeignPage } from '#auth/transport.ts'
import { refreshSession } from '#contract/mobile.ts'
import { Refusal } from '#http/problem.ts'
import type { SignInClient } from '#rules/client.ts'
import { nextStep, type RefreshStep } from '#rules/session.ts'
import { insertAudit } from '#store/audit.ts'
import { findSessionToRefresh, keepSession, type RefreshRow, revokeSession, rotateSession } from '#store/session.ts'

type Refusing = Exclude<RefreshStep, 'rotate' | 'repeat'> | 'refresh_invalid'

// A refused refresh signs the phone's person out, so nothing here may fail for a token that is good: no limit by address, no second try
// that gets another answer. Authorization is not looked at; the phone sends whatever it has.
export default handle(refreshSession, async ({ app, body, headers, ip, requestId, spend, setHeader }) => {
  const { auth, sql } = app
  const now = app.now()
  const usesCookie = body.refreshToken === undefined
  if (usesCookie) refuseForeignPage(auth, headers)
  const text = body.refreshToken ?? cookiesOf({ headers })[refreshCookie(isSecure(auth))]
  const token = text === undefined ? null : readRefreshToken(text, auth.secrets.refreshMac)

  const refuse = (code: Refusing): never => {
    spend('failures')
    throw new Refusal(code)
  }
  if (!token) return refuse('refresh_invalid')

  const about = { at: now, sid: token.sid, network: networkOf(ip), agent: agentOf(headers['user-agent']), requestId }
  const answer = async (row: RefreshRow, client: SignInClient, secret: Buffer, accessToken: string) => {
    // Ended by this very process while we were at it: whoever signed out has been told so already.
    if (app.signedIn.hasEnded(token.sid)) return refuse('session_revoked')
    const gen = token.gen + 1
    const refreshToken = writeRefreshToken({ sid: token.sid, gen, secret }, auth.secrets.refreshMac)
    if (usesCookie)
      setHeader(
        ...setCookie(refreshCookie(isSecure(auth)), refreshToken, {
          isSecure: isSecure(auth),
          sameSite: 'strict',
          maxAge: client.idleSeconds,
        }),
      )
    return tokensOf(accessToken, usesCookie ? undefined : refreshToken, grantOf(token, row), client)
  }

  for (const isLast of [false, true]) {
    const row = await findSessionToRefresh(sql, token.sid)
    const client = row && clientById(auth, row.clientId)
    if (!row || !client || (usesCookie && !client.hasCookie)) return refuse('refresh_invalid')
    const step = nextStep(row, presentedTo(row, token), now)

    if (step === 'rotate') {
      const secret = makeSecret()
      // Signed first: nothing lies between the commit and the answer.
      const accessToken = await sign(auth, grantOf(token, row), client, now)
      const sealed = seal(successorKey(token.secret, token.sid), secret)
      const rotation = {
        sid: token.sid,
        currentHash: row.currentHash,
        nextHash: hashOf(secret),
        sealed,
        now,
        idleUntil: later(now, client.idleSeconds),
      }
      if (await rotateSession(sql, rotation)) return answer(row, client, secret, accessToken)
      if (isLast) throw new Refusal('overloaded')
      continue // somebody was faster: with the same token, or by signing out
    }
    if (step === 'repeat') {
      const { allowed, resetSeconds } = auth.retries.spend(token.sid, performance.now())
      if (!allowed) throw new Refusal('too_many_calls', { seconds: resetSeconds }, { headers: { 'retry-after': String(resetSeconds) } })
      const secret = row.sealed && unseal([successorKey(token.secret, token.sid)], row.sealed)
      if (!secret) return refuse('refresh_invalid')
      const accessToken = await sign(auth, grantOf(token, row), client, now)
      // One of several at once is no retry worth a line.
      if (!isLast) await keepSession(sql, token.sid, now, later(now, client.idleSeconds))
      if (!isLast) await insertAudit(sql, { ...about, action: 'authn_refresh_retry', actorId: row.personId, clientId: client.id })
      return answer(row, client, secret, accessToken)
    }
    if (step === 'refresh_reused') {
      await sql.begin(async (sql) => {
        if (await revokeSession(sql, token.sid, 'refresh_reuse', now))
          await insertAudit(sql, {
            ...about,
            action: 'authn_refresh_reuse_detected',
            outcome: 'failure',
            actorId: row.personId,
            clientId: client.id,
            code: step,
          })
      })
      app.signedIn.forget([token.sid])
    }
    return refuse(step)
  }
  throw new Error('not reached')
})

const isSame = (hash: Buffer, other: Buffer | null): boolean => other !== null && timingSafeEqual(hash, other)

function presentedTo(row: RefreshRow, { gen, secret }: RefreshToken) {
  const hash = hashOf(secret)
  return { gen, isCurrent: isSame(hash, row.currentHash), isPrevious: isSame(hash, row.previousHash) }
}

// The tokens handed out belong to the generation after the one presented.
const grantOf = ({ sid, gen }: RefreshToken, { personId, id, clientId, provider, authTime }: RefreshRow): Grant => ({
  personId,
  sid,
  sessionId: id,
  gen: gen + 1,
  clientId,
  provider,
  authTime,
})

const sign = (auth: Auth, grant: Grant, client: SignInClient, now: Date): Promise<string> =>
  signAccessToken(auth.keys, auth.url, grant, client.accessSeconds, now)
