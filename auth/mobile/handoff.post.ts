import { cookiesOf, dropCookie, handOffCookie, openCookie } from '#auth/cookies.ts'
import { door, Turned } from '#auth/door.ts'
import { sendBack } from '#auth/finish.ts'
import { hashOf } from '#auth/refresh-token.ts'
import type { Transaction } from '#auth/transaction.ts'
import { isSecure } from '#auth/transport.ts'
import { insertUsedState } from '#store/sign-in.ts'

type Pass = { transaction: Transaction; personId: number; authTime: number }

// The click on "open the app". The cookie is SameSite=Strict, so another site's form brings none; and it works once.
export const handoff = door('POST', '/mobile/handoff', async (visit) => {
  const { app, message } = visit
  const { auth } = app
  visit.spend('signIns')
  const name = handOffCookie(isSecure(auth))
  const pass = await openCookie<Pass>(cookiesOf(message)[name], 'hand-off', auth.secrets.cookie, app.now())
  if (!pass) throw new Turned({ kind: 'other_browser', again: auth.home })
  const drop = [dropCookie(name, isSecure(auth))]
  const { transaction, personId, authTime } = pass
  if (!(await insertUsedState(app.sql, hashOf(`hand-off ${transaction.state}`), app.now())))
    throw new Turned({ kind: 'other_browser', again: transaction.again }, drop)
  return sendBack(visit, transaction, { personId, authTime: new Date(authTime) }, 303, drop)
})
