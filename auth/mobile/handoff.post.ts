import { browserRoute, PageError } from '#auth/browser-route.ts'
import { cookiesOf, dropCookie, handOffCookie, openCookie } from '#auth/cookies.ts'
import { sendBack } from '#auth/finish.ts'
import type { Transaction } from '#auth/provider/transaction.ts'
import { isSecure } from '#auth/provider/transport.ts'
import { hashOf } from '#auth/token/refresh-token.ts'
import { insertUsedState } from '#store/session/sign-in.ts'

type HandOff = { transaction: Transaction; personId: number; authTime: number }

// The click on "open the app". The cookie is SameSite=Strict, so forms of other sites do not send it; it works once.
export const handoff = browserRoute('POST', '/mobile/handoff', async (request) => {
  const { app, message } = request
  const { auth } = app
  await request.spend('signIns')
  const name = handOffCookie(isSecure(auth))
  const handOff = await openCookie<HandOff>(cookiesOf(message)[name], 'hand-off', auth.secrets.cookie, app.now())
  if (!handOff) throw new PageError({ kind: 'other_browser', again: auth.home })
  const drop = [dropCookie(name, isSecure(auth))]
  const { transaction, personId, authTime } = handOff
  if (!(await insertUsedState(app.sql, hashOf(`hand-off ${transaction.state}`), app.now())))
    throw new PageError({ kind: 'other_browser', again: transaction.again }, drop)
  return sendBack(request, transaction, { personId, authTime: new Date(authTime) }, 303, drop)
})
