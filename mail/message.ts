import MailComposer from 'nodemailer/lib/mail-composer'
import type { ReadyMail } from './mail.ts'

// The bytes of a mail. Whatever is put in, its header has exactly the lines named here.

export type Mailbox = { name: string; address: string }
export type Message = {
  id: number
  from: Mailbox
  to: Mailbox
  replyTo: Mailbox | null
  subject: string
  text: string
  html: string | null
  date: Date
  isAutomatic: boolean
  unsubscribe: string | null
  requestId: string | null
}

const NAMED = /^([^<>"\p{C}]*)<([^<>\s@]+@[^<>\s@]+)>$/u

/** As the configuration writes it: `Projects <projects@example.org>`, or the address alone. */
export function readMailbox(text: string): Mailbox {
  const [, name = '', address = text] = NAMED.exec(text.trim()) ?? []
  return { name: name.trim(), address: address.trim() }
}

const hostOf = ({ address }: Mailbox): string => address.slice(address.lastIndexOf('@') + 1)
const written = ({ name, address }: Mailbox): string => (name === '' ? address : `${name} <${address}>`)

// RFC 5322 wants CRLF, and so does everything that signs or counts.
const withCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n')
const asText = (value: unknown, name: string): string => {
  // An object here would be a file or an address for the composer to read.
  if (typeof value !== 'string') throw new TypeError(`the ${name} of a mail is no text`)
  return value.toWellFormed()
}
// Mail programs read this as the beginning of encoded text, even where it is none: it could say something else than we have checked.
const withoutEncoded = (text: string): string => text.replaceAll('=?', '= ?')
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

export async function writeMessage(message: Message): Promise<ReadyMail> {
  const { id, from, to, date, isAutomatic, unsubscribe, requestId } = message
  const subject = withoutEncoded(asText(message.subject, 'subject'))
  const text = asText(message.text, 'text')
  const html = message.html === null ? null : asText(message.html, 'html')
  const replyTo = message.replyTo && { ...message.replyTo, name: withoutEncoded(message.replyTo.name) }
  const messageId = `<outbox-${id}@${hostOf(from)}>`
  const headers: Record<string, string | { prepared: boolean; value: string }> = {
    ...(isAutomatic ? { 'Auto-Submitted': 'auto-generated' } : {}),
    // On one line: folded after the colon, where its first blank is, some would read it as empty.
    ...(unsubscribe === null
      ? {}
      : { 'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` }, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    ...(requestId !== null && REQUEST_ID.test(requestId) ? { 'X-Projectory-Request': requestId } : {}),
  }
  const composer = new MailComposer({
    from,
    to,
    ...(replyTo ? { replyTo } : {}),
    subject,
    text: withCrlf(text),
    ...(html === null ? {} : { html: withCrlf(html) }),
    messageId,
    date,
    headers,
    encoding: 'quoted-printable', // short lines of ASCII, whatever is written
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const raw = await composer.compile().build()
  return {
    envelope: { from: from.address, to: to.address },
    messageId,
    raw,
    shown: { from: written(from), to: written(to), replyTo: replyTo && written(replyTo), subject, text, html },
  }
}
