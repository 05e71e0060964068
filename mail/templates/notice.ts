import type { Language } from '#contract/language.ts'
import { type Block, type Email, type Line, lineText } from '#mail/email.ts'
import { momentText } from '#rules/time/moment-text.ts'
import type { MailFacts } from '#store/mail/facts.ts'
import { hasJoiningSubject, isAboutJoining, joiningLink } from './joining.ts'
import { kinds, type NoticeKind } from './kinds.ts'
import { applicationLink } from './review.ts'
import { hasRoundSubject, isAboutRound, resultBlocks } from './rounds.ts'
import { closingBlocks, closingLink, dayText } from './saved.ts'
import { type Closing, mailLine, mailLines, mailText } from './text.ts'

// Notification emails, one event each.

export type Site = { publicUrl: string; apiUrl: string; timeZone: string; name: string; accentHue: number; contact: string | null }
export type Addressee = { language: Language; name: string }

const aboutAccount = new Set<string>(['email_change', 'email_changed', 'new_sign_in'] satisfies NoticeKind[])
const aboutQuestion = new Set<string>(['question_asked', 'question_answered'] satisfies NoticeKind[])
const aboutMessage = new Set<string>(['request_question', 'request_answer'])
const onMyProject = new Set<string>(['request_approved', 'request_superseded', 'team_added', 'team_moved'])

/** Whether everything it refers to still exists. */
export function hasSubject(facts: MailFacts): boolean {
  const { kind, team, project, file, question, message, note, announcement, joining, closing = [] } = facts
  if (isAboutRound(kind)) return hasRoundSubject(facts)
  if (aboutAccount.has(kind)) return true
  // An answered question needs no answer any more.
  if (aboutQuestion.has(kind)) return project !== null && question !== null && (kind === 'question_answered') === (question.answer !== null)
  if (kind === 'note_mention') return note !== null
  if (isAboutJoining(kind)) return hasJoiningSubject({ kind, team, joining })
  if (aboutMessage.has(kind)) return team !== null && project !== null && message !== null
  if (kind === 'saved_closing') return closing.length > 0
  if (kind === 'announcements') return announcement !== null && !announcement.isRecalled
  return team !== null && (kind === 'team_added' || project !== null) && (kind !== 'result_replaced' || file !== null)
}

type Part = 'subject' | 'title' | 'body' | 'next' | 'label' | 'after' | 'why'
export type NoticeText = { subject: Line; title: string; body: Line[]; next: Line[]; label: string; after: Line[]; why: Line }

/** The subject is also the line in a digest. */
export function textOf(facts: MailFacts, language: Language, site: Pick<Site, 'name' | 'timeZone'>): NoticeText {
  const closing = closingOf(facts, language, site.timeZone)
  const { prefixes, why } = kinds[facts.kind as NoticeKind]
  const own = prefixes?.(facts, closing) ?? [facts.kind]
  const values = { ...valuesOf(facts, language, site), ...(facts.kind === 'saved_closing' && closingValues(closing, language)) }
  const lines = (part: Part): Line[] => {
    const key = own.map((prefix) => `${prefix}.${part}`).find(mailText.has)
    return key === undefined ? [] : mailLines(language, key, values, closing.length)
  }
  const line = (part: Part): Line => lines(part)[0]!
  const reason = typeof why === 'function' ? why(facts) : why
  return {
    subject: line('subject'),
    title: lineText(line('title')),
    body: lines('body'),
    next: lines('next'),
    label: lineText(line('label')),
    after: lines('after'),
    why: reason ? mailLine(language, `why.${reason}`, values) : line('why'),
  }
}

function valuesOf(facts: MailFacts, language: Language, site: Pick<Site, 'name' | 'timeZone'>): Record<string, Line> {
  const { team, project, file, actor, note, round, person, data } = facts
  const until = new Date(textIn(data, 'until') ?? '')
  const name = (value: string | undefined | null): Line => [{ value: value ?? '' }]
  return {
    directory: name(site.name),
    team: name(team),
    project: name(facts.kind === 'round_result' ? round?.result?.project : project?.name),
    file: name(file?.name),
    actor: actor ? name(actor) : [mailText(language, 'word.curator')],
    object: name(note?.name),
    round: name(round?.name),
    person: name(person),
    until: Number.isNaN(until.getTime()) ? [] : [momentText(until, language, site.timeZone)],
  }
}

const closingValues = ([first]: Closing[], language: Language): Record<string, Line> =>
  first === undefined
    ? {}
    : { project: [{ value: first.name }], day: [dayText(first.closesOn, language)], ...(first.until && { until: [first.until] }) }

export function linkOf({ kind, project, data, closing, note, person, round }: MailFacts, { publicUrl, apiUrl }: Site): string {
  if (kind === 'email_change') return `${apiUrl}/mail/confirm?token=${encodeURIComponent(String(data.token))}`
  if (aboutAccount.has(kind)) return `${publicUrl}/profile`
  if (aboutQuestion.has(kind) && project?.isPublished) return `${publicUrl}/project/${project.slug}#questions`
  if (kind === 'request_question') return `${publicUrl}/my/request/${data.request}#conversation`
  if (kind === 'request_answer') return `${publicUrl}/console/requests/${data.request}#conversation`
  if (kind === 'note_mention') return `${publicUrl}/console/${note?.on}s/${note?.id}#notes`
  if (isAboutRound(kind)) return `${publicUrl}/round/${round?.slug}/choices`
  if (isAboutJoining(kind)) return joiningLink({ kind, data, person }, publicUrl)
  if (kind === 'request_new') return applicationLink(publicUrl, data.request)
  if (kind === 'saved_closing') return closingLink(closing ?? [], publicUrl)
  return onMyProject.has(kind) || !project?.isPublished ? `${publicUrl}/my` : `${publicUrl}/project/${project.slug}`
}

const closingOf = ({ closing = [] }: MailFacts, language: Language, zone: string): Closing[] =>
  closing.map(({ closesAt, ...one }) => ({ ...one, until: closesAt && momentText(closesAt, language, zone) }))

const textIn = (data: Record<string, unknown>, key: string): string | null => (typeof data[key] === 'string' ? data[key] : null)

type Word =
  | 'reason'
  | 'comment'
  | 'device'
  | 'network'
  | 'when'
  | 'unknown'
  | 'category'
  | 'version'
  | 'who'
  | 'question'
  | 'answer'
  | 'message'
  | 'note'

// The blocks between the two parts of the text: details and comments.
function detailBlocks(facts: MailFacts, language: Language, { publicUrl, timeZone: zone }: Site): Block[] {
  const { kind, data, createdAt, reason, comment, file, question, message, note, actor, linkEndsAt } = facts
  const label = (key: Word) => mailText(language, `word.${key}`)
  const quote = (word: Word, text: string | null | undefined): Block[] =>
    text?.trim() ? [{ kind: 'quote', label: `${label(word)}:`, text }] : []
  const row = (word: Word, value: string | null | undefined) => (value ? [{ label: label(word), value }] : [])
  if (kind === 'request_declined') return [...quote('reason', reason?.[language]), ...quote('comment', comment)]
  if (kind === 'saved_closing') return closingBlocks(closingOf(facts, language, zone), language, { publicUrl, zone })
  if (kind === 'round_result') return resultBlocks(facts, language)
  if (kind === 'request_approved') return quote('comment', comment)
  if (kind === 'result_replaced' && file) {
    const rows = [row('category', file.category), row('version', String(file.version)), row('who', actor)].flat()
    return [{ kind: 'table', rows }, ...quote('comment', file.comment)]
  }
  if (kind === 'request_question') return quote('question', message?.text)
  if (kind === 'request_answer') return quote('answer', message?.text)
  if (kind === 'note_mention') return quote('note', note?.text)
  if (isAboutJoining(kind)) return quote('message', facts.joining?.message)
  if (kind === 'question_asked') return quote('question', question?.text)
  if (kind === 'question_answered') return [...quote('question', question?.text), ...quote('answer', question?.answer)]
  if (kind === 'new_sign_in') {
    const when = momentText(createdAt, language, zone)
    const detail = (key: string) => textIn(data, key) || label('unknown')
    return [
      {
        kind: 'table',
        rows: [row('device', detail('device')), row('network', detail('network')), row('when', when)].flat(),
      },
    ]
  }
  if (kind === 'email_change' && linkEndsAt) {
    return [{ kind: 'line', line: mailLine(language, 'email_change.validUntil', { until: [momentText(linkEndsAt, language, zone)] }) }]
  }
  return []
}

export const greetingTo = ({ language, name }: Addressee): Line =>
  name.trim() === '' ? mailLine(language, 'greeting.nameless') : mailLine(language, 'greeting', { name: [{ value: name }] })

// MAIL_TO may have a name: Projects <projects@example.org>.
const addressIn = (mailbox: string): string => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox

/** Links to the settings and to unsubscribe, which needs no sign-in, and the contact of the directory. */
export const footerLinks = (language: Language, { publicUrl, contact }: Site, unsubscribe: string | null): Email['footerLinks'] => [
  ...(unsubscribe === null
    ? []
    : [
        { label: mailText(language, 'word.settings'), url: `${publicUrl}/settings` },
        { label: mailText(language, 'word.off'), url: unsubscribe },
      ]),
  ...(contact === null ? [] : [{ label: mailText(language, 'word.contact'), url: `mailto:${addressIn(contact)}` }]),
]

/** `unsubscribe`: the URL that turns this kind off; null if it cannot be turned off. */
export function noticeEmail(facts: MailFacts, to: Addressee, site: Site, unsubscribe: string | null): Email {
  const { language } = to
  const { subject, title, body, next, label, after, why } = textOf(facts, language, site)
  const lines = (list: Line[]): Block[] => list.map((line) => ({ kind: 'line', line }))
  return {
    language,
    subject: lineText(subject),
    title,
    greeting: greetingTo(to),
    blocks: [...lines(body), ...detailBlocks(facts, language, site), ...lines(next)],
    action: { label, url: linkOf(facts, site) },
    after,
    why,
    footerLinks: footerLinks(language, site, unsubscribe),
    directory: { name: site.name, accentHue: site.accentHue },
  }
}
