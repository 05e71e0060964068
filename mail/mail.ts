import type { ClaimedMail } from '#store/outbox.ts'

// What the rooms of this folder hand each other.

/** A letter as it leaves: whom it goes to, and its bytes. */
export type ReadyMail = {
  envelope: { from: string; to: string }
  messageId: string
  raw: Buffer
  shown: { from: string; to: string; replyTo: string | null; subject: string; text: string; html: string | null }
}

/** A letter that does not leave, or not now. */
export type Kept = { state: 'cancelled' | 'held'; reason: string; dueAt: Date | null }

export type Compose = (mail: ClaimedMail) => Promise<ReadyMail | Kept>

/** How one try ended. `refused` and `postponed` are words of the other side; `lost` means that it fell silent, or never spoke. */
export type Outcome =
  | { kind: 'accepted'; reply: string }
  | { kind: 'refused'; reply: string; isAddress: boolean }
  | { kind: 'postponed'; reply: string; isServer: boolean } // isServer: it turned us away before it heard of any letter
  | { kind: 'lost'; reply: string; isUntouched?: boolean } // isUntouched: not a byte of the letter had left

/** `commit` is asked right before the first byte of the letter leaves; on false nothing may. */
export type Transport = { deliver(mail: ReadyMail, commit: () => Promise<boolean>): Promise<Outcome> }
