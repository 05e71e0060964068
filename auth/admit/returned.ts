import type { AuthApp } from '#auth/app.ts'
import { PageError } from '#auth/browser-route.ts'
import { agentOf, networkOf } from '#auth/caller.ts'
import { sendRefusal } from '#auth/finish.ts'
import type { Provider } from '#auth/provider/provider.ts'
import { dropTransaction, type Transaction } from '#auth/provider/transaction.ts'
import { requestedLanguageOf } from '#http/call.ts'
import type { BrowserRequest, Reply } from '#http/page/browser-routes.ts'
import { admit } from './admit.ts'

type Claims = Awaited<ReturnType<Provider['finish']>>['claims']

/** The person for the provider's claims, or the reply that refuses them. */
export async function admitReturned(
  request: BrowserRequest<AuthApp>,
  { settings }: Provider,
  transaction: Transaction,
  claims: Claims,
): Promise<{ personId: number } | { reply: Reply }> {
  const { app, ip, message, requestId } = request
  const { bootstrapAdministrators: bootstrap } = app.auth
  const { contact, notifications } = app.settings
  const agent = agentOf(message.headers['user-agent'])
  const about = { clientId: transaction.clientId, network: networkOf(ip), agent, requestId }
  const admitted = await admit(app.sql, {
    settings,
    claims,
    bootstrap,
    language: requestedLanguageOf(message),
    notifications,
    now: app.now(),
    about,
  })
  app.counts.signIns['refusal' in admitted ? 'refused' : 'success']++
  if ('refusal' in admitted) {
    const { again } = transaction
    const page = new PageError(
      admitted.refusal === 'not_allowed'
        ? { kind: 'not_allowed', email: claims.email, contact, again }
        : { kind: 'account_disabled', contact, again },
      [dropTransaction(transaction)],
    )
    return { reply: sendRefusal(app, transaction, { error: 'access_denied', error_code: admitted.refusal }, page) }
  }
  if (admitted.hasNewAccess) app.signedIn.forgetPerson(admitted.personId)
  return { personId: admitted.personId }
}
