import type { Notifications } from '#contract/notification.ts'
import { choiceFor, kindsFor } from '#rules/mail/notification.ts'
import type { StoredNotifications } from '#store/mail/notification.ts'

/** All kinds of emails the person can get, with the default where nothing was chosen. */
export const notificationsView = ({ email, language, isCurator, choices }: StoredNotifications): Notifications => ({
  email: email ?? '',
  language,
  kinds: kindsFor(isCurator).map((kind) => ({ kind, when: choiceFor(choices, kind) })),
})
