import { handle } from '#api/app.ts'
import { getMail } from '#contract/console/mail.ts'
import { emailView } from '#mail/email-view.ts'
import { findMail } from '#store/mail/queue.ts'
import { emailNotFound } from './email-state.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

export default handle(getMail, async ({ app, params }) => {
  const mail = await findMail(app.sql, Number(params.id))
  if (!mail) throw emailNotFound(params.id)
  const { id, kind, state, person, tries, reason, requestId, bundleId } = mail
  const view = await emailView(app.emailPreview.compose, mail)
  return {
    id,
    kind,
    state,
    person,
    tries,
    reason,
    createdAt: mail.createdAt.toISOString(),
    dueAt: instant(mail.dueAt),
    endedAt: instant(mail.endedAt),
    requestId,
    bundleId,
    attempts: mail.attempts.map((one) => ({ ...one, startedAt: one.startedAt.toISOString(), endedAt: instant(one.endedAt) })),
    ...('text' in view ? { letter: view, whyNoLetter: null } : { letter: null, whyNoLetter: view.whyNot }),
    canResend: mail.whyNotResend === null,
    canCancel: mail.whyNotCancel === null,
  }
})
