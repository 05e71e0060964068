import { timingSafeEqual } from 'node:crypto'
import { type AuthApp, clientById } from '#auth/app.ts'
import { later } from '#auth/session.ts'
import type { Tokens } from '#contract/mobile.ts'
import { Refusal } from '#http/response/problem.ts'
import type { SignInClient } from '#rules/sign-in/client.ts'
import { nextStep, type RefreshStep } from '#rules/sign-in/session.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { extendSession, findSessionToRefresh, type RefreshRow, revokeSession, rotateSession } from '#store/session/session.ts'
import { accessTokenFor, issueTokens } from './issue-tokens.ts'
import { hashOf, makeSecret, type RefreshToken } from './refresh-token.ts'
import { seal, successorKey, unseal } from './seal.ts'
import type { Grant } from './tokens.ts'

export type Refusing = Exclude<RefreshStep, 'rotate' | 'repeat'> | 'refresh_invalid'

/** One presented refresh token. */
export type Attempt = {
  app: AuthApp
  token: RefreshToken
  usesCookie: boolean
  now: Date
  about: { network: string | null; agent: string | null; requestId: string }
  setHeader(name: string, value: string): void
}
type Session = { row: RefreshRow; client: SignInClient; grant: Grant }
export type Decision = { step: RefreshStep; session: Session } | { step: 'refresh_invalid'; session: null }

/** Decides what happens to a refresh token; the rules are in rules/sign-in/session.ts. */
export async function decide({ app, token, usesCookie, now }: Attempt): Promise<Decision> {
  const row = await findSessionToRefresh(app.sql, token.sid)
  const client = row && clientById(app.auth, row.clientId)
  if (!row || !client || (usesCookie && !client.hasCookie)) return { step: 'refresh_invalid', session: null }
  return { step: nextStep(row, presentedTo(row, token), now), session: { row, client, grant: grantOf(token, row) } }
}

/** A new secret replaces the presented one. Null when another call was faster: with the same token, or by signing out. */
export async function rotate(attempt: Attempt, session: Session): Promise<Tokens | null> {
  const { app, token, now } = attempt
  const { row, client, grant } = session
  const secret = makeSecret()
  // Signed first: nothing may fail between the commit and the response.
  const accessToken = await accessTokenFor(app.auth, grant, client, now)
  const isRotated = await rotateSession(app.sql, {
    sid: token.sid,
    currentHash: row.currentHash,
    nextHash: hashOf(secret),
    sealed: seal(successorKey(token.secret, token.sid), secret),
    now,
    idleUntil: later(now, client.idleSeconds),
  })
  return isRotated ? issue(attempt, session, secret, accessToken) : null
}

/** Retry with the previous token after a lost response: returns the same successor. */
export async function repeat(attempt: Attempt, session: Session, isConcurrent: boolean): Promise<Tokens> {
  const { app, token, now, about } = attempt
  const { row, client, grant } = session
  refuseManyRetries(app.auth, token.sid)
  const secret = row.sealed && unseal([successorKey(token.secret, token.sid)], row.sealed)
  if (!secret) throw new Refusal('refresh_invalid')
  const accessToken = await accessTokenFor(app.auth, grant, client, now)
  // A concurrent call is not recorded as a retry.
  if (!isConcurrent) {
    await extendSession(app.sql, token.sid, now, later(now, client.idleSeconds))
    const event = { at: now, sid: token.sid, ...about, actorId: row.personId, clientId: client.id }
    await insertAudit(app.sql, { ...event, action: 'authn_refresh_retry' })
  }
  return issue(attempt, session, secret, accessToken)
}

function refuseManyRetries({ retries }: AuthApp['auth'], sid: string): void {
  const { allowed, resetSeconds: seconds } = retries.spend(sid, performance.now())
  if (allowed) return
  retries.refused++
  throw new Refusal('too_many_calls', { seconds }, { headers: { 'retry-after': String(seconds) } })
}

/** An old token was presented: it may have been stolen, so the session ends. */
export async function revokeReused({ app, token, now, about }: Attempt, { row, client }: Session): Promise<void> {
  const event = { at: now, sid: token.sid, ...about, actorId: row.personId, clientId: client.id }
  await app.sql.begin(async (sql) => {
    if (await revokeSession(sql, token.sid, 'refresh_reuse', now))
      await insertAudit(sql, { ...event, action: 'authn_refresh_reuse_detected', outcome: 'failure', code: 'refresh_reused' })
  })
  app.signedIn.forget([token.sid])
}

function issue(attempt: Attempt, { client, grant }: Session, secret: Buffer, accessToken: string): Tokens {
  const { app, token, usesCookie, setHeader } = attempt
  // Revoked by this process in the meantime: the sign-out was already confirmed.
  if (app.signedIn.hasEnded(token.sid)) throw new Refusal('session_revoked')
  return issueTokens(app.auth, { grant, secret, client, accessToken, usesCookie }, setHeader)
}

const isSame = (hash: Buffer, other: Buffer | null): boolean => other !== null && timingSafeEqual(hash, other)

function presentedTo(row: RefreshRow, { gen, secret }: RefreshToken) {
  const hash = hashOf(secret)
  return { gen, isCurrent: isSame(hash, row.currentHash), isPrevious: isSame(hash, row.previousHash) }
}

// The issued tokens belong to the generation after the presented one.
const grantOf = ({ sid, gen }: RefreshToken, { personId, id, clientId, provider, authTime }: RefreshRow): Grant => ({
  personId,
  sid,
  sessionId: id,
  gen: gen + 1,
  clientId,
  provider,
  authTime,
})
