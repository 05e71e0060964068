import { handle } from '#api/app.ts'
import { ANNOUNCEMENTS_A_DAY, createAnnouncement } from '#contract/console/announcement.ts'
import { Refusal } from '#http/response/problem.ts'
import { undoUntil } from '#rules/request/request.ts'
import { insertAnnouncement, listAnnouncementTimes } from '#store/announcement/announcement.ts'
import { lockPerson } from '#store/person/account.ts'
import { readAnnouncement, wholeAnnouncement } from './announcement/announcement-view.ts'
import { readAudience } from './announcement/audience.ts'

const DAY_MS = 86_400_000

export default handle(createAnnouncement, ({ app, caller, body, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const text = readAnnouncement(body)
    await lockPerson(sql, caller.id) // two calls at once cannot pass the limit together
    const sent = await listAnnouncementTimes(sql, caller.id, new Date(at.getTime() - DAY_MS))
    if (sent.length >= ANNOUNCEMENTS_A_DAY) {
      const seconds = Math.ceil((sent.at(-ANNOUNCEMENTS_A_DAY)!.getTime() + DAY_MS - at.getTime()) / 1000)
      const facts = { limit: ANNOUNCEMENTS_A_DAY, hours: Math.ceil(seconds / 3600) }
      throw new Refusal('too_many_announcements', facts, { headers: { 'retry-after': String(seconds) } })
    }
    const { audience, counts } = await readAudience(sql, body.audience, app, caller.id)
    if (counts.emails === 0) throw new Refusal('audience_empty')
    const id = await insertAnnouncement(sql, { ...text, audience, authorId: caller.id, at, sendAt: undoUntil(at, app.settings) })
    record(`announcement ${id}`, {
      name: text.subject,
      audience: audience.kind,
      ...(audience.project ? { project: audience.project } : {}),
      ...(audience.round ? { round: audience.round } : {}),
      people: counts.emails,
    })
    return wholeAnnouncement(sql, id, at)
  }),
)
