import type { Language } from '#contract/errors.ts'
import { type Block, type Email, type Line, lineText, quoted, say } from '#mail/email.ts'
import { momentText } from '#rules/time/moment-text.ts'
import type { MailFacts } from '#store/mail/facts.ts'
import { accountTexts } from './account.ts'
import { conversationTexts } from './conversations.ts'
import { hasJoiningSubject, isAboutJoining, joiningLink, joiningTexts } from './joining.ts'
import { questionTexts } from './questions.ts'
import { requestTexts } from './requests.ts'
import { applicationLink, reviewTexts } from './review.ts'
import { hasRoundSubject, isAboutRound, resultBlocks, roundTexts } from './rounds.ts'
import { closingBlocks, closingLink, savedTexts } from './saved.ts'
import { teamTexts } from './team.ts'
import { type Closing, type Text, type Texts, words } from './text.ts'

// Notification emails, one event each.

const texts = {
  ...requestTexts,
  ...reviewTexts,
  ...teamTexts,
  ...joiningTexts,
  ...roundTexts,
  ...questionTexts,
  ...conversationTexts,
  ...savedTexts,
  ...accountTexts,
}
export type NoticeKind = keyof typeof texts
export const isNotice = (kind: string): kind is NoticeKind => Object.hasOwn(texts, kind)

export type Site = { publicUrl: string; apiUrl: string; timeZone: string; name: string; accentHue: number; contact: string | null }
export type Addressee = { language: Language; name: string }

const aboutAccount = new Set<string>(Object.keys(accountTexts))
const aboutQuestion = new Set<string>(Object.keys(questionTexts))
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

export function textOf(facts: MailFacts, language: Language, site: Pick<Site, 'name' | 'timeZone'>): Text {
  const name = (value: string | undefined | null): Line => quoted[language](value ?? '')
  const directory = name(site.name)
  const names = {
    directory,
    team: name(facts.team),
    project: name(facts.project?.name),
    file: name(facts.file?.name),
    actor: facts.actor ? [{ value: facts.actor }] : [words[language].curator],
    object: name(facts.note?.name),
    round: name(facts.round?.name),
    got: facts.round?.result?.project ? name(facts.round.result.project) : null,
    hasEnded: facts.data.ended === true,
    until: untilIn(facts.data, language, site.timeZone),
    isDisbanded: facts.data.isDisbanded === true,
    isAgreed: facts.data.isAgreed === true,
    status: textIn(facts.data, 'status'),
    person: facts.person ? [{ value: facts.person }] : null,
    closing: closingOf(facts, language, site.timeZone),
  }
  return (texts as Record<string, Texts>)[facts.kind]![language](names)
}

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

const untilIn = (data: Record<string, unknown>, language: Language, zone: string): Line | null => {
  const at = new Date(textIn(data, 'until') ?? '')
  return Number.isNaN(at.getTime()) ? null : [momentText(at, language, zone)]
}

const closingOf = ({ closing = [] }: MailFacts, language: Language, zone: string): Closing[] =>
  closing.map(({ closesAt, ...one }) => ({ ...one, until: closesAt && momentText(closesAt, language, zone) }))

const textIn = (data: Record<string, unknown>, key: string): string | null => (typeof data[key] === 'string' ? data[key] : null)

// The blocks between the two parts of the text: details and comments.
function detailBlocks(facts: MailFacts, language: Language, { publicUrl, timeZone: zone }: Site): Block[] {
  const { kind, data, createdAt, reason, comment, file, question, message, note, actor, linkEndsAt } = facts
  const labels = words[language]
  const quote = (label: string, text: string | null | undefined): Block[] =>
    text?.trim() ? [{ kind: 'quote', label: `${label}:`, text }] : []
  const row = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : [])
  if (kind === 'request_declined') return [...quote(labels.reason, reason?.[language]), ...quote(labels.comment, comment)]
  if (kind === 'saved_closing') return closingBlocks(closingOf(facts, language, zone), language, { publicUrl, zone })
  if (kind === 'round_result') return resultBlocks(facts, language, quoted[language])
  if (kind === 'request_approved') return quote(labels.comment, comment)
  if (kind === 'result_replaced' && file) {
    const rows = [row(labels.category, file.category), row(labels.version, String(file.version)), row(labels.who, actor)].flat()
    return [{ kind: 'table', rows }, ...quote(labels.comment, file.comment)]
  }
  if (kind === 'request_question') return quote(labels.question, message?.text)
  if (kind === 'request_answer') return quote(labels.answer, message?.text)
  if (kind === 'note_mention') return quote(labels.note, note?.text)
  if (isAboutJoining(kind)) return quote(labels.message, facts.joining?.message)
  if (kind === 'question_asked') return quote(labels.question, question?.text)
  if (kind === 'question_answered') return [...quote(labels.question, question?.text), ...quote(labels.answer, question?.answer)]
  if (kind === 'new_sign_in') {
    const when = momentText(createdAt, language, zone)
    const detail = (key: string) => textIn(data, key) || labels.unknown
    return [
      {
        kind: 'table',
        rows: [row(labels.device, detail('device')), row(labels.network, detail('network')), row(labels.when, when)].flat(),
      },
    ]
  }
  if (kind === 'email_change' && linkEndsAt) {
    const until = momentText(linkEndsAt, language, zone)
    const line = language === 'en' ? say`The link is valid for 24 hours, until ${until}.` : say`Ссылка действует 24 часа, до ${until}.`
    return [{ kind: 'line', line }]
  }
  return []
}

export const greetingTo = ({ language, name }: Addressee): Line =>
  name.trim() === '' ? say`${words[language].hello}!` : say`${words[language].hello}, ${[{ value: name }]}!`

// MAIL_TO may have a name: Projects <projects@example.org>.
const addressIn = (mailbox: string): string => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox

/** Links to the settings and to unsubscribe, which needs no sign-in, and the contact of the directory. */
export const footerLinks = (language: Language, { publicUrl, contact }: Site, unsubscribe: string | null): Email['footerLinks'] => [
  ...(unsubscribe === null
    ? []
    : [
        { label: words[language].settings, url: `${publicUrl}/settings` },
        { label: words[language].off, url: unsubscribe },
      ]),
  ...(contact === null ? [] : [{ label: words[language].contact, url: `mailto:${addressIn(contact)}` }]),
]

/** `unsubscribe`: the URL that turns this kind off; null if it cannot be turned off. */
export function noticeEmail(facts: MailFacts, to: Addressee, site: Site, unsubscribe: string | null): Email {
  const { language } = to
  const { subject, title, body, next, label, after = [], why } = textOf(facts, language, site)
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
