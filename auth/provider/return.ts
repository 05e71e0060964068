import type { AuthApp } from '#auth/app.ts'
import { PageError } from '#auth/browser-route.ts'
import { agentOf, networkOf } from '#auth/caller.ts'
import { sendRefusal } from '#auth/finish.ts'
import { hashOf } from '#auth/token/refresh-token.ts'
import type { BrowserRequest, Reply } from '#http/page/browser-routes.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { insertUsedState } from '#store/session/sign-in.ts'
import { type Provider, ProviderFault, withTimeout } from './provider.ts'
import { dropTransaction, findTransaction, type Transaction } from './transaction.ts'
import { isSecure } from './transport.ts'

type Returned = { transaction: Transaction; result: Awaited<ReturnType<Provider['finish']>> }

/** Reads the provider's callback: the transaction it belongs to and the verified claims, or the reply to a failure. */
export async function readReturn(request: BrowserRequest<AuthApp>, provider: Provider): Promise<Returned | { reply: Reply }> {
  const query = new URL(request.url, request.app.auth.url).searchParams
  const transaction = await ownTransaction(request, query, provider)
  const address = new URL(`${transaction.base}${provider.settings.callbackPath}?${query}`)
  try {
    return { transaction, result: await withTimeout(provider.finish(address, transaction)) }
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    return { reply: await failed(request, provider, transaction, error) }
  }
}

async function ownTransaction(request: BrowserRequest<AuthApp>, query: URLSearchParams, provider: Provider): Promise<Transaction> {
  const { app, message, requestId } = request
  const { auth } = app
  const again = `${auth.url}/mobile/${provider.settings.name}authenticate`
  const states = query.getAll('state')
  if (states.length > 1) throw new PageError({ kind: 'start_invalid', name: 'state', requestId })
  const transaction = states[0] ? await findTransaction(states[0], message, isSecure(auth), auth.secrets.cookie, app.now()) : null
  if (!transaction) {
    app.counts.signIns.rejected++
    await auditRejected(request, provider, states[0] ? 'begun in another browser, or too long ago' : 'no state')
    throw new PageError({ kind: 'other_browser', again })
  }
  const isFirst = await insertUsedState(app.sql, hashOf(transaction.state), app.now())
  if (transaction.provider !== provider.settings.name || !isFirst) {
    app.counts.signIns.rejected++
    await auditRejected(request, provider, isFirst ? 'begun at another provider' : 'state used before')
    throw new PageError({ kind: 'sign_in_rejected', again: transaction.again, requestId }, [dropTransaction(transaction)])
  }
  return transaction
}

async function failed(
  request: BrowserRequest<AuthApp>,
  provider: Provider,
  transaction: Transaction,
  fault: ProviderFault,
): Promise<Reply> {
  const { app, requestId } = request
  const { again } = transaction
  app.counts.signIns[fault.kind === 'unavailable' ? 'provider_unavailable' : fault.kind]++
  const drop = [dropTransaction(transaction)]
  app.log.warn({ id: requestId, provider: provider.settings.name, kind: fault.kind, why: fault.message }, 'sign-in failed at the provider')
  if (fault.kind === 'cancelled')
    return sendRefusal(app, transaction, { error: 'access_denied' }, new PageError({ kind: 'cancelled', again }, drop))
  if (fault.kind === 'unavailable')
    return sendRefusal(
      app,
      transaction,
      { error: 'temporarily_unavailable' },
      new PageError({ kind: 'provider_unavailable', again, requestId }, drop),
    )
  await auditRejected(request, provider, fault.message)
  // The input cannot be trusted: no redirect.
  throw new PageError({ kind: 'sign_in_rejected', again, requestId }, drop)
}

const auditRejected = ({ app, ip, message, requestId }: BrowserRequest<AuthApp>, { settings }: Provider, why: string): Promise<void> =>
  insertAudit(app.sql, {
    at: app.now(),
    action: 'authn_callback_rejected',
    outcome: 'failure',
    network: networkOf(ip),
    agent: agentOf(message.headers['user-agent']),
    requestId,
    detail: { provider: settings.name, why: why.slice(0, 300) },
  })
