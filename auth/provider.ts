import * as oauth from 'openid-client'
import type { ProviderClaims } from '#rules/claims.ts'
import type { ProviderSettings } from './provider-settings.ts'

// What a sign-in needs of an identity provider, whatever it speaks.
export type Provider = {
  settings: ProviderSettings
  begin(visit: Begin): Promise<URL>
  /** Throws a ProviderFault unless everything that came back can be trusted. */
  finish(callback: URL, checks: Checks): Promise<{ said: ProviderClaims; authTime: Date | null }>
  /** At the start of the service: throws when it can never work, says so in the log when it does not answer now. */
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

// cancelled: the person or the provider said no; rejected: what came cannot be trusted; unavailable: nobody there.
export type FaultKind = 'cancelled' | 'rejected' | 'unavailable'
export class ProviderFault extends Error {
  readonly kind: FaultKind
  constructor(kind: FaultKind, why: string, cause?: unknown) {
    super(why, { cause })
    this.kind = kind
  }
}

const TIMEOUT_SECONDS = 10

/** All a provider gets for one step, however many calls that takes: the person before the browser must hear something. */
export async function inTime<T>(step: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFault('unavailable', `no answer within ${TIMEOUT_SECONDS} s`)), TIMEOUT_SECONDS * 1000)
  })
  return Promise.race([step, late]).finally(() => clearTimeout(timer))
}

export type Fetch = (url: string, options: object) => Promise<Response>

// Whatever goes wrong on the way to the provider is told apart from what the provider says.
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
