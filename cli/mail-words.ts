import type { MailState } from '#contract/console/mail.ts'
import { errors } from '#contract/errors.ts'
import type { DeskAct } from '#store/mail-desk.ts'

// What an operator is told about a letter.

export const meanings: Record<MailState, string> = {
  queued: 'It waits for the worker, which takes it within seconds.',
  sending: 'A worker is handing it over right now. If that worker dies, another one looks after it within a minute.',
  deferred: 'It could not be handed over yet and is tried again by itself.',
  held: 'This person wants one letter a day; it waits for that.',
  review: 'It came from outside and somebody should look at it first. resend lets it go, cancel drops it.',
  sent: 'The mail server has taken it.',
  bundled: 'It went out inside a daily letter.',
  failed: 'The mail server refused it for good. Its reply says why; resend tries once more.',
  unknown:
    'The connection or the process was lost after the letter had begun to leave. It may have arrived or not, nobody here can tell, and it is not sent again by itself. resend sends it again; the reader may then have it twice.',
  dead: 'It was tried twelve times or for three days and nobody took it. resend starts over.',
  cancelled: 'It will not be sent.',
}

/** What to know after it was put back into the queue. */
export const afterwards: Partial<Record<MailState, string>> = {
  unknown: ' If it had arrived after all, the reader has it twice.',
  held: ' As long as this person wants one letter a day it will be held again.',
}

/** In the words a call of the console refuses with. */
export function whyNot({ was, whyNot }: DeskAct): string {
  const { en } = errors[whyNot!].detail
  return `it is ${was}: ${en[0]!.toLowerCase()}${en.slice(1)}`
}

export const moment = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

/** Rows of words in columns; the last is as long as it likes. */
export function columns(rows: string[][]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => [...row[at]!].length)))
  const pad = (word: string, at: number) => (at === widths.length - 1 ? word : word + ' '.repeat(widths[at]! - [...word].length))
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}
