import { createHash, timingSafeEqual } from 'node:crypto'
import { type AuthApp, clientById } from '#auth/app.ts'
import { openSession } from '#auth/session.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { exchangeCode } from '#contract/mobile.ts'
import type { SignInClient } from '#rules/sign-in/client.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { revokeSession } from '#store/session/session.ts'
import { type ClaimedCode, claimCode, findSessionOfReplayedCode, noteSessionOfCode } from '#store/session/sign-in.ts'
import { hashOf } from './refresh-token.ts'

type Body = BodyOf<typeof exchangeCode>
type About = { at: Date; network: string | null; agent: string | null; requestId: string }
type Opened = Awaited<ReturnType<typeof openSession>> & { client: SignInClient }

export async function redeemCode(
  app: AuthApp,
  body: Body,
  wantsCookie: boolean,
  about: About,
  authorization: string | undefined,
): Promise<{ refusal: ErrorCode } | Opened> {
  const hash = hashOf(body.code)
  const outcome = await claimAndOpen(app, hash, body, wantsCookie, about)
  if ('refusal' in outcome && outcome.refusal === 'code_invalid') await endIfReplayed(app, hash, about, authorization)
  return outcome
}

// Claimed and checked in one transaction that commits either way: a failed check consumes the code.
function claimAndOpen(
  { auth, sql }: AuthApp,
  hash: Buffer,
  body: Body,
  wantsCookie: boolean,
  about: About,
): Promise<{ refusal: ErrorCode } | Opened> {
  return sql.begin(async (sql) => {
    const code = await claimCode(sql, hash, about.at)
    const client = code && clientById(auth, code.clientId)
    if (!code || !client) return { refusal: 'code_invalid' }
    const refusal = wantsCookie && !client.hasCookie ? 'origin_not_allowed' : whyNotRedeem(code, body)
    if (refusal) {
      await insertAudit(sql, {
        ...about,
        action: 'authn_login_fail',
        outcome: 'failure',
        actorId: code.personId,
        clientId: code.clientId,
        code: refusal,
      })
      return { refusal }
    }
    const where = { device: deviceOf(body) ?? about.agent, network: about.network }
    const opened = await openSession(sql, { ...code, ...where, client, now: about.at, notice: { requestId: about.requestId } })
    await noteSessionOfCode(sql, hash, opened.grant.sid)
    await insertAudit(sql, {
      ...about,
      action: 'authn_login_success',
      actorId: code.personId,
      sid: opened.grant.sid,
      clientId: client.id,
      detail: { provider: code.provider },
    })
    return { ...opened, client }
  }) as Promise<{ refusal: ErrorCode } | Opened>
}

function whyNotRedeem(code: ClaimedCode, body: Body): ErrorCode | null {
  // RFC 9700 4.8: a verifier for a sign-in without PKCE means code injection.
  if (code.codeChallenge === null && body.codeVerifier !== undefined) return 'verifier_unexpected'
  if (code.codeChallenge !== null && !matchesChallenge(body.codeVerifier ?? '', code.codeChallenge)) return 'pkce_mismatch'
  if (body.clientId !== undefined && body.clientId !== code.clientId) return 'pkce_mismatch'
  if (body.redirectUri !== undefined && body.redirectUri !== code.redirectUri) return 'pkce_mismatch'
  return code.isPersonActive ? null : 'account_disabled'
}

const matchesChallenge = (verifier: string, challenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) && timingSafeEqual(createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url'))

// Code replay: a second use within its minute means that two parties have the code, so the session it created is revoked. Exception: the
// caller presents a valid access token of that session, because the field client posts its last code again, with its token, whenever its
// screen is recreated. After its minute a used code is refused and revokes nothing.
async function endIfReplayed({ sql, signedIn }: AuthApp, hash: Buffer, about: About, authorization: string | undefined): Promise<void> {
  const sid = await findSessionOfReplayedCode(sql, hash, about.at)
  if (!sid || (authorization !== undefined && (await signedIn.find(authorization))?.sid === sid)) return
  const ended = await revokeSession(sql, sid, 'code_replay', about.at)
  if (!ended) return
  signedIn.forget([ended.sid])
  const { sid: session, personId: actorId, clientId } = ended
  await insertAudit(sql, {
    ...about,
    action: 'authn_code_replay',
    outcome: 'failure',
    actorId,
    sid: session,
    clientId,
    code: 'code_invalid',
  })
}

function deviceOf({ device }: Body): string | null {
  const { name, platform, appVersion } = device ?? {}
  const text = [name, platform, appVersion].filter(Boolean).join(', ')
  return text.replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '') || null
}
