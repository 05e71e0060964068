import type { BrowserRequest, Reply } from '#http/page/browser-routes.ts'
import { isCustomScheme } from '#rules/sign-in/client.ts'
import type { AuthApp } from './app.ts'
import { pageReply } from './browser-route.ts'
import { handOffCookie, sealCookie, setCookie } from './cookies.ts'
import type { Authenticated } from './finish.ts'
import type { Provider } from './provider/provider.ts'
import type { Transaction } from './provider/transaction.ts'

const HAND_OFF_SECONDS = 600

// Browsers open an app only after a click. If the provider may redirect without one, our page asks for it; the code is issued on that click.
export const needsHandOff = ({ settings }: Provider, { redirectUri }: Transaction): boolean =>
  settings.handOff === 'page' && isCustomScheme(redirectUri)

export async function handOff(
  request: BrowserRequest<AuthApp>,
  transaction: Transaction,
  person: Authenticated,
  drop: [string, string][],
): Promise<Reply> {
  const { auth } = request.app
  const secure = transaction.base.startsWith('https:')
  const sealed = await sealCookie(
    { transaction, personId: person.personId, authTime: person.authTime.getTime() },
    'hand-off',
    auth.secrets.cookie,
    request.app.now(),
  )
  const cookie = setCookie(handOffCookie(secure), sealed, { isSecure: secure, sameSite: 'strict', maxAge: HAND_OFF_SECONDS })
  const scheme = `${transaction.redirectUri.split(':')[0]}:`
  return pageReply({ kind: 'hand_off', action: `${transaction.base}/mobile/handoff`, scheme }, request, [...drop, cookie])
}
