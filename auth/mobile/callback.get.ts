import { admitReturned } from '#auth/admit-returned.ts'
import type { AuthApp } from '#auth/app.ts'
import { browserRoute } from '#auth/browser-route.ts'
import { sendBack } from '#auth/finish.ts'
import { handOff, needsHandOff } from '#auth/hand-off.ts'
import type { Provider } from '#auth/provider.ts'
import { readReturn } from '#auth/provider-return.ts'
import { dropTransaction } from '#auth/transaction.ts'
import type { BrowserRoute } from '#http/browser-routes.ts'

// The provider sends the browser back here, each provider to its own address: a sign-in begun at one cannot be finished by another.
export const callback = (provider: Provider): BrowserRoute<AuthApp> =>
  browserRoute('GET', provider.settings.callbackPath, async (request) => {
    request.spend('signIns')
    const returned = await readReturn(request, provider)
    if ('reply' in returned) return returned.reply
    const { transaction, passed } = returned
    const now = request.app.now()
    const admitted = await admitReturned(request, provider, transaction, passed.said)
    if ('reply' in admitted) return admitted.reply
    const authTime = passed.authTime !== null && passed.authTime < now ? passed.authTime : now
    const person = { personId: admitted.personId, authTime }
    const drop = [dropTransaction(transaction)]
    if (needsHandOff(provider, transaction)) return handOff(request, transaction, person, drop)
    return sendBack(request, transaction, person, 302, drop)
  })
