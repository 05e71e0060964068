import assert from 'node:assert/strict'
import type { Tokens } from '#contract/mobile.ts'
import type { TestService } from './service.ts'
import { strictClient } from './strict-client.ts'
import { createVisitor, type Visitor } from './visitor.ts'

type Auth = Pick<TestService, 'origin' | 'authUrl'>

export const visitorFor = ({ origin }: Auth, language?: string): Visitor => createVisitor(Number(new URL(origin).port), language)

export const fieldStart = ({ authUrl }: Auth, provider = 'idp'): string => `${authUrl}/mobile/${provider}authenticate`

/** Where the browser ends up after the person was chosen: at the app, or before a page. */
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

/** The whole way of a person with the client in the field. */
export async function signIn(service: Auth, login: string): Promise<FieldTokens> {
  return tokensFrom(await exchange(service, { code: await codeFor(service, login) }))
}

/** The main API as this person. */
export async function callAs(service: TestService, login: string) {
  const tokens = await signIn(service, login)
  const call = strictClient(service.url)
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  const signedIn: typeof call = (endpoint, input) => call(endpoint, { ...input, headers: { ...headers, ...input?.headers } } as never)
  return Object.assign(signedIn, { tokens })
}
