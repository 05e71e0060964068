import type { NotificationKind, When } from '#contract/notification.ts'
import type { AnySql } from '#database/sql.ts'
import { saveNotifications } from '#store/mail/notification.ts'

/** When this person wants emails of this kind. */
export const setChoice = (sql: AnySql, personId: number, kind: NotificationKind, when: When): Promise<void> =>
  saveNotifications(sql, personId, { [kind]: when }, undefined)
