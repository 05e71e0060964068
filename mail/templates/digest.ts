import type { Language } from '#contract/errors.ts'
import { type Email, say } from '#mail/email.ts'
import type { MailFacts } from '#store/email-facts.ts'
import { type Addressee, greetingTo, linkOf, momentText, type Place, textOf, waysOut } from './notice.ts'

// What happened since the last one, for those who want to hear of it once a day.

const MOST = 100

const counted: Record<Language, Record<string, string>> = {
  en: { one: 'event', other: 'events' },
  ru: { one: 'событие', few: 'события', many: 'событий', other: 'события' },
}
const countOf = (count: number, language: Language): string =>
  `${new Intl.NumberFormat(language).format(count)} ${counted[language][new Intl.PluralRules(language).select(count)]}`

const said = {
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

export function digestEmail(events: MailFacts[], to: Addressee, place: Place, unsubscribe: string): Email {
  const { language } = to
  const { title, intro, more, label, why } = said[language]
  const items = events.slice(0, MOST).map((facts) => ({
    when: momentText(facts.createdAt, language, place.timeZone),
    line: textOf(facts, language).subject,
    url: linkOf(facts, place),
  }))
  const rest = events.length - items.length
  return {
    language,
    subject: `${title}: ${countOf(events.length, language)}`,
    title,
    greeting: greetingTo(to),
    blocks: [
      { kind: 'line', line: say`${intro}` },
      { kind: 'list', items },
      ...(rest > 0 ? [{ kind: 'line' as const, line: say`${more(countOf(rest, language))}` }] : []),
    ],
    action: { label, url: `${place.publicUrl}/my` },
    after: [],
    why: say`${why}`,
    ways: waysOut(language, place, unsubscribe),
  }
}
