import * as oauth from 'openid-client'
import { within } from '#async/within.ts'
import type { ProviderClaims } from '#rules/sign-in/claims.ts'
import type { ProviderSettings } from './settings.ts'

// The interface of an identity provider, independent of its protocol.
export type Provider = {
  settings: ProviderSettings
  begin(start: Begin): Promise<URL>
  /** Verifies the callback; throws a ProviderFault if any check fails. */
  finish(callback: URL, checks: Checks): Promise<{ claims: ProviderClaims; authTime: Date | null }>
  /** Called at start: throws on a configuration error, logs a warning if the provider does not respond. */
  prepare(): Promise<void>
}

export type Begin = {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
  prompt: string | null
  loginHint: string | null
  uiLocales: string | null
}
export type Checks = { state: string; nonce: string; verifier: string }

// cancelled: denied by the user or the provider; rejected: the response failed a check; unavailable: no response.
export type FaultKind = 'cancelled' | 'rejected' | 'unavailable'
export class ProviderFault extends Error {
  readonly kind: FaultKind
  constructor(kind: FaultKind, why: string, cause?: unknown) {
    super(why, { cause })
    this.kind = kind
  }
}

const TIMEOUT_SECONDS = 10

/** Timeout for one step with all its calls: the user is waiting for a page. */
export const withTimeout = <T>(step: Promise<T>): Promise<T> =>
  within(step, TIMEOUT_SECONDS * 1000, () => {
    throw new ProviderFault('unavailable', `no answer within ${TIMEOUT_SECONDS} s`)
  })

export type Fetch = (url: string, options: object) => Promise<Response>

// Maps network errors, 5xx and 429 to `unavailable`, to tell them apart from the provider's own errors.
export function reachable(fetch: Fetch): Fetch {
  return async (url, options) => {
    let response: Response
    try {
      response = await fetch(url, options)
    } catch (error) {
      throw new ProviderFault('unavailable', `${new URL(url).host} cannot be reached`, error)
    }
    if (response.status >= 500 || response.status === 429)
      throw new ProviderFault('unavailable', `${new URL(url).host} answered ${response.status}`)
    return response
  }
}

export const requestSettings = { timeout: TIMEOUT_SECONDS }

export function faultOf(error: unknown): ProviderFault {
  for (let cause = error; cause instanceof Error; cause = cause.cause as Error) if (cause instanceof ProviderFault) return cause
  if (error instanceof oauth.AuthorizationResponseError) {
    const isTheirs = error.error === 'temporarily_unavailable' || error.error === 'server_error'
    return new ProviderFault(isTheirs ? 'unavailable' : 'cancelled', `the provider answered ${error.error}`, error)
  }
  const { code, message, cause } = error as Error & { code?: string }
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return new ProviderFault('unavailable', 'the provider took too long', error)
  return new ProviderFault('rejected', [code, message, (cause as Error | undefined)?.message].filter(Boolean).join(': '), error)
}

export async function authorizationParameters(
  { redirectUri, state, nonce, verifier, prompt, loginHint, uiLocales }: Begin,
  scope: string,
): Promise<Record<string, string>> {
  return {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(prompt ? { prompt } : {}),
    ...(loginHint ? { login_hint: loginHint } : {}),
    ...(uiLocales ? { ui_locales: uiLocales } : {}),
  }
}
