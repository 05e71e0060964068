import { handle } from '#api/app.ts'
import { allowAddress } from '#contract/console/mail.ts'
import { Refusal } from '#http/response/problem.ts'
import { plain } from '#mail/email.ts'
import { removeBounce } from '#store/mail/bounce.ts'

export default handle(allowAddress, ({ body, change, record }) =>
  change(async (sql) => {
    const address = plain(body.address, 320).toLowerCase()
    if (!(await removeBounce(sql, address))) throw new Refusal('address_not_refused', { address })
    record('mail', { address })
    return { address }
  }),
)
