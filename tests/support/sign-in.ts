import assert from 'node:assert/strict'
import type { TestService } from './service.ts'
import { admittedCode } from './session.ts'
import { strictClient } from './strict-client.ts'
import { exchange, type FieldTokens, postJson, tokensFrom } from './tokens.ts'
import { createVisitor, type Visitor } from './visitor.ts'

type Auth = Pick<TestService, 'origin' | 'authUrl'>

export { exchange, type FieldTokens, postJson, tokensFrom }

export const visitorFor = ({ origin }: Auth, language?: string): Visitor => createVisitor(Number(new URL(origin).port), language)

export const fieldStart = ({ authUrl }: Auth, provider = 'idp'): string => `${authUrl}/mobile/${provider}authenticate`

/** Signs in through the demo provider's page; ends at the app's redirect URI or at a page. */
export async function walkThrough(service: Auth, login: string, start = fieldStart(service), visitor = visitorFor(service)) {
  const people = await visitor.visit(start)
  assert.match(people.text, /name="login"/, `no people page but ${people.status}: ${people.text.slice(0, 300)}`)
  return visitor.press(people, 'login', login)
}

export async function codeFor(service: Auth, login: string, start?: string): Promise<string> {
  const end = await walkThrough(service, login, start)
  const code = end.url.searchParams.get('code')
  assert.ok(code, `no code at ${end.url.href}: ${end.text.slice(0, 300)}`)
  return code
}

export const refresh = ({ authUrl }: Auth, refreshToken: string, headers?: Record<string, string>): Promise<Response> =>
  postJson(`${authUrl}/mobile/session`, { refreshToken }, headers)

export const signOut = ({ authUrl }: Auth, accessToken: string): Promise<Response> =>
  fetch(`${authUrl}/logout`, { headers: { authorization: `Bearer ${accessToken}` } })

/** A complete sign-in with the deployed mobile client, through the pages of the demo provider: for tests about signing in. */
export async function signIn(service: Auth, login: string): Promise<FieldTokens> {
  return tokensFrom(await exchange(service, { code: await codeFor(service, login) }))
}

/** The same without these pages, which take most of the time: for tests that need a session. */
export async function sessionOf(service: TestService, login: string): Promise<FieldTokens> {
  const code = await admittedCode(service, login)
  return code === null ? signIn(service, login) : tokensFrom(await exchange(service, { code }))
}

/** A client of the main API that is signed in as this person. */
export async function callAs(service: TestService, login: string) {
  const tokens = await sessionOf(service, login)
  const call = strictClient(service.url)
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  const signedIn: typeof call = (endpoint, input) => call(endpoint, { ...input, headers: { ...headers, ...input?.headers } } as never)
  return Object.assign(signedIn, { tokens, headers })
}
