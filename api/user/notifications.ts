import { type Notifications, notificationKinds } from '#contract/notification.ts'
import { choiceFor } from '#rules/notification.ts'
import type { StoredNotifications } from '#store/notification.ts'

/** All kinds, with the default where nothing was chosen. */
export const notificationsView = ({ email, language, choices }: StoredNotifications): Notifications => ({
  email: email ?? '',
  language,
  kinds: notificationKinds.map((kind) => ({ kind, when: choiceFor(choices, kind) })),
})
