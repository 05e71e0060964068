import { admit } from '#auth/admit.ts'
import type { AuthApp } from '#auth/app.ts'
import { browserRoute, PageError, pageReply } from '#auth/browser-route.ts'
import { agentOf, networkOf } from '#auth/caller.ts'
import { handOffCookie, sealCookie, setCookie } from '#auth/cookies.ts'
import { sendBack, sendRefusal } from '#auth/finish.ts'
import { inTime, type Provider, ProviderFault } from '#auth/provider.ts'
import { hashOf } from '#auth/refresh-token.ts'
import { dropTransaction, findTransaction, type Transaction } from '#auth/transaction.ts'
import { isSecure } from '#auth/transport.ts'
import type { BrowserRequest, BrowserRoute, Reply } from '#http/browser-routes.ts'
import { knownLanguageOf } from '#http/call.ts'
import { isCustomScheme } from '#rules/client.ts'
import { insertAudit } from '#store/audit.ts'
import { insertUsedState } from '#store/sign-in.ts'

const HAND_OFF_SECONDS = 600

// The provider sends the browser back here, each provider to its own address: what one began cannot be finished by another.
export const callback = (provider: Provider): BrowserRoute<AuthApp> =>
  browserRoute('GET', provider.settings.callbackPath, async (request) => {
    const { app, url } = request
    request.spend('signIns')
    const query = new URL(url, app.auth.url).searchParams
    const transaction = await ownTransaction(request, query, provider)
    const drop = [dropTransaction(transaction)]
    const about = {
      clientId: transaction.clientId,
      network: networkOf(request.ip),
      agent: agentOf(request.message.headers['user-agent']),
      requestId: request.requestId,
    }
    let passed: Awaited<ReturnType<Provider['finish']>>
    try {
      passed = await inTime(provider.finish(new URL(`${transaction.base}${provider.settings.callbackPath}?${query}`), transaction))
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error
      return failed(request, provider, transaction, error, drop)
    }
    const now = app.now()
    const { said } = passed
    const language = knownLanguageOf(request.message)
    const { bootstrapAdministrators: bootstrap } = app.auth
    const admitted = await admit(app.sql, { settings: provider.settings, said, bootstrap, language, now, about })
    if ('refusal' in admitted) {
      const { contact } = app.auth
      const { again } = transaction
      const page: PageError = new PageError(
        admitted.refusal === 'not_allowed'
          ? { kind: 'not_allowed', email: said.email, contact, again }
          : { kind: 'account_disabled', contact, again },
        drop,
      )
      return sendRefusal(app, transaction, { error: 'access_denied', error_code: admitted.refusal }, page)
    }
    if (admitted.hasNewAccess) app.signedIn.forgetPerson(admitted.personId)
    const authTime = passed.authTime !== null && passed.authTime < now ? passed.authTime : now
    if (provider.settings.handOff === 'page' && isCustomScheme(transaction.redirectUri))
      return handOff(request, transaction, { personId: admitted.personId, authTime }, drop)
    return sendBack(request, transaction, { personId: admitted.personId, authTime }, 302, drop)
  })

async function ownTransaction(request: BrowserRequest<AuthApp>, query: URLSearchParams, provider: Provider): Promise<Transaction> {
  const { app, message, requestId } = request
  const { auth } = app
  const again = `${auth.url}/mobile/${provider.settings.name}authenticate`
  const states = query.getAll('state')
  if (states.length > 1) throw new PageError({ kind: 'start_invalid', name: 'state', requestId })
  const transaction = states[0] ? await findTransaction(states[0], message, isSecure(auth), auth.secrets.cookie, app.now()) : null
  if (!transaction) {
    await noteRejected(request, provider, states[0] ? 'begun in another browser, or too long ago' : 'no state')
    throw new PageError({ kind: 'other_browser', again })
  }
  const isFirst = await insertUsedState(app.sql, hashOf(transaction.state), app.now())
  if (transaction.provider !== provider.settings.name || !isFirst) {
    await noteRejected(request, provider, isFirst ? 'begun at another provider' : 'state used before')
    throw new PageError({ kind: 'sign_in_rejected', again: transaction.again, requestId }, [dropTransaction(transaction)])
  }
  return transaction
}

async function failed(
  request: BrowserRequest<AuthApp>,
  provider: Provider,
  transaction: Transaction,
  fault: ProviderFault,
  drop: [string, string][],
): Promise<Reply> {
  const { app, requestId } = request
  const { again } = transaction
  app.log.warn(
    { id: requestId, provider: provider.settings.name, kind: fault.kind, why: fault.message },
    'a sign-in failed at the provider',
  )
  if (fault.kind === 'cancelled')
    return sendRefusal(app, transaction, { error: 'access_denied' }, new PageError({ kind: 'cancelled', again }, drop))
  if (fault.kind === 'unavailable')
    return sendRefusal(
      app,
      transaction,
      { error: 'temporarily_unavailable' },
      new PageError({ kind: 'provider_unavailable', again, requestId }, drop),
    )
  await noteRejected(request, provider, fault.message)
  // Nothing that came can be trusted, so nobody is sent anywhere.
  throw new PageError({ kind: 'sign_in_rejected', again, requestId }, drop)
}

const noteRejected = ({ app, ip, message, requestId }: BrowserRequest<AuthApp>, { settings }: Provider, why: string): Promise<void> =>
  insertAudit(app.sql, {
    at: app.now(),
    action: 'authn_callback_rejected',
    outcome: 'failure',
    network: networkOf(ip),
    agent: agentOf(message.headers['user-agent']),
    requestId,
    detail: { provider: settings.name, why: why.slice(0, 300) },
  })

// Browsers open an app only after a click. Where the provider may let people through without one, they click here, and the code is made then.
async function handOff(
  request: BrowserRequest<AuthApp>,
  transaction: Transaction,
  passed: { personId: number; authTime: Date },
  drop: [string, string][],
): Promise<Reply> {
  const { auth } = request.app
  const secure = transaction.base.startsWith('https:')
  const pass = await sealCookie(
    { transaction, personId: passed.personId, authTime: passed.authTime.getTime() },
    'hand-off',
    auth.secrets.cookie,
    request.app.now(),
  )
  const cookie = setCookie(handOffCookie(secure), pass, { isSecure: secure, sameSite: 'strict', maxAge: HAND_OFF_SECONDS })
  const scheme = `${transaction.redirectUri.split(':')[0]}:`
  return pageReply({ kind: 'hand_off', action: `${transaction.base}/mobile/handoff`, scheme }, request, [...drop, cookie])
}
