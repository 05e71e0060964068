import type { Language } from '#contract/errors.ts'
import { type Email, quoted, say } from '#mail/email.ts'
import type { WaitingRequest } from '#store/mail/application-digest.ts'
import { type Addressee, footerLinks, greetingTo, type Site } from './notice.ts'
import { applicationLink, whyCurator } from './review.ts'

// The daily list of applications that wait for a decision, for curators.

const forms: Record<Language, { waiting: Record<string, string>; days: Record<string, string> }> = {
  en: {
    waiting: { one: 'application awaits a decision', other: 'applications await a decision' },
    days: { one: 'waiting for # day', other: 'waiting for # days' },
  },
  ru: {
    waiting: { one: 'заявка ждёт решения', few: 'заявки ждут решения', many: 'заявок ждут решения', other: 'заявки ждут решения' },
    days: { one: 'ждёт # день', few: 'ждёт # дня', many: 'ждёт # дней', other: 'ждёт # дня' },
  },
}
const texts = {
  en: {
    title: 'Applications awaiting a decision',
    today: 'applied today',
    intro: 'These applications await a decision, oldest first:',
    more: (rest: string) => `Not shown: ${rest}.`,
    label: 'View all applications',
  },
  ru: {
    title: 'Заявки ждут решения',
    today: 'подана сегодня',
    intro: 'Эти заявки ждут решения, сначала самые давние:',
    more: (rest: string) => `Не показано: ${rest}.`,
    label: 'Открыть все заявки',
  },
} satisfies Record<Language, unknown>

const formOf = (kind: 'waiting' | 'days', count: number, language: Language): string =>
  forms[language][kind][new Intl.PluralRules(language).select(count)]!
const number = (count: number, language: Language): string => new Intl.NumberFormat(language).format(count)

function ageOf(days: number, language: Language): string {
  return days < 1 ? texts[language].today : formOf('days', days, language).replace('#', number(days, language))
}

/** The daily list of applications that wait, `total` of them. */
export function waitingEmail(waiting: WaitingRequest[], total: number, to: Addressee, site: Site, unsubscribe: string): Email {
  const { language } = to
  const { title, intro, more, label } = texts[language]
  const name = quoted[language]
  const rest = total - waiting.length
  return {
    language,
    subject: `${number(total, language)} ${formOf('waiting', total, language)}`,
    title,
    greeting: greetingTo(to),
    blocks: [
      { kind: 'line', line: say`${intro}` },
      {
        kind: 'list',
        items: waiting.map(({ id, team, project, days }) => ({
          when: ageOf(days, language),
          line: say`${name(team)} → ${name(project)}`,
          url: applicationLink(site.publicUrl, id),
        })),
      },
      ...(rest > 0 ? [{ kind: 'line' as const, line: say`${more(number(rest, language))}` }] : []),
    ],
    action: { label, url: `${site.publicUrl}/console/requests?status=submitted` },
    after: [],
    why: say`${whyCurator[language]}`,
    footerLinks: footerLinks(language, site, unsubscribe),
    directory: { name: site.name, accentHue: site.accentHue },
  }
}
