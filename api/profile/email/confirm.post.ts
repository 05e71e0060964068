import { createHash } from 'node:crypto'
import { handle } from '#api/app.ts'
import { confirmEmail } from '#contract/profile.ts'
import { Refusal } from '#http/response/problem.ts'
import { confirmEmail as confirmStoredEmail } from '#store/person/account.ts'

// The token proves access to the mailbox: the call needs no sign-in, and does not sign in.
export default handle(confirmEmail, ({ app, body, change }) =>
  change(async (sql) => {
    const email = await confirmStoredEmail(sql, createHash('sha256').update(body.token.trim()).digest(), app.now())
    if (email === undefined) throw new Refusal('link_invalid')
    return { email }
  }),
)
