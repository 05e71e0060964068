import assert from 'node:assert/strict'
import type { Tokens } from '#contract/mobile.ts'
import type { TestService } from './service.ts'
import { strictClient } from './strict-client.ts'
import { createVisitor, type Visitor } from './visitor.ts'

type Auth = Pick<TestService, 'origin' | 'authUrl'>

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

export const postJson = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

export const exchange = ({ authUrl }: Auth, body: object, headers?: Record<string, string>): Promise<Response> =>
  postJson(`${authUrl}/mobile/exchange`, body, headers)

export const refresh = ({ authUrl }: Auth, refreshToken: string, headers?: Record<string, string>): Promise<Response> =>
  postJson(`${authUrl}/mobile/session`, { refreshToken }, headers)

export const signOut = ({ authUrl }: Auth, accessToken: string): Promise<Response> =>
  fetch(`${authUrl}/logout`, { headers: { authorization: `Bearer ${accessToken}` } })

export type FieldTokens = Tokens & { refreshToken: string }

export async function tokensFrom(response: Response): Promise<FieldTokens> {
  assert.equal(response.status, 200, await response.clone().text())
  return response.json() as Promise<FieldTokens>
}

/** A complete sign-in with the deployed mobile client. */
export async function signIn(service: Auth, login: string): Promise<FieldTokens> {
  return tokensFrom(await exchange(service, { code: await codeFor(service, login) }))
}

/** A client of the main API that is signed in as this person. */
export async function callAs(service: TestService, login: string) {
  const tokens = await signIn(service, login)
  const call = strictClient(service.url)
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  const signedIn: typeof call = (endpoint, input) => call(endpoint, { ...input, headers: { ...headers, ...input?.headers } } as never)
  return Object.assign(signedIn, { tokens })
}
