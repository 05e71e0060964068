import type { WholeMail } from '#store/email-queue.ts'
import { plain } from './email.ts'
import type { Compose, ReadyMail } from './mail.ts'

// A letter as whoever looks after the mail sees it, on the command line and in the console.

/** What that takes beside the store. */
export type EmailPreview = { compose: Compose; mailTo: string }

type ShownLetter = Omit<ReadyMail['shown'], 'html'>

const LONGEST_HEAD = 500

/** Composed as if it left now: names, language and settings are those of this moment. */
export async function emailView(compose: Compose, mail: WholeMail): Promise<ShownLetter | { whyNot: string }> {
  const ready = await compose(mail)
  if (!('shown' in ready)) return { whyNot: plain(ready.reason) }
  const { from, to, replyTo, subject, text } = ready.shown
  const head = (value: string) => plain(value, LONGEST_HEAD)
  return { from: head(from), to: head(to), replyTo: replyTo && head(replyTo), subject: head(subject), text: withoutTokens(text, mail) }
}

// What opens something for the reader opens nothing for whoever looks at the screen.
function withoutTokens(text: string, { data: { token } }: WholeMail): string {
  const own = typeof token === 'string' && token !== '' ? text.replaceAll(token, '[hidden]') : text
  return own.replace(/([?&]token=)[^&\s]+/g, '$1[hidden]')
}

/** Where it goes; what people write through the contact form goes to the directory's own address. */
export const recipientOf = ({ kind, to }: { kind: string; to: string | null }, mailTo: string): string | null =>
  kind === 'contact' ? mailTo : to
