import { writeCode } from '#auth/authorization-code.ts'
import { hashOf } from '#auth/refresh-token.ts'
import { insertCode, type NewCode } from '#store/sign-in.ts'
import type { TestService } from './service.ts'
import { exchange, type FieldTokens, tokensFrom } from './sign-in.ts'

// For tests that need hundreds of sessions: inserts the authorization code directly, without a sign-in at the provider.

type Bound = Partial<Pick<NewCode, 'clientId' | 'redirectUri' | 'codeChallenge' | 'expiresAt'>>

export async function insertedCode({ sql, app, config }: TestService, login = 'gleb', bound: Bound = {}): Promise<string> {
  const [person] = await sql<{ id: number }[]>`select id from person where login = ${login}`
  const now = app.now()
  const { expiresAt = new Date(now.getTime() + 60_000) } = bound
  const code = writeCode(expiresAt, app.auth.secrets.codeMac)
  await insertCode(sql, {
    hash: hashOf(code),
    clientId: 'field-mobile',
    redirectUri: config.mobileRedirectUris[0]!,
    codeChallenge: null,
    nonce: null,
    personId: person!.id,
    provider: 'idp',
    authTime: now,
    now,
    expiresAt,
    ...bound,
  })
  return code
}

export const openSession = async (service: TestService, login?: string): Promise<FieldTokens> =>
  tokensFrom(await exchange(service, { code: await insertedCode(service, login) }))

export const ownSessions = ({ url }: Pick<TestService, 'url'>, accessToken: string): Promise<Response> =>
  fetch(`${url}/user/sessions`, { headers: { authorization: `Bearer ${accessToken}` } })

type Claims = { id: number; sid: string; gen: number; exp: number }
export const claimsOf = (accessToken: string): Claims => JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString())
