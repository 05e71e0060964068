import { exchangeCode } from '#contract/mobile.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { auth, beginSession } from './session.ts'

// The way to the identity provider and back. Loaded by the screens that need it: the first one does not.

const PENDING_PREFIX = 'pj-sign-in ' // followed by the OAuth state
const PENDING_MS = 3_600_000
const REDIRECT = '/signin/done'
/** The provider of the last sign-in here: a directory may have several, and drafts belong to the account of one of them. */
const PROVIDER_KEY = 'pj-provider'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

// The PKCE verifier by OAuth state, in localStorage: Firefox clears sessionStorage during the redirect after a PDF was viewed in the tab, and a
// provider's app may return to another tab. Each state works once, and only in this browser.
type PendingSignIn = { verifier: string; returnTo: string | null; at: number; provider?: string } // returnTo null: in a window of its own

function takePending(state: string | null): PendingSignIn | null {
  const stored = localStorage.getItem(PENDING_PREFIX + state)
  localStorage.removeItem(PENDING_PREFIX + state)
  return JSON.parse(stored ?? 'null') as PendingSignIn | null
}

function removeExpired(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PENDING_PREFIX)) continue
    const { at } = JSON.parse(localStorage.getItem(key)!) as PendingSignIn
    if (Date.now() - at > PENDING_MS) localStorage.removeItem(key)
  }
}

function usualProvider(): string {
  const last = localStorage.getItem(PROVIDER_KEY)
  return (serverConfig.providers.find(({ name }) => name === last) ?? serverConfig.providers[0]!).name
}

/** Returns to the current page. */
export async function signIn(returnTo = location.pathname + location.search, provider?: string): Promise<void> {
  // The redirect URI is on the public origin: localStorage must be of the same origin.
  if (location.origin !== serverConfig.origin) return location.assign(serverConfig.origin + returnTo)
  location.assign(await authorizationUrl(returnTo, provider))
}

/** In a window of its own, so that this page stays as it is. Where windows are blocked, it returns the address for a link, which is not. */
export async function signInAgain(): Promise<string | null> {
  const opened = window.open('', 'pj-sign-in', 'popup,width=480,height=720') // before anything is awaited: browsers ask for a click
  const url = await authorizationUrl(null)
  if (opened === null) return url
  opened.location.href = url
  return null
}

/** Authorization code flow with PKCE. */
async function authorizationUrl(returnTo: string | null, provider = usualProvider()): Promise<string> {
  const [state, verifier] = [random(), random()]
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  removeExpired()
  const pending: PendingSignIn = { verifier, returnTo, at: Date.now(), provider }
  localStorage.setItem(PENDING_PREFIX + state, JSON.stringify(pending))
  const query = new URLSearchParams({
    redirect_uri: location.origin + REDIRECT,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ui_locales: document.documentElement.lang,
  })
  return `${serverConfig.auth}/mobile/${provider}authenticate?${query}`
}

export type Return = { returnTo: string | null } | { refusal: 'cancelled' | 'not_allowed' | 'account_disabled' | 'stale' | 'failed' }

/** Handles the provider's redirect: checks the state and exchanges the code. */
export async function finishSignIn(search: string): Promise<Return> {
  const params = new URLSearchParams(search)
  const pending = takePending(params.get('state'))
  // Login CSRF: an unknown state may carry another person's code.
  if (pending === null || Date.now() - pending.at > PENDING_MS) return { refusal: 'stale' }
  const code = params.get('error_code')
  if (code === 'not_allowed' || code === 'account_disabled') return { refusal: code }
  if (params.has('error')) return { refusal: params.get('error') === 'access_denied' ? 'cancelled' : 'failed' }
  try {
    beginSession(
      await auth(exchangeCode, {
        body: {
          code: params.get('code') ?? '',
          codeVerifier: pending.verifier,
          clientId: 'projectory-web',
          redirectUri: location.origin + REDIRECT,
          transport: 'cookie',
        },
      }),
    )
    const { returnTo, provider } = pending
    if (provider !== undefined) localStorage.setItem(PROVIDER_KEY, provider)
    return { returnTo: returnTo === null || (returnTo.startsWith('/') && !returnTo.startsWith('//')) ? returnTo : '/' }
  } catch {
    return { refusal: 'failed' }
  }
}
