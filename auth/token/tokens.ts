import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Tokens } from '#contract/mobile.ts'
import { AUDIENCE } from '#http/session/access-token.ts'
import type { SignInClient } from '#rules/sign-in/client.ts'
import { ALGORITHM, type KeyRing } from './keys.ts'

export type Grant = {
  personId: number
  sid: string
  sessionId: number
  gen: number
  clientId: string
  provider: string
  authTime: Date
  nonce?: string | null
}

// RFC 9068. No name, email or role: mutable data is read from the database on each call. `id` is a number for the field client.
export async function signAccessToken(keys: KeyRing, issuer: string, grant: Grant, lifeSeconds: number, now: Date): Promise<string> {
  const { kid, key } = await keys.signer()
  const at = Math.floor(now.getTime() / 1000)
  const claims = {
    id: grant.personId,
    client_id: grant.clientId,
    sid: grant.sid,
    gen: grant.gen,
    auth_time: Math.floor(grant.authTime.getTime() / 1000),
    idp: grant.provider,
    ...(grant.nonce ? { nonce: grant.nonce } : {}),
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(String(grant.personId))
    .setIssuedAt(at)
    .setExpirationTime(at + lifeSeconds)
    .setJti(randomUUID())
    .sign(key)
}

export const tokensOf = (accessToken: string, refreshToken: string | undefined, grant: Grant, { accessSeconds }: SignInClient): Tokens => ({
  accessToken,
  ...(refreshToken === undefined ? {} : { refreshToken }),
  tokenType: 'Bearer',
  expiresIn: accessSeconds,
  sessionId: grant.sessionId,
  user: { id: grant.personId },
})
