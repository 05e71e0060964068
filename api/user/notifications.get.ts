import { handle } from '#api/app.ts'
import { getNotifications } from '#contract/notification.ts'
import { findNotifications } from '#store/mail/notification.ts'
import { notificationsView } from './notifications.ts'

export default handle(getNotifications, async ({ app, caller }) => notificationsView(await findNotifications(app.sql, caller.id)))
