import type { Language } from '#contract/errors.ts'
import type { NotificationKind } from '#contract/notification.ts'
import { notificationKinds } from '#contract/notification.ts'
import { readEmail } from '#rules/claims.ts'
import { choiceFor, nextDigest } from '#rules/notification.ts'
import { findMailFacts, findReader, findWriter, type MailFacts, type Reader } from '#store/email-facts.ts'
import { unsubscribeTokenOf } from '#store/notification.ts'
import type { ClaimedMail } from '#store/outbox.ts'
import type { Sql } from '#store/sql.ts'
import { type Email, emailHtml, emailText } from './email.ts'
import type { Compose, Kept, ReadyMail } from './mail.ts'
import { readMailbox, writeMessage } from './message.ts'
import { contactEmail } from './templates/contact.ts'
import { digestEmail } from './templates/digest.ts'
import { hasSubject, isNotice, noticeEmail } from './templates/notice.ts'

type Options = {
  sql: Sql
  now: () => Date
  publicUrl: string
  apiUrl: string
  mailFrom: string
  mailTo: string
  locale: Language
  timeZone: string
}

const cancelled = (reason: string): Kept => ({ state: 'cancelled', reason, dueAt: null })
const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'ru'
const isChosen = (kind: string): kind is NotificationKind => (notificationKinds as readonly string[]).includes(kind)

/** Makes letters of rows at the moment they leave: address, language and wishes are those of now. */
export function createComposer({ sql, now, publicUrl, apiUrl, mailFrom, mailTo, locale, timeZone }: Options): Compose {
  const from = readMailbox(mailFrom)
  const ours = readMailbox(mailTo)
  const place = { publicUrl, apiUrl, timeZone }

  // Not marked as automatic: a person wrote it and waits, and many a desk drops what says that nobody did.
  async function contact(mail: ClaimedMail): Promise<ReadyMail> {
    const { id, requestId, data } = mail
    const writer = Number.isSafeInteger(data.person) ? await findWriter(sql, data.person as number) : null
    const letter = contactEmail({ data, writer }, locale, publicUrl)
    return writeMessage({ id, from, to: ours, ...letter, html: null, date: now(), isAutomatic: false, unsubscribe: null, requestId })
  }

  function send({ id, requestId }: ClaimedMail, address: string, letter: Email, unsubscribe: string | null): Promise<ReadyMail> {
    const { subject } = letter
    const written = { subject, text: emailText(letter), html: emailHtml(letter) }
    const to = { name: '', address }
    return writeMessage({ id, from, to, replyTo: null, ...written, date: now(), isAutomatic: true, unsubscribe, requestId })
  }

  const unsubscribeAddress = async (personId: number, kind: string): Promise<string> =>
    `${apiUrl}/mail/unsubscribe?token=${await unsubscribeTokenOf(sql, personId)}&kind=${kind}`

  async function notice(mail: ClaimedMail, reader: Reader, facts: MailFacts, address: string): Promise<ReadyMail | Kept> {
    const { kind } = mail
    if (!hasSubject(facts)) return cancelled('what it speaks of is gone')
    if (kind === 'email_change' && (facts.linkEndsAt === null || typeof facts.data.token !== 'string'))
      return cancelled('its link opens nothing any more')
    // Whoever owns the new address may be a stranger: they learn no name, nor can a name be used to tell them something.
    const name = kind === 'email_change' ? '' : reader.name
    const language = kind === 'email_change' && isLanguage(facts.data.language) ? facts.data.language : (reader.language ?? locale)
    if (!isChosen(kind)) return send(mail, address, noticeEmail(facts, { language, name }, place, null), null)
    const when = choiceFor(reader.choices, kind)
    if (when === 'off') return cancelled('the reader has turned this kind off')
    if (when === 'daily') return { state: 'held', reason: 'waits for the mail of the day', dueAt: nextDigest(now(), timeZone) }
    const unsubscribe = await unsubscribeAddress(mail.personId!, kind)
    return send(mail, address, noticeEmail(facts, { language, name }, place, unsubscribe), unsubscribe)
  }

  // A kind turned off since it was put aside is left out after all.
  async function digest(mail: ClaimedMail, reader: Reader, bundled: MailFacts[], address: string): Promise<ReadyMail | Kept> {
    const events = bundled.filter((facts) => isChosen(facts.kind) && hasSubject(facts) && choiceFor(reader.choices, facts.kind) !== 'off')
    if (events.length === 0) return cancelled('nothing is left to tell')
    const to = { language: reader.language ?? locale, name: reader.name }
    const unsubscribe = await unsubscribeAddress(mail.personId!, 'digest')
    return send(mail, address, digestEmail(events, to, place, unsubscribe), unsubscribe)
  }

  return async (mail) => {
    const { id, kind, personId, data } = mail
    if (kind === 'contact') return contact(mail)
    if (kind !== 'digest' && !isNotice(kind)) return cancelled(`no letter is known for ${kind}`)
    if (personId === null) return cancelled('it has no reader')
    const ids = kind === 'digest' ? (Array.isArray(data.mails) ? data.mails.filter(Number.isSafeInteger) : []) : [id]
    const [reader, facts] = await Promise.all([findReader(sql, personId), findMailFacts(sql, ids, now())])
    if (reader === undefined || reader.isGone) return cancelled('the reader is gone')
    // A former address hears that it is one even so.
    if (reader.isDisabled && kind !== 'email_changed') return cancelled('the account is switched off')
    const given = mail.address ?? reader.email
    if (given === null) return cancelled('the reader has no address')
    const address = readEmail(given)
    if (address === null) return cancelled('the address of the reader cannot be written to')
    if (kind === 'digest') return digest(mail, reader, facts, address)
    return facts[0] === undefined ? cancelled('the letter is gone') : notice(mail, reader, facts[0], address)
  }
}
