import type { NotificationKind } from '#contract/notification.ts'
import type { Choices } from '#rules/mail/notification.ts'

// Pages behind the links in emails, with their data.
export type Subject = NotificationKind | 'digest'
export type MailPage =
  | { kind: 'ask'; subject: Subject; token: string }
  | { kind: 'off'; subject: Subject; token: string; former: Choices } // former: the choices an undo restores
  | { kind: 'all'; choices: Choices; isCurator: boolean; token: string }
  | { kind: 'token_unknown'; home: string }
  | { kind: 'confirm'; token: string }
  | { kind: 'confirmed'; email: string; home: string }
  | { kind: 'link_gone'; home: string }
  | { kind: 'store_unavailable' }
  | { kind: 'internal'; requestId: string }
