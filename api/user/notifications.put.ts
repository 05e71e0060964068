import { handle } from '#api/app.ts'
import { Notifications, updateNotifications } from '#contract/notification.ts'
import { findNotifications, saveNotifications } from '#store/mail/notification.ts'
import { lockPerson } from '#store/person/account.ts'
import { notificationsView } from './notifications.ts'

export default handle(updateNotifications, ({ caller, body, change, refuseIfChanged }) =>
  change(async (sql) => {
    const [, before] = await Promise.all([lockPerson(sql, caller.id), findNotifications(sql, caller.id)])
    refuseIfChanged(Notifications, notificationsView(before))
    const choices = Object.fromEntries((body.kinds ?? []).map(({ kind, when }) => [kind, when]))
    const { language = before.language } = body
    // Pipelined: both statements take one round trip.
    await Promise.all([saveNotifications(sql, caller.id, {}, body.language), saveNotifications(sql, caller.id, choices, undefined)])
    return notificationsView({ ...before, language, choices: { ...before.choices, ...choices } })
  }),
)
