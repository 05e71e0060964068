import { handle } from '#api/app.ts'
import { previewAnnouncement } from '#contract/console/announcement.ts'
import { announcementPreview } from '#mail/templates/announcement.ts'
import { findWriter } from '#store/mail/facts.ts'
import { readAudience } from './audience.ts'

export default handle(previewAnnouncement, async ({ app, caller, body }) => {
  const [{ counts }, author] = await Promise.all([readAudience(app.sql, body.audience, app, caller.id), findWriter(app.sql, caller.id)])
  const language = body.language ?? app.settings.locale
  const email = announcementPreview(
    { subject: body.subject, body: body.body, author: author?.name ?? null },
    { language, name: author?.name ?? '' },
    { publicUrl: app.config.publicUrl, apiUrl: app.apiUrl, ...app.settings },
  )
  return { recipients: counts, email: { from: app.emailPreview.mailFrom, ...email } }
})
