import type { AuthApp } from '#auth/app.ts'
import { baseUrlFor } from '#auth/base-url.ts'
import { browserRoute, PageError, redirectReply } from '#auth/browser-route.ts'
import { type Provider, ProviderFault, withTimeout } from '#auth/provider/provider.ts'
import { newSecrets, storeTransaction, type Transaction } from '#auth/provider/transaction.ts'
import type { BrowserRequest, BrowserRoute } from '#http/page/browser-routes.ts'
import { isCustomScheme } from '#rules/sign-in/client.ts'
import { readStart, type Start } from '#rules/sign-in/start.ts'

// Starts a sign-in in the system browser. Anonymous calls write nothing to the database: the state is in an encrypted cookie.
export const authenticate = (name: string, provider: Provider): BrowserRoute<AuthApp> =>
  browserRoute('GET', `/mobile/${name}authenticate`, async (request) => {
    const { app, message, url } = request
    await request.spend('signIns')
    const own = baseUrlFor(request)
    if ('redirect' in own) return redirectReply(own.redirect)
    const start = begin(request)
    const transaction: Transaction = {
      ...newSecrets(),
      provider: provider.settings.name,
      base: own.base,
      clientId: start.client.id,
      redirectUri: start.redirectUri,
      clientState: start.state,
      codeChallenge: start.codeChallenge,
      clientNonce: start.nonce,
      again: url,
    }
    const target = await targetOf(request, provider, transaction, start)
    return redirectReply(target.href, 302, await storeTransaction(transaction, message, app.auth.secrets.cookie, app.now()))
  })

function begin({ app, url, requestId }: BrowserRequest<AuthApp>): Start {
  const { clients, isFieldClientOn } = app.auth
  const { contact } = app.settings
  const start = readStart(new URL(url, app.auth.url).searchParams, clients, isFieldClientOn)
  if (!('refusal' in start)) return start
  if (start.refusal === 'field_client_disabled') throw new PageError({ kind: 'field_client_disabled', contact })
  throw new PageError({ kind: 'start_invalid', name: start.name, requestId })
}

async function targetOf(
  { app, url, requestId }: BrowserRequest<AuthApp>,
  provider: Provider,
  transaction: Transaction,
  start: Start,
): Promise<URL> {
  const { settings } = provider
  // Another app on the phone could register the same scheme and start a sign-in: the prompt makes it visible to the user.
  const prompt = start.prompt ?? (isCustomScheme(start.redirectUri) ? settings.prompt : null)
  const redirectUri = transaction.base + settings.callbackPath
  try {
    return await withTimeout(
      provider.begin({
        ...transaction,
        redirectUri,
        prompt: prompt || null,
        loginHint: start.loginHint,
        uiLocales: start.uiLocales,
      }),
    )
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    app.log.warn({ id: requestId, provider: settings.name, why: error.message }, 'the identity provider is not available')
    throw new PageError({ kind: 'provider_unavailable', again: url, requestId })
  }
}
