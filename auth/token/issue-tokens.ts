import type { Auth } from '#auth/app.ts'
import { refreshCookie, setCookie } from '#auth/cookies.ts'
import { isSecure } from '#auth/provider/transport.ts'
import type { Tokens } from '#contract/mobile.ts'
import type { SignInClient } from '#rules/sign-in/client.ts'
import { writeRefreshToken } from './refresh-token.ts'
import { type Grant, signAccessToken, tokensOf } from './tokens.ts'

export const accessTokenFor = (auth: Auth, grant: Grant, client: SignInClient, now: Date): Promise<string> =>
  signAccessToken(auth.keys, auth.url, grant, client.accessSeconds, now)

type Issued = { grant: Grant; secret: Buffer; client: SignInClient; accessToken: string; usesCookie: boolean }

/** The token response: the refresh token in the body or, for the web client, in a cookie. */
export function issueTokens(auth: Auth, issued: Issued, setHeader: (name: string, value: string) => void): Tokens {
  const { grant, secret, client, accessToken, usesCookie } = issued
  const refreshToken = writeRefreshToken({ sid: grant.sid, gen: grant.gen, secret }, auth.secrets.refreshMac)
  const secure = isSecure(auth)
  if (usesCookie)
    setHeader(...setCookie(refreshCookie(secure), refreshToken, { isSecure: secure, sameSite: 'strict', maxAge: client.idleSeconds }))
  return tokensOf(accessToken, usesCookie ? undefined : refreshToken, grant, client)
}
