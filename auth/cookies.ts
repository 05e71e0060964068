import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { EncryptJWT, jwtDecrypt } from 'jose'

// Three cookies: the sealed state of a pending sign-in, one per tab, so that opening the address writes nothing to the database; the refresh
// token of the web client; and the pending hand-off of a user who still has to press "open the app".

export const TRANSACTION_SECONDS = 600
const MOST_TRANSACTIONS = 5

const prefixed = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)
export const refreshCookie = (isSecure: boolean): string => prefixed('pj_rt', isSecure)
export const handOffCookie = (isSecure: boolean): string => prefixed('pj_ho', isSecure)
export const transactionCookie = (state: string, isSecure: boolean): string =>
  prefixed(`pj_tx_${createHash('sha256').update(state).digest('hex').slice(0, 8)}`, isSecure)

export function cookiesOf({ headers }: Pick<IncomingMessage, 'headers'>): Record<string, string | undefined> {
  return headers.cookie === undefined ? {} : parseCookie(headers.cookie)
}

type Rules = { isSecure: boolean; sameSite: 'none' | 'lax' | 'strict'; maxAge: number }

export const setCookie = (name: string, value: string, { isSecure, sameSite, maxAge }: Rules): [string, string] => [
  'Set-Cookie',
  // SameSite=None needs Secure; on plain http (development) use Lax.
  stringifySetCookie({
    name,
    value,
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: sameSite === 'none' && !isSecure ? 'lax' : sameSite,
    maxAge,
  }),
]

export const dropCookie = (name: string, isSecure: boolean): [string, string] =>
  setCookie(name, '', { isSecure, sameSite: 'lax', maxAge: 0 })

/** The oldest cookies of abandoned sign-ins, when there are too many. */
export function surplusTransactions(cookies: Record<string, string | undefined>, isSecure: boolean): string[] {
  const names = Object.keys(cookies).filter((name) => name.startsWith(prefixed('pj_tx_', isSecure)))
  return names.slice(0, Math.max(0, names.length - (MOST_TRANSACTIONS - 1)))
}

export async function sealCookie(payload: Record<string, unknown>, purpose: string, [key]: Buffer[], now: Date): Promise<string> {
  const at = Math.floor(now.getTime() / 1000)
  return new EncryptJWT(payload)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(purpose)
    .setExpirationTime(at + TRANSACTION_SECONDS)
    .encrypt(key!)
}

/** Null when the value is forged, expired or sealed for another purpose. */
export async function openCookie<T>(value: string | undefined, purpose: string, keys: Buffer[], now: Date): Promise<T | null> {
  for (const key of value === undefined ? [] : keys) {
    try {
      const options = { audience: purpose, currentDate: now, keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      return (await jwtDecrypt(value!, key, options)).payload as T
    } catch {}
  }
  return null
}
