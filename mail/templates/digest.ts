import type { Language } from '#contract/errors.ts'
import { type Block, type Email, say } from '#mail/email.ts'
import { momentText } from '#rules/time/moment-text.ts'
import type { MailFacts } from '#store/mail/facts.ts'
import { announcementBlocks } from './announcement.ts'
import { type Addressee, footerLinks, greetingTo, linkOf, type Site, textOf } from './notice.ts'

// The daily digest of notifications.

const MAX_EVENTS = 100

const counted: Record<Language, Record<string, string>> = {
  en: { one: 'event', other: 'events' },
  ru: { one: 'событие', few: 'события', many: 'событий', other: 'события' },
}
const countOf = (count: number, language: Language): string =>
  `${new Intl.NumberFormat(language).format(count)} ${counted[language][new Intl.PluralRules(language).select(count)]}`

const texts = {
  en: {
    title: 'Daily digest',
    intro: 'Events since the last digest:',
    more: (rest: string) => `Not shown: ${rest}.`,
    label: 'View my project',
    why: 'You’re receiving this email because you chose a daily digest.',
  },
  ru: {
    title: 'Сводка за день',
    intro: 'События с прошлой сводки:',
    more: (rest: string) => `Не показано: ${rest}.`,
    label: 'Открыть мой проект',
    why: 'Вы получили это письмо, потому что выбрали сводку раз в день.',
  },
} satisfies Record<Language, unknown>

export function digestEmail(events: MailFacts[], to: Addressee, site: Site, unsubscribe: string): Email {
  const { language } = to
  const { title, intro, more, label, why } = texts[language]
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
    subject: `${title}: ${countOf(events.length, language)}`,
    title,
    greeting: greetingTo(to),
    blocks: [
      ...(items.length > 0
        ? [
            { kind: 'line' as const, line: say`${intro}` },
            { kind: 'list' as const, items },
          ]
        : []),
      ...(rest > 0 ? [{ kind: 'line' as const, line: say`${more(countOf(rest, language))}` }] : []),
      ...announcements.flatMap((one): Block[] => [
        { kind: 'heading', line: [{ value: one.subject }] },
        ...announcementBlocks(one, language),
      ]),
    ],
    action: { label, url: `${site.publicUrl}/my` },
    after: [],
    why: say`${why}`,
    footerLinks: footerLinks(language, site, unsubscribe),
    directory: { name: site.name, accentHue: site.accentHue },
  }
}
