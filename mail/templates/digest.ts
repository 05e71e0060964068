import type { Language } from '#contract/language.ts'
import type { Block, Email } from '#mail/email.ts'
import { momentText } from '#rules/time/moment-text.ts'
import type { MailFacts } from '#store/mail/facts.ts'
import { announcementBlocks } from './announcement.ts'
import { type Addressee, footerLinks, greetingTo, linkOf, type Site, textOf } from './notice.ts'
import { mailLine, mailText } from './text.ts'

// The daily digest of notifications.

const MAX_EVENTS = 100

const countOf = (count: number, language: Language) => ({ count, number: new Intl.NumberFormat(language).format(count) })

export function digestEmail(events: MailFacts[], to: Addressee, site: Site, unsubscribe: string): Email {
  const { language } = to
  // Announcements have no page: the digest contains their whole text.
  const announcements = events.flatMap(({ announcement }) => announcement ?? [])
  const others = events.filter(({ announcement }) => announcement === null)
  const items = others.slice(0, MAX_EVENTS).map((facts) => ({
    when: momentText(facts.createdAt, language, site.timeZone),
    line: textOf(facts, language, site).subject,
    url: linkOf(facts, site),
  }))
  const rest = others.length - items.length
  return {
    language,
    subject: mailText(language, 'digest.subject', countOf(events.length, language)),
    title: mailText(language, 'digest.title'),
    greeting: greetingTo(to),
    blocks: [
      ...(items.length > 0
        ? [
            { kind: 'line' as const, line: mailLine(language, 'digest.intro') },
            { kind: 'list' as const, items },
          ]
        : []),
      ...(rest > 0 ? [{ kind: 'line' as const, line: [mailText(language, 'digest.more', countOf(rest, language))] }] : []),
      ...announcements.flatMap((one): Block[] => [
        { kind: 'heading', line: [{ value: one.subject }] },
        ...announcementBlocks(one, language),
      ]),
    ],
    action: { label: mailText(language, 'digest.label'), url: `${site.publicUrl}/my` },
    after: [],
    why: mailLine(language, 'digest.why'),
    footerLinks: footerLinks(language, site, unsubscribe),
    directory: { name: site.name, accentHue: site.accentHue },
  }
}
