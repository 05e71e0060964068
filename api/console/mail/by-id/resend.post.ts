import { handle } from '#api/app.ts'
import { stateBefore } from '#api/console/mail/email-state.ts'
import { resendMail } from '#contract/console/mail.ts'
import { requeueMail } from '#store/mail/queue.ts'

export default handle(resendMail, ({ app, params, change, record }) =>
  change(async (sql) => {
    const id = Number(params.id)
    const was = stateBefore(await requeueMail(sql, id, app.now()), params.id)
    record(`mail ${id}`, { state: [was, 'queued'] })
    return { id, state: 'queued' as const }
  }),
)
