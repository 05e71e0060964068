import type { NotificationKind } from '#contract/notification.ts'
import type { Choices } from '#rules/notification.ts'

// The pages behind the links of emails, each with what it shows.
export type Subject = NotificationKind | 'digest'
export type MailPage =
  | { kind: 'ask'; subject: Subject; token: string }
  | { kind: 'off'; subject: Subject; token: string; former: Choices } // former: what an undo brings back
  | { kind: 'all'; choices: Choices; token: string }
  | { kind: 'token_unknown'; home: string }
  | { kind: 'confirm'; token: string }
  | { kind: 'confirmed'; email: string; home: string }
  | { kind: 'link_gone'; home: string }
  | { kind: 'store_unavailable' }
  | { kind: 'internal'; requestId: string }
