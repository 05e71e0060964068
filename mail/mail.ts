import type { MailReason } from '#rules/mail/reason.ts'
import type { ClaimedMail } from '#store/mail/outbox.ts'

// Types shared by the files of this folder.

/** A composed email: its envelope and its bytes. */
export type ReadyMail = {
  envelope: { from: string; to: string }
  messageId: string
  raw: Buffer
  shown: { from: string; to: string; replyTo: string | null; subject: string; text: string; html: string | null }
}

/** An email that is not sent, or not now. */
export type NotSent = { state: 'cancelled' | 'held'; reason: MailReason; dueAt: Date | null }

export type Compose = (mail: ClaimedMail) => Promise<ReadyMail | NotSent>

/** How one attempt ended. `refused` and `postponed` are replies of the server; `lost` means no reply. */
export type Outcome =
  | { kind: 'accepted'; reply: string }
  | { kind: 'refused'; reply: string; isAddress: boolean }
  | { kind: 'postponed'; reply: string; isServer: boolean } // isServer: the server rejects us, not this email
  // isUntouched: not a byte of the message was sent. isSilent: the server did not answer in time.
  | { kind: 'lost'; reply: string; isUntouched?: boolean; isSilent?: boolean }

/**
 * `commit` is called right before the first byte of the message is sent; on false nothing may be sent. `onSilent` is called when the server has
 * not answered for a while; the attempt goes on.
 */
export type Transport = { deliver(mail: ReadyMail, commit: () => Promise<boolean>, onSilent?: () => void): Promise<Outcome> }
