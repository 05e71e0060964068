import { handle } from '#api/app.ts'
import { listMails } from '#contract/console/mail.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { recipientOf } from '#mail/email-view.ts'
import { readPage } from '#rules/paging.ts'
import { listMails as listStoredMails } from '#store/mail/queue.ts'

export default handle(listMails, async ({ app, query }) => {
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults)
  refuseIfFaulty(faults)
  const { state, kind } = query
  const { mails, total, counts } = await listStoredMails(app.sql, { state, kind, limit: pageSize, offset: (page - 1) * pageSize })
  return {
    mails: mails.map((mail) => ({
      ...mail,
      to: recipientOf(mail, app.emailPreview.recipient()),
      createdAt: mail.createdAt.toISOString(),
      dueAt: mail.dueAt?.toISOString() ?? null,
    })),
    total,
    page,
    pageSize,
    counts,
  }
})
