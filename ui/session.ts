import { signal } from '@preact/signals'
import { createClient, ProblemError } from '#contract/client.ts'
import { exchangeCode, refreshSession, type Tokens } from '#contract/mobile.ts'
import { isOnline } from './online.ts'
import { empty } from './saved.ts'
import { serverConfig } from './server-config.ts'

// Who is signed in. The access token lives in this module alone; the refresh token in a cookie no script can read.

export type Session = { state: 'unknown' | 'guest' } | { state: 'signed-in'; userId: number }

const WAS = 'pj-was-signed-in' // whether to ask for a session at the start: a guest's page makes no call for one
const START = 'pj-sign-in ' // and the state: what the way to the provider and back has to remember
const START_MS = 3_600_000
const REDIRECT = '/signin/done'

export const session = signal<Session>({ state: localStorage.getItem(WAS) ? 'unknown' : 'guest' })
/** The server ended it while the page was open: the screen says so instead of merely showing a guest's view. */
export const hasEnded = signal(false)
/** The server could not say who is signed in: its own fault, or too many calls. */
export const trouble = signal<Error | null>(null)

let token: string | null = null
let goodUntil = 0
const tabs = new BroadcastChannel('pj-session')
const auth = createClient(serverConfig.auth, (url, init) => fetch(url, { ...init, credentials: 'include' }))

function take({ accessToken, expiresIn, user }: Tokens): void {
  token = accessToken
  goodUntil = Date.now() + (expiresIn - 30) * 1000
  // What was kept for somebody else is not for this person.
  if (localStorage.getItem(WAS) !== String(user.id)) void Promise.all([empty('private'), empty('outbox')])
  localStorage.setItem(WAS, String(user.id))
  hasEnded.value = false
  trouble.value = null
  const known = session.peek()
  if (known.state !== 'signed-in' || known.userId !== user.id) session.value = { state: 'signed-in', userId: user.id }
}

/** Everything of a person leaves the device with them. Whose session was ended from elsewhere keeps what waits to be sent. */
async function drop(isLeaving = true): Promise<void> {
  token = null
  localStorage.removeItem(WAS)
  session.value = { state: 'guest' }
  await Promise.all([empty('private'), ...(isLeaving ? [empty('outbox')] : [])])
}

// One tab at a time: two that send the same refresh token at once would be answered, but why ask twice.
let refreshing: Promise<boolean> | undefined
function refresh(): Promise<boolean> {
  refreshing ??= navigator.locks
    .request('pj-refresh', async () => {
      try {
        take(await auth(refreshSession, { body: {} }))
        return true
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem.status >= 500 || error.problem.status === 429) {
          trouble.value = error as Error
          throw error
        }
        const was = session.peek().state === 'signed-in' && token !== null
        await drop(false)
        hasEnded.value = was
        tabs.postMessage('ended')
        return false
      }
    })
    .finally(() => {
      refreshing = undefined
    })
  return refreshing
}

/** The token for the next call; null for guests. Without a network the person stays who they were. */
export async function accessToken(): Promise<string | null> {
  if (session.peek().state === 'guest') return null
  if (token !== null && Date.now() < goodUntil) return token
  return (await refresh()) ? token : null
}

/** A call was refused with 401: true when there is a new token to try it with. */
export async function renew(refused: string): Promise<boolean> {
  if (token !== refused) return token !== null
  return refresh()
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

// By its state and not in the window's own storage: Firefox empties that on the way to the provider once a PDF was looked at in the window,
// and a provider's app may lead back into another window. Only this browser knows its states, and each is good once.
type Start = { verifier: string; returnTo: string; at: number }

function takeStart(state: string | null): Start | null {
  const kept = localStorage.getItem(START + state)
  localStorage.removeItem(START + state)
  return JSON.parse(kept ?? 'null') as Start | null
}

function forgetOldStarts(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(START)) continue
    const { at } = JSON.parse(localStorage.getItem(key)!) as Start
    if (Date.now() - at > START_MS) localStorage.removeItem(key)
  }
}

/** To the provider and back to where the person is now. */
export async function signIn(returnTo = location.pathname + location.search, provider = serverConfig.providers[0]!.name): Promise<void> {
  // The way back leads to the directory's own address, so that is where it has to begin.
  if (location.origin !== serverConfig.origin) return location.assign(serverConfig.origin + returnTo)
  const [state, verifier] = [random(), random()]
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  forgetOldStarts()
  localStorage.setItem(START + state, JSON.stringify({ verifier, returnTo, at: Date.now() } satisfies Start))
  const query = new URLSearchParams({
    redirect_uri: location.origin + REDIRECT,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ui_locales: document.documentElement.lang,
  })
  location.assign(`${serverConfig.auth}/mobile/${provider}authenticate?${query}`)
}

export type Return = { returnTo: string } | { refusal: 'cancelled' | 'not_allowed' | 'account_disabled' | 'stale' | 'failed' }

/** What came back from the provider, in the address. */
export async function finishSignIn(search: string): Promise<Return> {
  const given = new URLSearchParams(search)
  const kept = takeStart(given.get('state'))
  // Somebody else's code in our address would sign this person in as them.
  if (kept === null || Date.now() - kept.at > START_MS) return { refusal: 'stale' }
  const code = given.get('error_code')
  if (code === 'not_allowed' || code === 'account_disabled') return { refusal: code }
  if (given.has('error')) return { refusal: given.get('error') === 'access_denied' ? 'cancelled' : 'failed' }
  try {
    take(
      await auth(exchangeCode, {
        body: {
          code: given.get('code') ?? '',
          codeVerifier: kept.verifier,
          clientId: 'projectory-web',
          redirectUri: location.origin + REDIRECT,
          transport: 'cookie',
        },
      }),
    )
    tabs.postMessage('begun')
    return { returnTo: kept.returnTo.startsWith('/') && !kept.returnTo.startsWith('//') ? kept.returnTo : '/' }
  } catch {
    return { refusal: 'failed' }
  }
}

export async function signOut(everywhere = false): Promise<void> {
  const bearer = await accessToken().catch(() => null)
  if (bearer !== null)
    await fetch(`${serverConfig.auth}/logout${everywhere ? '?all=1' : ''}`, {
      headers: { authorization: `Bearer ${bearer}` },
      credentials: 'include',
    })
  await drop()
  tabs.postMessage('left')
}

tabs.onmessage = ({ data }) => {
  if (data === 'begun') session.value = { state: 'unknown' }
  else void drop(data === 'left')
  if (data === 'begun') void accessToken().catch(() => {})
}

// A page opened without a network learns who is there once it is back.
isOnline.subscribe((online) => {
  if (online && session.peek().state === 'unknown') void accessToken().catch(() => {})
})
