import type { MailSubject } from '#contract/email.ts'
import type { Language } from '#contract/errors.ts'
import { isolated, plain, plainLines } from '#mail/email.ts'
import { readEmail } from '#rules/sign-in/claims.ts'
import type { Writer } from '#store/mail/facts.ts'
import type { MailData } from '#store/mail/outbox.ts'

// The email of the contact form to the directory. Plain text; verified facts are above the visitor's text, so that it cannot fake them.

// Always in English: recipients filter by these.
const prefixes: Record<MailSubject, string> = { contact: '[Contact]', 'project-idea': '[Project idea]', feedback: '[Feedback]' }

const words = {
  en: {
    intro: (place: string) => `New message from ${place}.`,
    name: 'Name',
    address: 'Address',
    noAddress: 'not valid',
    language: 'Language',
    signedIn: 'Account',
    nobody: 'not signed in, the name was entered by the visitor',
    number: 'ID',
    subject: 'Subject',
    rule: 'The text below was written by the visitor.',
    empty: '(No message. The visitor left a name and an address.)',
  },
  ru: {
    intro: (place: string) => `Новое сообщение с ${place}.`,
    name: 'Имя',
    address: 'Адрес',
    noAddress: 'недействителен',
    language: 'Язык',
    signedIn: 'Учётная запись',
    nobody: 'вход не выполнен, имя указано посетителем',
    number: 'ID',
    subject: 'Тема',
    rule: 'Текст ниже написал посетитель.',
    empty: '(Сообщения нет. Посетитель оставил имя и адрес.)',
  },
} satisfies Record<Language, unknown>

export type ContactEmail = { subject: string; text: string; replyTo: { name: string; address: string } | null }

const MAX_LENGTH = 10_000

export function contactEmail(
  { data, writer }: { data: MailData; writer: Writer | null },
  language: Language,
  publicUrl: string,
): ContactEmail {
  const text = (key: string): string => (typeof data[key] === 'string' ? data[key] : '')
  const labels = words[language]
  const prefix = Object.hasOwn(prefixes, text('about')) ? prefixes[text('about') as MailSubject] : prefixes.contact
  const address = readEmail(text('email'))
  const name = plain(text('name'), 100)
  const whole = (value: string): string => isolated(plain(value, MAX_LENGTH))
  const spoken =
    text('language') === 'en' || text('language') === 'ru'
      ? new Intl.DisplayNames(language, { type: 'language' }).of(text('language'))
      : '?'
  const account =
    writer === null
      ? labels.nobody
      : `${whole(writer.name)} (${writer.login}, ${labels.number} ${writer.id}), ${writer.email === null ? '-' : whole(writer.email)}`
  const lines = [
    labels.intro(publicUrl),
    '',
    `${labels.name}: ${whole(text('name'))}`,
    `${labels.address}: ${address ?? `${labels.noAddress} (${whole(text('email'))})`}`,
    `${labels.language}: ${spoken}`,
    `${labels.signedIn}: ${account}`,
    '',
    labels.rule,
    '-'.repeat(40),
    ...(text('subject').trim() === '' ? [] : [`${labels.subject}: ${whole(text('subject'))}`, '']),
    ...(text('message').trim() === '' ? [labels.empty] : plainLines(text('message'))),
  ]
  return {
    subject: `${prefix} ${plain(text('subject')) || name}`,
    text: `${lines.join('\n')}\n`,
    replyTo: address === null ? null : { name, address },
  }
}
