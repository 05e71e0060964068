import type { BrowserRequest, Reply } from '#http/page/browser-routes.ts'
import { insertCode } from '#store/session/sign-in.ts'
import type { AuthApp } from './app.ts'
import { PageError, redirectReply } from './browser-route.ts'
import type { Transaction } from './provider/transaction.ts'
import { later } from './session.ts'
import { writeCode } from './token/authorization-code.ts'
import { hashOf } from './token/refresh-token.ts'

const CODE_SECONDS = 60

export type Authenticated = { personId: number; authTime: Date }

const appended = (uri: string, parameters: Record<string, string>): string =>
  `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`

// Our own clients get their state back and the issuer (RFC 9207); the field client reads only the code.
function addressFor(app: AuthApp, { clientState, redirectUri }: Transaction, parameters: Record<string, string>): string {
  return appended(redirectUri, clientState === null ? parameters : { ...parameters, state: clientState, iss: app.auth.url })
}

/** Redirects to the app with an authorization code that is valid for a minute. */
export async function sendBack(
  { app, requestId }: BrowserRequest<AuthApp>,
  transaction: Transaction,
  { personId, authTime }: Authenticated,
  status: 302 | 303,
  headers: [string, string][],
): Promise<Reply> {
  const now = app.now()
  const expiresAt = later(now, CODE_SECONDS)
  const code = writeCode(expiresAt, app.auth.secrets.codeMac)
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
    expiresAt,
  })
  if (!isNew) throw new PageError({ kind: 'start_invalid', name: 'code_challenge', requestId }, headers)
  return redirectReply(addressFor(app, transaction, { code }), status, headers)
}

/** Our own clients get the error in the redirect; the field client ignores it there, so its users get an error page. */
export function sendRefusal(app: AuthApp, transaction: Transaction, error: Record<string, string>, page: PageError): Reply {
  if (transaction.clientState === null) throw page
  return redirectReply(addressFor(app, transaction, error), 302, page.headers)
}
