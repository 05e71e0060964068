import MailComposer from 'nodemailer/lib/mail-composer'
import type { ReadyMail } from './mail.ts'

// Builds the MIME message. Input cannot add header fields (header injection).

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

/** Parses `Projects <projects@example.org>`, or the address alone. */
export function readMailbox(text: string): Mailbox {
  const [, name = '', address = text] = NAMED.exec(text.trim()) ?? []
  return { name: name.trim(), address: address.trim() }
}

const hostOf = ({ address }: Mailbox): string => address.slice(address.lastIndexOf('@') + 1)
const formatted = ({ name, address }: Mailbox): string => (name === '' ? address : `${name} <${address}>`)

// RFC 5322 requires CRLF; so do DKIM and SIZE.
const withCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n')
const asText = (value: unknown, name: string): string => {
  // nodemailer would treat an object as a file or URL to read.
  if (typeof value !== 'string') throw new TypeError(`the ${name} of an email is not a string`)
  return value.toWellFormed()
}
// Mail clients decode `=?` as an encoded word (RFC 2047), which would bypass our checks.
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
    // Not folded: some servers read a header that is folded after the colon as empty.
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
    encoding: 'quoted-printable', // short ASCII lines for any text
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const raw = await composer.compile().build()
  return {
    envelope: { from: from.address, to: to.address },
    messageId,
    raw,
    shown: { from: formatted(from), to: formatted(to), replyTo: replyTo && formatted(replyTo), subject, text, html },
  }
}
