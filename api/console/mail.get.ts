import { handle } from '#api/app.ts'
import { listMails } from '#contract/console/mail.ts'
import { pageOf } from '#http/request/page.ts'
import { recipientOf } from '#mail/email-view.ts'
import { listMails as listStoredMails } from '#store/mail/queue.ts'

export default handle(listMails, async ({ app, query }) => {
  const { page, part } = pageOf(query)
  const { mails, total, counts } = await listStoredMails(app.sql, { state: query.state, kind: query.kind, ...part })
  return {
    mails: mails.map((mail) => ({ ...mail, to: recipientOf(mail, app.emailPreview.recipient()) })),
    total,
    ...page,
    counts,
  }
})
