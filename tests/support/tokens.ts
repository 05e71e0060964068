import assert from 'node:assert/strict'
import type { Tokens } from '#contract/mobile.ts'
import type { TestService } from './service.ts'

// The end of every sign-in: a code is exchanged for tokens.

type Auth = Pick<TestService, 'authUrl'>

export const postJson = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

export const exchange = ({ authUrl }: Auth, body: object, headers?: Record<string, string>): Promise<Response> =>
  postJson(`${authUrl}/mobile/exchange`, body, headers)

export type FieldTokens = Tokens & { refreshToken: string }

export async function tokensFrom(response: Response): Promise<FieldTokens> {
  assert.equal(response.status, 200, await response.clone().text())
  return response.json() as Promise<FieldTokens>
}
