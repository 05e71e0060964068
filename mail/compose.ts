import type { Language } from '#contract/language.ts'
import type { NotificationKind } from '#contract/notification.ts'
import { curatorKinds, notificationKinds } from '#contract/notification.ts'
import type { Sql } from '#database/sql.ts'
import { choiceFor, nextDigest } from '#rules/mail/notification.ts'
import type { MailReason } from '#rules/mail/reason.ts'
import { type DirectorySettings, formRecipient } from '#rules/settings/settings.ts'
import { readEmail } from '#rules/sign-in/claims.ts'
import { createCalendar, writeDay } from '#rules/time/day.ts'
import { listWaitingApplications } from '#store/mail/application-digest.ts'
import { type EmailReader, findMailFacts, findReader, findWriter, type MailFacts } from '#store/mail/facts.ts'
import { unsubscribeTokenOf } from '#store/mail/notification.ts'
import type { ClaimedMail } from '#store/mail/outbox.ts'
import { listClosing } from '#store/mail/reminder.ts'
import { languages } from '#texts/languages.ts'
import { type Email, emailHtml, emailText } from './email.ts'
import type { Compose, NotSent, ReadyMail } from './mail.ts'
import { type Mailbox, readMailbox, writeMessage } from './message.ts'
import { announcementEmail } from './templates/announcement.ts'
import { contactEmail } from './templates/contact.ts'
import { digestEmail } from './templates/digest.ts'
import { isNotice } from './templates/kinds.ts'
import { hasSubject, noticeEmail, type Site } from './templates/notice.ts'
import { waitingEmail } from './templates/waiting.ts'

type MailSettings = Readonly<Pick<DirectorySettings, 'name' | 'accentHue' | 'locale' | 'timeZone' | 'contact'>>
type Options = {
  sql: Sql
  now: () => Date
  publicUrl: string
  apiUrl: string
  mailFrom: string
  mailTo: string
  contact: string | null // MAIL_TO
  settings: MailSettings
}

const MOST_WAITING = 50

const cancelled = (reason: MailReason): NotSent => ({ state: 'cancelled', reason, dueAt: null })
const isLanguage = (value: unknown): value is Language => typeof value === 'string' && languages.includes(value)
const others = ['digest', 'requests_waiting', 'announcements', 'announcement_test']
const isComposed = (kind: string): boolean => isNotice(kind) || others.includes(kind)
const isChosen = (kind: string): kind is NotificationKind => (notificationKinds as readonly string[]).includes(kind)

/** Composes emails from outbox rows when they are sent, with the current address, language and notification settings. */
export function createComposer({ sql, now, publicUrl, apiUrl, mailFrom, mailTo, contact: configured, settings }: Options): Compose {
  /** With the name of the directory where the configuration has none. */
  const named = (mailbox: string): Mailbox => {
    const { name, address } = readMailbox(mailbox)
    return { name: name || settings.name, address }
  }
  const today = (): string => writeDay(createCalendar(settings.timeZone)(now()))
  const siteNow = (): Site => ({ publicUrl, apiUrl, ...settings })

  // No Auto-Submitted header: a person wrote it, and many help desks drop automatic emails.
  async function contact(mail: ClaimedMail): Promise<ReadyMail> {
    const { id, requestId, data } = mail
    const writer = Number.isSafeInteger(data.person) ? await findWriter(sql, data.person as number) : null
    const email = contactEmail({ data, writer }, settings.locale, publicUrl)
    const [from, ours] = [named(mailFrom), named(formRecipient({ contact: configured, mailTo }, settings))]
    return writeMessage({ id, from, to: ours, ...email, html: null, date: now(), isAutomatic: false, unsubscribe: null, requestId })
  }

  function send({ id, requestId }: ClaimedMail, address: string, email: Email, unsubscribe: string | null): Promise<ReadyMail> {
    const { subject } = email
    const rendered = { subject, text: emailText(email), html: emailHtml(email) }
    const from = named(mailFrom)
    const to = { name: '', address }
    return writeMessage({ id, from, to, replyTo: null, ...rendered, date: now(), isAutomatic: true, unsubscribe, requestId })
  }

  const unsubscribeAddress = async (personId: number, kind: string): Promise<string> =>
    `${apiUrl}/mail/unsubscribe?token=${await unsubscribeTokenOf(sql, personId)}&kind=${kind}`

  // By the settings of the reader: off, or in the daily digest.
  function notNow({ choices }: EmailReader, kind: NotificationKind): NotSent | null {
    const when = choiceFor(choices, kind)
    if (when === 'off') return cancelled('turned_off')
    return when === 'daily' ? { state: 'held', reason: 'waits_for_digest', dueAt: nextDigest(now(), settings.timeZone) } : null
  }

  async function notice(mail: ClaimedMail, reader: EmailReader, facts: MailFacts, address: string): Promise<ReadyMail | NotSent> {
    const { kind } = mail
    if (!hasSubject(facts)) return cancelled('subject_deleted')
    if (kind === 'email_change' && (facts.linkEndsAt === null || typeof facts.data.token !== 'string')) return cancelled('link_expired')
    // The owner of the new address may be another person: the name is neither disclosed nor usable for spam.
    const name = kind === 'email_change' ? '' : reader.name
    const language = kind === 'email_change' && isLanguage(facts.data.language) ? facts.data.language : (reader.language ?? settings.locale)
    const site = siteNow()
    if (!isChosen(kind)) return send(mail, address, noticeEmail(facts, { language, name }, site, null), null)
    const isForCurators = curatorKinds.includes(kind)
    if (isForCurators && !reader.isCurator) return cancelled('not_curator')
    if (kind === 'request_new' && choiceFor(reader.choices, kind) === 'daily') return cancelled('in_daily_list')
    const later = notNow(reader, kind)
    if (later) return later
    const unsubscribe = await unsubscribeAddress(mail.personId!, kind)
    return send(mail, address, noticeEmail(facts, { language, name }, site, unsubscribe), unsubscribe)
  }

  /** With the projects a reminder is about, as they are now. */
  async function withClosing(facts: MailFacts, personId: number): Promise<MailFacts> {
    if (facts.kind !== 'saved_closing') return facts
    const ids = Array.isArray(facts.data.projects) ? facts.data.projects.filter(Number.isSafeInteger) : []
    return { ...facts, closing: await listClosing(sql, personId, ids, { today: today(), timeZone: settings.timeZone }) }
  }

  async function announcement(mail: ClaimedMail, reader: EmailReader, facts: MailFacts, address: string): Promise<ReadyMail | NotSent> {
    const to = { language: reader.language ?? settings.locale, name: reader.name }
    const { data, actor } = facts
    if (mail.kind === 'announcement_test')
      return send(
        mail,
        address,
        announcementEmail({ subject: String(data.subject), body: String(data.body), author: actor }, to, siteNow(), null),
        null,
      )
    if (facts.announcement === null) return cancelled('subject_deleted')
    if (facts.announcement.isRecalled) return cancelled('announcement_recalled')
    const later = notNow(reader, 'announcements')
    if (later) return later
    const unsubscribe = await unsubscribeAddress(mail.personId!, 'announcements')
    return send(mail, address, announcementEmail(facts.announcement, to, siteNow(), unsubscribe), unsubscribe)
  }

  async function waitingRequests(mail: ClaimedMail, reader: EmailReader, address: string): Promise<ReadyMail | NotSent> {
    if (!reader.isCurator) return cancelled('not_curator')
    if (choiceFor(reader.choices, 'request_new') === 'off') return cancelled('turned_off')
    const days = { today: today(), timeZone: settings.timeZone }
    const { waiting, total } = await listWaitingApplications(sql, { person: mail.personId!, ...days, limit: MOST_WAITING })
    if (total === 0) return cancelled('nothing_to_report')
    const to = { language: reader.language ?? settings.locale, name: reader.name }
    const unsubscribe = await unsubscribeAddress(mail.personId!, 'request_new')
    return send(mail, address, waitingEmail(waiting, total, to, siteNow(), unsubscribe), unsubscribe)
  }

  // Kinds that were turned off after the events are omitted.
  async function digest(mail: ClaimedMail, reader: EmailReader, bundled: MailFacts[], address: string): Promise<ReadyMail | NotSent> {
    const events = bundled.filter((facts) => isChosen(facts.kind) && hasSubject(facts) && choiceFor(reader.choices, facts.kind) !== 'off')
    if (events.length === 0) return cancelled('nothing_to_report')
    const to = { language: reader.language ?? settings.locale, name: reader.name }
    const unsubscribe = await unsubscribeAddress(mail.personId!, 'digest')
    return send(mail, address, digestEmail(events, to, siteNow(), unsubscribe), unsubscribe)
  }

  return async (mail) => {
    const { id, kind, personId, data } = mail
    if (kind === 'contact') return contact(mail)
    if (!isComposed(kind)) return cancelled('no_template')
    if (personId === null) return cancelled('no_recipient')
    const ids = kind === 'digest' ? (Array.isArray(data.mails) ? data.mails.filter(Number.isSafeInteger) : []) : [id]
    const [reader, stored] = await Promise.all([findReader(sql, personId), findMailFacts(sql, ids, { now: now(), today: today() })])
    const facts = await Promise.all(stored.map((one) => withClosing(one, personId)))
    if (reader === undefined || reader.isGone) return cancelled('recipient_deleted')
    // The former address is notified even if the account is disabled.
    if (reader.isDisabled && kind !== 'email_changed') return cancelled('recipient_disabled')
    const given = mail.address ?? reader.email
    if (given === null) return cancelled('no_address')
    const address = readEmail(given)
    if (address === null) return cancelled('address_invalid')
    if (kind === 'requests_waiting') return waitingRequests(mail, reader, address)
    if (kind === 'digest') return digest(mail, reader, facts, address)
    if (facts[0] === undefined) return cancelled('mail_deleted')
    return (isNotice(kind) ? notice : announcement)(mail, reader, facts[0], address)
  }
}
