import { randomBytes } from 'node:crypto'
import type { BrowserRequest, Reply } from '#http/browser-routes.ts'
import { insertCode } from '#store/sign-in.ts'
import type { AuthApp } from './app.ts'
import { PageError, redirectReply } from './browser-route.ts'
import { hashOf } from './refresh-token.ts'
import { later } from './session.ts'
import type { Transaction } from './transaction.ts'

const CODE_SECONDS = 60

export type Passed = { personId: number; authTime: Date }

const appended = (uri: string, parameters: Record<string, string>): string =>
  `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`

// Our own clients hear their state again, and who is speaking (RFC 9207); the one in the field reads nothing but the code.
function addressFor(app: AuthApp, { clientState, redirectUri }: Transaction, parameters: Record<string, string>): string {
  return appended(redirectUri, clientState === null ? parameters : { ...parameters, state: clientState, iss: app.auth.url })
}

/** Back to the app with a code that is good for a minute. */
export async function sendBack(
  { app, requestId }: BrowserRequest<AuthApp>,
  transaction: Transaction,
  { personId, authTime }: Passed,
  status: 302 | 303,
  headers: [string, string][],
): Promise<Reply> {
  const now = app.now()
  const code = `pj_ac_${randomBytes(32).toString('base64url')}`
  const isNew = await insertCode(app.sql, {
    hash: hashOf(code),
    clientId: transaction.clientId,
    redirectUri: transaction.redirectUri,
    codeChallenge: transaction.codeChallenge,
    nonce: transaction.clientNonce,
    provider: transaction.provider,
    personId,
    authTime,
    now,
    expiresAt: later(now, CODE_SECONDS),
  })
  if (!isNew) throw new PageError({ kind: 'start_invalid', name: 'code_challenge', requestId }, headers)
  return redirectReply(addressFor(app, transaction, { code }), status, headers)
}

/** Our own clients are told why in the address; the one in the field would drop that silently, so its person gets a page. */
export function sendRefusal(app: AuthApp, transaction: Transaction, error: Record<string, string>, page: PageError): Reply {
  if (transaction.clientState === null) throw page
  return redirectReply(addressFor(app, transaction, error), 302, page.headers)
}
