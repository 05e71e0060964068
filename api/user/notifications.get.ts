import { handle } from '#api/app.ts'
import { getNotifications } from '#contract/notification.ts'
import { findNotifications } from '#store/notification.ts'
import { notificationsShown } from './notifications.ts'

export default handle(getNotifications, async ({ app, caller }) => notificationsShown(await findNotifications(app.sql, caller.id)))
