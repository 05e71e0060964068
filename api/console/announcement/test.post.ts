import { handle } from '#api/app.ts'
import { TESTS_AN_HOUR, testAnnouncement } from '#contract/console/announcement.ts'
import { Refusal } from '#http/response/problem.ts'
import { findNotifications } from '#store/mail/notification.ts'
import { countMailsOf, insertMail } from '#store/mail/outbox.ts'
import { lockPerson } from '#store/person/account.ts'
import { readAnnouncement } from './announcement-view.ts'

const HOUR_MS = 3_600_000

export default handle(testAnnouncement, ({ app, caller, body, change, record, requestId }) =>
  change(async (sql) => {
    const at = app.now()
    const text = readAnnouncement(body)
    await lockPerson(sql, caller.id)
    const { email } = await findNotifications(sql, caller.id)
    if (email === null) throw new Refusal('no_own_address')
    const kind = 'announcement_test'
    if ((await countMailsOf(sql, { personId: caller.id, kind, since: new Date(at.getTime() - HOUR_MS) })) >= TESTS_AN_HOUR)
      throw new Refusal('too_many_mails', { minutes: 60 }, { headers: { 'retry-after': '3600' } })
    await insertMail(sql, { kind, personId: caller.id, data: { ...text, by: caller.id }, at, requestId })
    record('announcement', { name: text.subject })
    return { to: email }
  }),
)
