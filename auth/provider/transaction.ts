import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  cookiesOf,
  dropCookie,
  openCookie,
  sealCookie,
  setCookie,
  surplusTransactions,
  TRANSACTION_SECONDS,
  transactionCookie,
} from '#auth/cookies.ts'

// A pending sign-in: the client, its redirect URI, and the state, nonce and PKCE verifier to check. Stored in an encrypted cookie, so a
// callback works only in the browser that started it.
export type Transaction = {
  provider: string
  base: string
  state: string
  nonce: string
  verifier: string
  clientId: string
  redirectUri: string
  clientState: string | null
  codeChallenge: string | null
  clientNonce: string | null
  again: string // path and query of the start, to try again
}

const PURPOSE = 'sign-in'
const random = (): string => randomBytes(32).toString('base64url')

export const newSecrets = (): Pick<Transaction, 'state' | 'nonce' | 'verifier'> => ({
  state: random(),
  nonce: random(),
  verifier: random(),
})

export async function storeTransaction(
  transaction: Transaction,
  message: IncomingMessage,
  keys: Buffer[],
  now: Date,
): Promise<[string, string][]> {
  const isSecure = transaction.base.startsWith('https:')
  const value = await sealCookie(transaction, PURPOSE, keys, now)
  const surplus = surplusTransactions(cookiesOf(message), isSecure).map((name) => dropCookie(name, isSecure))
  // SameSite=None: some browsers drop Lax cookies on the redirect back from a provider. The cookie is useless without its state.
  const cookie = setCookie(transactionCookie(transaction.state, isSecure), value, {
    isSecure,
    sameSite: 'none',
    maxAge: TRANSACTION_SECONDS,
  })
  return [...surplus, cookie]
}

/** Null when it was started in another browser or has expired. */
export async function findTransaction(
  state: string,
  message: IncomingMessage,
  isSecure: boolean,
  keys: Buffer[],
  now: Date,
): Promise<Transaction | null> {
  const value = cookiesOf(message)[transactionCookie(state, isSecure)]
  const transaction = await openCookie<Transaction>(value, PURPOSE, keys, now)
  return transaction?.state === state ? transaction : null
}

export const dropTransaction = ({ state, base }: Transaction): [string, string] => {
  const isSecure = base.startsWith('https:')
  return dropCookie(transactionCookie(state, isSecure), isSecure)
}
