import type { MailSubject } from '#contract/email.ts'
import type { Language } from '#contract/language.ts'
import { isolated, plain, plainLines } from '#mail/email.ts'
import { readEmail } from '#rules/sign-in/claims.ts'
import type { Writer } from '#store/mail/facts.ts'
import type { MailData } from '#store/mail/outbox.ts'
import { languages } from '#texts/languages.ts'
import { mailText } from './text.ts'

// The email of the contact form to the directory. Plain text; verified facts are above the visitor's text, so that it cannot fake them.

// Always in English: recipients filter by these.
const prefixes: Record<MailSubject, string> = { contact: '[Contact]', 'project-idea': '[Project idea]', feedback: '[Feedback]' }

export type ContactEmail = { subject: string; text: string; replyTo: { name: string; address: string } | null }

const MAX_LENGTH = 10_000

export function contactEmail(
  { data, writer }: { data: MailData; writer: Writer | null },
  language: Language,
  publicUrl: string,
): ContactEmail {
  const text = (key: string): string => (typeof data[key] === 'string' ? data[key] : '')
  const prefix = Object.hasOwn(prefixes, text('about')) ? prefixes[text('about') as MailSubject] : prefixes.contact
  const address = readEmail(text('email'))
  const name = plain(text('name'), 100)
  const whole = (value: string): string => isolated(plain(value, MAX_LENGTH))
  const spoken = languages.includes(text('language')) ? new Intl.DisplayNames(language, { type: 'language' }).of(text('language')) : '?'
  const account =
    writer === null
      ? mailText(language, 'contact.nobody')
      : mailText(language, 'contact.signedIn', {
          name: whole(writer.name),
          login: writer.login,
          id: writer.id,
          address: writer.email === null ? '-' : whole(writer.email),
        })
  const row = (key: 'name' | 'address' | 'language' | 'account' | 'subject', value = '') =>
    `${mailText(language, `contact.${key}`)}: ${value}`
  const lines = [
    mailText(language, 'contact.intro', { place: publicUrl }),
    '',
    row('name', whole(text('name'))),
    row('address', address ?? mailText(language, 'contact.invalid', { address: whole(text('email')) })),
    row('language', spoken),
    row('account', account),
    '',
    mailText(language, 'contact.rule'),
    '-'.repeat(40),
    ...(text('subject').trim() === '' ? [] : [row('subject', whole(text('subject'))), '']),
    ...(text('message').trim() === '' ? [mailText(language, 'contact.empty')] : plainLines(text('message'))),
  ]
  return {
    subject: `${prefix} ${plain(text('subject')) || name}`,
    text: `${lines.join('\n')}\n`,
    replyTo: address === null ? null : { name, address },
  }
}
