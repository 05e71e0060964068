import type { WholeMail } from '#store/mail/queue.ts'
import { plain } from './email.ts'
import type { Compose, ReadyMail } from './mail.ts'

// The preview of an email on the command line and in the console.

export type EmailPreview = { compose: Compose; recipient(): string; mailFrom: string }

type Preview = Omit<ReadyMail['shown'], 'html'>

const MAX_HEADER = 500

/** Composed as if sent now, with the current names, language and settings. */
export async function emailView(compose: Compose, mail: WholeMail): Promise<Preview | { whyNot: string }> {
  const ready = await compose(mail)
  if (!('shown' in ready)) return { whyNot: ready.reason }
  const { from, to, replyTo, subject, text } = ready.shown
  const head = (value: string) => plain(value, MAX_HEADER)
  return { from: head(from), to: head(to), replyTo: replyTo && head(replyTo), subject: head(subject), text: withoutTokens(text, mail) }
}

// Tokens in links are for the recipient only, never for an operator.
function withoutTokens(text: string, { data: { token } }: WholeMail): string {
  const own = typeof token === 'string' && token !== '' ? text.replaceAll(token, '[hidden]') : text
  return own.replace(/([?&]token=)[^&\s]+/g, '$1[hidden]')
}

/** The recipient address; contact emails go to the directory's own address. */
export const recipientOf = ({ kind, to }: { kind: string; to: string | null }, mailTo: string): string | null =>
  kind === 'contact' ? mailTo : to
