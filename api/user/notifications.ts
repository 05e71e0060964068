import { curatorKinds, type Notifications, notificationKinds } from '#contract/notification.ts'
import type { Access } from '#rules/admission.ts'
import { choiceFor } from '#rules/notification.ts'
import type { StoredNotifications } from '#store/notification.ts'

/** All kinds that the person can get, with the default where nothing was chosen. */
export const notificationsView = ({ email, language, choices }: StoredNotifications, access: Access): Notifications => ({
  email: email ?? '',
  language,
  kinds: notificationKinds
    .filter((kind) => access !== 'member' || !curatorKinds.includes(kind))
    .map((kind) => ({ kind, when: choiceFor(choices, kind) })),
})
