import { admitReturned } from '#auth/admit/returned.ts'
import type { AuthApp } from '#auth/app.ts'
import { browserRoute } from '#auth/browser-route.ts'
import { sendBack } from '#auth/finish.ts'
import { handOff, needsHandOff } from '#auth/hand-off.ts'
import type { Provider } from '#auth/provider/provider.ts'
import { readReturn } from '#auth/provider/return.ts'
import { dropTransaction } from '#auth/provider/transaction.ts'
import type { BrowserRoute } from '#http/page/browser-routes.ts'

// The redirect URI of a provider. Each has its own, against mix-up attacks: a sign-in started at one cannot be finished at another.
export const callback = (provider: Provider): BrowserRoute<AuthApp> =>
  browserRoute('GET', provider.settings.callbackPath, async (request) => {
    await request.spend('signIns')
    const returned = await readReturn(request, provider)
    if ('reply' in returned) return returned.reply
    const { transaction, result } = returned
    const now = request.app.now()
    const admitted = await admitReturned(request, provider, transaction, result.claims)
    if ('reply' in admitted) return admitted.reply
    const authTime = result.authTime !== null && result.authTime < now ? result.authTime : now
    const person = { personId: admitted.personId, authTime }
    const drop = [dropTransaction(transaction)]
    if (needsHandOff(provider, transaction)) return handOff(request, transaction, person, drop)
    return sendBack(request, transaction, person, 302, drop)
  })
