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
} from './cookies.ts'

// A sign-in under way: who asked, where to go in the end, and what must come back from the provider. It lies in the browser, sealed, so a
// callback works only in the browser that began it.
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
  again: string // the path and query it began with
}

const PURPOSE = 'sign-in'
const random = (): string => randomBytes(32).toString('base64url')

export const newSecrets = (): Pick<Transaction, 'state' | 'nonce' | 'verifier'> => ({
  state: random(),
  nonce: random(),
  verifier: random(),
})

export async function keepTransaction(
  transaction: Transaction,
  message: IncomingMessage,
  keys: Buffer[],
  now: Date,
): Promise<[string, string][]> {
  const isSecure = transaction.base.startsWith('https:')
  const value = await sealCookie(transaction, PURPOSE, keys, now)
  const surplus = surplusTransactions(cookiesOf(message), isSecure).map((name) => dropCookie(name, isSecure))
  // None, not Lax: some browsers drop Lax on the way back from a provider. It is no proof of identity and worthless without its state.
  const kept = setCookie(transactionCookie(transaction.state, isSecure), value, { isSecure, sameSite: 'none', maxAge: TRANSACTION_SECONDS })
  return [...surplus, kept]
}

/** Null when this browser did not begin it, or too long ago. */
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
