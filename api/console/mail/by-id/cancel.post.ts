import { handle } from '#api/app.ts'
import { stateBefore } from '#api/console/mail/email-state.ts'
import { cancelMail } from '#contract/console/mail.ts'
import { cancelMail as cancelStoredMail } from '#store/mail/queue.ts'

export default handle(cancelMail, ({ app, params, change, record }) =>
  change(async (sql) => {
    const id = Number(params.id)
    const was = stateBefore(await cancelStoredMail(sql, id, app.now()), params.id)
    record(`mail ${id}`, { state: [was, 'cancelled'] })
    return { id, state: 'cancelled' as const }
  }),
)
