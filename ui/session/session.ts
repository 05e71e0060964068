import { signal } from '@preact/signals'
import { createClient, ProblemError } from '#contract/client.ts'
import { refreshSession, type Tokens } from '#contract/mobile.ts'
import { isOnline } from '#ui/server/online.ts'
import { empty } from '#ui/server/saved.ts'
import { serverConfig } from '#ui/server/server-config.ts'

// The session. The access token is kept in memory only; the refresh token is in an HttpOnly cookie.

export type Session = { state: 'unknown' | 'guest' } | { state: 'signed-in'; userId: number }

const USER_KEY = 'pj-was-signed-in' // the last user's id: without it the page does not try to refresh a session
const OWNER_KEY = 'pj-owner' // whose drafts are on this device; stays when the server ends the session
/** Saved projects on this device (client/saved-projects.ts). */
export const SAVED_KEY = 'pj-saved'
/** What the person opened last from the command palette. */
export const RECENT_KEY = 'pj-recent'

export const session = signal<Session>({ state: localStorage.getItem(USER_KEY) ? 'unknown' : 'guest' })
/** The server ended the session while the page was open. The page stays as it is under a sheet to sign in again, and calls wait for that. */
export const hasEnded = signal(false)
/** Another person has signed in. The page is loaded again, and does not ask them whether to keep what is typed in it. */
export const isForAnother = signal(false)
/** The refresh failed for a temporary reason: network, 5xx or rate limit. */
export const refreshError = signal<Error | null>(null)

let token: string | null = null
let expiresAt = 0
let signedInAgain = Promise.withResolvers<boolean>()
const tabs = new BroadcastChannel('pj-session')
export const auth = createClient(serverConfig.auth, (url, init) => fetch(url, { ...init, credentials: 'include' }))

function acceptTokens({ accessToken, expiresIn, user }: Tokens): void {
  token = accessToken
  expiresAt = Date.now() + (expiresIn - 30) * 1000
  // Another user signed in: delete the saved data of the previous one.
  if (ownerId() !== user.id) void Promise.all([empty('private'), empty('outbox')])
  localStorage.setItem(USER_KEY, String(user.id))
  localStorage.setItem(OWNER_KEY, String(user.id))
  const current = session.peek()
  if (hasEnded.peek() && current.state === 'signed-in' && current.userId !== user.id) return startOver()
  hasEnded.value = false
  refreshError.value = null
  if (current.state !== 'signed-in' || current.userId !== user.id) session.value = { state: 'signed-in', userId: user.id }
  signedInAgain.resolve(true)
}

function startOver(): void {
  isForAnother.value = true
  location.reload()
}

/** Whose drafts are on this device. */
const ownerId = (): number | null => Number(localStorage.getItem(OWNER_KEY) ?? localStorage.getItem(USER_KEY)) || null

/** Whose drafts this page shows and saves, also while the session is not known yet; null for guests. */
export const authorId = (): number | null => (session.value.state === 'guest' ? null : ownerId())

/** Calls it when the person whose drafts are on this device has changed or signed out. */
export const onOwnerChange = (act: (owner: number | null) => void): void => void session.subscribe(() => act(ownerId()))

/** Deletes the person's saved data. The outbox is kept for its owner if the server ended the session, so that drafts are not lost. */
async function clearSession(isSignOut = true): Promise<void> {
  token = null
  localStorage.removeItem(USER_KEY)
  if (isSignOut) for (const key of [SAVED_KEY, OWNER_KEY]) localStorage.removeItem(key)
  localStorage.removeItem(RECENT_KEY)
  hasEnded.value = false
  session.value = { state: 'guest' }
  signedInAgain.resolve(false)
  await Promise.all([empty('private'), ...(isSignOut ? [empty('outbox')] : [])])
}

// A Web Lock serializes the refresh across tabs. The server tolerates concurrent refreshes; this saves a call.
let refreshing: Promise<boolean> | undefined
function refresh(): Promise<boolean> {
  refreshing ??= navigator.locks
    .request('pj-refresh', async () => {
      try {
        acceptTokens(await auth(refreshSession, { body: {} }))
        return true
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem.status >= 500 || error.problem.status === 429) {
          refreshError.value = error as Error
          throw error
        }
        await endSession()
        tabs.postMessage('ended')
        return false
      }
    })
    .finally(() => {
      refreshing = undefined
    })
  return refreshing
}

/** A page that was in use stays as it is: nothing that was typed in it is lost. */
async function endSession(): Promise<void> {
  if (session.peek().state !== 'signed-in') return clearSession(false)
  if (hasEnded.peek()) return
  token = null
  signedInAgain = Promise.withResolvers()
  hasEnded.value = true
}

/** Goes on as a guest; drafts stay for their owner. */
export const leaveEnded = (): Promise<void> => clearSession(false)

/** Whether there is a token now. If the session has ended, it waits until the person has signed in again or left. */
const refreshed = async (): Promise<boolean> => (!hasEnded.peek() && (await refresh())) || (hasEnded.peek() && signedInAgain.promise)

/** The access token, refreshed when expired; null for guests. Throws if offline, the session stays. */
export async function accessToken(): Promise<string | null> {
  if (session.peek().state === 'guest') return null
  if (token !== null && Date.now() < expiresAt) return token
  return (await refreshed()) ? token : null
}

/** After a 401: whether there is a new token to retry with. */
export async function renew(refused: string): Promise<boolean> {
  if (token !== refused && token !== null) return true
  return session.peek().state === 'signed-in' && refreshed()
}

/** A sign-in in this tab is complete. */
export function beginSession(tokens: Tokens): void {
  acceptTokens(tokens)
  tabs.postMessage('begun')
}

export async function signOut(everywhere = false): Promise<void> {
  const bearer = await accessToken().catch(() => null)
  if (bearer !== null)
    await fetch(`${serverConfig.auth}/logout${everywhere ? '?all=1' : ''}`, {
      headers: { authorization: `Bearer ${bearer}` },
      credentials: 'include',
    })
  await clearSession()
  tabs.postMessage('left')
}

tabs.onmessage = ({ data }) => {
  if (data === 'ended') void endSession()
  else if (data === 'left') void clearSession()
  else {
    if (!hasEnded.peek()) session.value = { state: 'unknown' }
    void refresh().catch(() => {})
  }
}

// A page opened offline refreshes its session once it is online.
isOnline.subscribe((online) => {
  if (online && session.peek().state === 'unknown') void accessToken().catch(() => {})
})
