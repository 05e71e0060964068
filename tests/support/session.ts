import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { admitReturned } from '#auth/admit/returned.ts'
import type { AuthApp } from '#auth/app.ts'
import type { Transaction } from '#auth/provider/transaction.ts'
import { writeCode } from '#auth/token/authorization-code.ts'
import { hashOf } from '#auth/token/refresh-token.ts'
import { claimsOf as claimsOfPerson, devPeople } from '#dev-idp/people.ts'
import type { BrowserRequest } from '#http/page/browser-routes.ts'
import { claimsFromOidc } from '#rules/sign-in/claims.ts'
import { insertCode, type NewCode } from '#store/session/sign-in.ts'
import type { TestService } from './service.ts'
import { exchange, type FieldTokens, tokensFrom } from './tokens.ts'

// Sessions for tests that are not about signing in: the authorization code is inserted directly, without the pages of the provider.

type Bound = Partial<Pick<NewCode, 'clientId' | 'redirectUri' | 'codeChallenge' | 'expiresAt'>>

export async function insertedCode(service: TestService, login = 'gleb', bound: Bound = {}): Promise<string> {
  const [person] = await service.sql<{ id: number }[]>`select id from person where login = ${login}`
  return codeOfPerson(service, person!.id, bound)
}

async function codeOfPerson({ sql, app, config }: TestService, personId: number, bound: Bound = {}): Promise<string> {
  const now = app.now()
  const { expiresAt = new Date(now.getTime() + 60_000) } = bound
  const code = writeCode(expiresAt, app.auth.secrets.codeMac)
  await insertCode(sql, {
    hash: hashOf(code),
    clientId: 'field-mobile',
    redirectUri: config.mobileRedirectUris[0]!,
    codeChallenge: null,
    nonce: null,
    personId,
    provider: 'idp',
    authTime: now,
    now,
    expiresAt,
    ...bound,
  })
  return code
}

/**
 * A code for a person of the development provider, admitted by the rules of every sign-in: a first one adds the person. Null if this
 * service does not use that provider, or has no part that signs in.
 */
export async function admittedCode(service: TestService, login: string): Promise<string | null> {
  const { app } = service
  const provider = app?.auth && service.config.providers === null ? app.auth.providers[0] : undefined
  const person = devPeople.find((one) => one.login === login)
  if (!provider || !person) return null
  const message = { headers: { 'accept-language': 'en' } }
  const request = { app, message, ip: '127.0.0.1', requestId: randomUUID() } as unknown as BrowserRequest<AuthApp>
  const claims = claimsFromOidc('oidc', claimsOfPerson(person), null, provider.settings)!
  const admitted = await admitReturned(request, provider, { clientId: 'field-mobile', again: '/' } as Transaction, claims)
  assert.ok('personId' in admitted, `${login} is not admitted`)
  return codeOfPerson(service, admitted.personId)
}

export const openSession = async (service: TestService, login?: string): Promise<FieldTokens> =>
  tokensFrom(await exchange(service, { code: await insertedCode(service, login) }))

export const ownSessions = ({ url }: Pick<TestService, 'url'>, accessToken: string): Promise<Response> =>
  fetch(`${url}/user/sessions`, { headers: { authorization: `Bearer ${accessToken}` } })

type Claims = { id: number; sid: string; gen: number; exp: number }
export const claimsOf = (accessToken: string): Claims => JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString())
