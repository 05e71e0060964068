import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { TestService } from './service.ts'
import { fieldStart } from './sign-in.ts'
import type { Answer } from './visitor.ts'

// Our own client: sends redirect_uri, state and a PKCE challenge.

export const LOOPBACK = 'http://127.0.0.1:49152/cb'

export function ownClient(redirectUri = LOOPBACK) {
  const verifier = randomBytes(32).toString('base64url')
  const parameters: Record<string, string> = {
    redirect_uri: redirectUri,
    state: randomBytes(12).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  return {
    verifier,
    redirectUri,
    parameters,
    start: (service: Pick<TestService, 'origin' | 'authUrl'>, provider?: string) =>
      `${fieldStart(service, provider)}?${new URLSearchParams(parameters)}`,
  }
}
export type OwnClient = ReturnType<typeof ownClient>

/** Asserts that the browser ended at the client's redirect URI with its state; returns the other parameters. */
export function callbackParameters(
  client: OwnClient,
  { authUrl }: Pick<TestService, 'authUrl'>,
  { url, text }: Answer,
): Record<string, string> {
  const { state, iss, ...rest } = Object.fromEntries(url.searchParams)
  assert.equal(url.href.split('?')[0], client.redirectUri, text.slice(0, 300))
  assert.deepEqual({ state, iss }, { state: client.parameters.state, iss: authUrl })
  return rest
}
