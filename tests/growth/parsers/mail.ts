import { sampleNotice } from '#mail/email.samples.ts'
import { emailHtml, emailText, plain, plainLines } from '#mail/email.ts'
import { emailView } from '#mail/email-view.ts'
import { mailboxPage } from '#mail/mailbox/page.ts'
import { markdownHtml } from '#mail/markdown.ts'
import { readMailbox, writeMessage } from '#mail/message.ts'
import { contactEmail } from '#mail/templates/contact.ts'
import { row } from './row.ts'

// Foreign text in emails: as text, as HTML, as MIME, and in the preview.

const signs = [
  'a',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\0',
  'ж',
  '\u0301\u0323',
  '\u200b',
  '\u2028',
  '\u05d0',
  '😀',
  '\ud800',
  '>',
  '<',
  '&',
  '"',
  '=',
  '=?',
  '=\n',
  '.',
  '\n.',
  'https://',
  'token=',
  '?token=',
  '@',
  ',',
  '-- \n',
]
const from = { name: 'D', address: 'd@example.org' }
const ready = (text: string, subject = 'S', name = 'N') =>
  writeMessage({
    id: 1,
    from,
    to: { name, address: 'a@example.org' },
    replyTo: null,
    subject,
    text,
    html: text,
    date: new Date(0),
    isAutomatic: true,
    unsubscribe: null,
    requestId: null,
  })

export const mailParsers = [
  row('Markdown in an email', [...signs, '*', '**', '`', '- ', '> ', '# ', '|', '|-|\n', '[a](', ')'], (text) =>
    markdownHtml(text, { accent: 'red', tint: 'blue' }),
  ),
  row('value in an email', signs, (text) => plain(text)),
  row('lines in an email', signs, plainLines),
  row('email', signs, (text) => {
    const email = sampleNotice('result_replaced', 'ru', {
      team: text,
      comment: text,
      file: { name: text, category: text, version: 1, comment: text },
    })
    return [emailText(email), emailHtml(email)]
  }),
  row('contact email', signs, (text) =>
    contactEmail({ data: { name: text, email: text, subject: text, message: text }, writer: null }, 'en', 'https://d.test'),
  ),
  row('address of the configuration', [...signs, '<', '>'], readMailbox),
  row('message', signs, (text) => ready(text)),
  row(
    'message: subject and name',
    signs.filter((sign) => !/[\r\n]/.test(sign)),
    (text) => ready('', text, text),
  ),
  row('preview of an email', signs, (text) => {
    const shown = { from: text, to: text, replyTo: text, subject: text, text, html: null }
    return emailView(async () => ({ envelope: { from: '', to: '' }, messageId: '', raw: Buffer.alloc(0), shown }), {
      data: { token: 'pj_1' },
    } as never)
  }),
  row('mailbox of the development server', signs, (text) => {
    const shown = { from: text, to: text, replyTo: text, subject: text, text, html: null }
    const open = { id: '1', at: '2026-01-01T00:00:00.000Z', envelope: { from: '', to: '' }, messageId: '', raw: Buffer.alloc(0), shown }
    return mailboxPage({ timeZone: 'UTC', language: 'en', mails: [], open, view: 'text' })
  }),
]
