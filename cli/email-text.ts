import type { MailState } from '#contract/console/mail.ts'
import { detailOf } from '#contract/error-text.ts'
import type { QueueAct } from '#store/mail/queue.ts'

// Texts about the state of an email, for operators.

export const meanings: Record<MailState, string> = {
  queued: 'Usually sent within seconds.',
  sending: 'Being handed over to the mail server. If the worker stops, another one takes over within a minute.',
  deferred: 'Could not be sent yet. It will be retried automatically.',
  held: 'The recipient gets one digest a day. This email will be part of the next one.',
  review: 'Came from the contact form and may be spam. Use resend to send it or cancel to drop it.',
  sent: 'Accepted by the mail server.',
  bundled: 'Sent as part of a daily digest.',
  failed: 'The mail server rejected it permanently. See its reply for the reason. Use resend to try again.',
  unknown:
    'The connection was lost while sending, so it may or may not have been delivered. It is not retried automatically. Use resend to send it again; the recipient may then get it twice.',
  dead: 'Not delivered after 12 attempts or three days. Use resend to start over.',
  cancelled: 'It will not be sent.',
}

/** Warnings after an email was put back into the queue. */
export const afterwards: Partial<Record<MailState, string>> = {
  unknown: ' If it was already delivered, the recipient will get it twice.',
  held: ' It will be held again while the recipient has a daily digest.',
}

/** The text of the error that the console has for the same case. */
export function whyNot({ was, whyNot }: QueueAct): string {
  const detail = detailOf(whyNot!, 'en')
  return `it is ${was}: ${detail[0]!.toLowerCase()}${detail.slice(1)}`
}

export const moment = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

/** Aligns cells in columns; the last column is not padded. */
export function columns(rows: string[][]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => [...row[at]!].length)))
  const pad = (cell: string, at: number) => (at === widths.length - 1 ? cell : cell + ' '.repeat(widths[at]! - [...cell].length))
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}
