import type { Language } from '#contract/errors.ts'
import { type Block, type Line, quoted, say } from '#mail/email.ts'
import { labelOf } from '#rules/time/zone.ts'
import type { Closing, Texts } from './text.ts'

// The reminder about saved projects whose enrollment closes: one email for all of a person that close at the same time.

/** A day without a time has no time zone. */
const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const counted: Record<Language, Record<string, string>> = {
  en: { other: 'saved projects' },
  ru: { one: 'проект', few: 'проекта', many: 'проектов', other: 'проекта' },
}
const countOf = (count: number, language: Language): string =>
  `${count} ${counted[language][new Intl.PluralRules(language).select(count)] ?? counted[language].other}`

const named = ({ name }: Closing, language: Language): Line => quoted[language](name)

export const closingLink = (closing: { slug: string }[], publicUrl: string): string =>
  closing.length === 1 ? `${publicUrl}/project/${closing[0]!.slug}` : `${publicUrl}/projects/saved`

/** The list of several projects (a single one is in the text), and the time of the last day: readers may be in another time zone. */
export const closingBlocks = (
  closing: Closing[],
  language: Language,
  { publicUrl, zone }: { publicUrl: string; zone: string },
): Block[] => [
  ...(closing.length < 2
    ? []
    : [
        {
          kind: 'list' as const,
          items: closing.map(({ name, slug, closesOn, until }) => ({
            when: until === null ? labels[language].lastDay + dayText(closesOn, language) : labels[language].closes + until,
            line: [{ value: name }],
            url: `${publicUrl}/project/${slug}`,
          })),
        },
      ]),
  ...(closing.every(({ until }) => until !== null) ? [] : [closingTime(language, zone)]),
]

const hasTimes = (closing: Closing[]): boolean => closing.some(({ until }) => until !== null)

const labels: Record<Language, { lastDay: string; closes: string }> = {
  en: { lastDay: 'Last day: ', closes: 'Closes: ' },
  ru: { lastDay: 'Последний день: ', closes: 'Закрывается: ' },
}

function closingTime(language: Language, timeZone: string): Block {
  const zone = labelOf(timeZone, language)
  return {
    kind: 'line',
    line: language === 'en' ? say`The last day ends at 23:59 (${zone}).` : say`Последний день заканчивается в 23:59 (${zone}).`,
  }
}

export const savedTexts: Record<'saved_closing', Texts> = {
  saved_closing: {
    en: ({ closing }) => {
      const isOne = closing.length === 1
      const last = isOne ? dayText(closing[0]!.closesOn, 'en') : ''
      return {
        subject: isOne
          ? say`Last day to apply for ${named(closing[0]!, 'en')}: ${last}`
          : say`Applications close soon for ${countOf(closing.length, 'en')}`,
        title: 'Applications close soon',
        body: [
          isOne
            ? say`Teams can apply for ${named(closing[0]!, 'en')}, which you saved, until ${closing[0]!.until ?? `the end of ${last}`}.`
            : say`You saved these projects. Teams can apply until ${hasTimes(closing) ? 'the time given' : 'the end of the last day'}:`,
        ],
        next: [say`If your team wants to take part, send the application in time.`],
        label: isOne ? 'View project' : 'View saved projects',
        why: say`You’re receiving this email because you saved ${isOne ? 'this project' : 'these projects'}.`,
      }
    },
    ru: ({ closing }) => {
      const isOne = closing.length === 1
      const last = isOne ? dayText(closing[0]!.closesOn, 'ru') : ''
      return {
        subject: isOne
          ? say`Последний день подачи заявок на проект ${named(closing[0]!, 'ru')}: ${last}`
          : say`Скоро закончится приём заявок: ${countOf(closing.length, 'ru')} из избранного`,
        title: 'Скоро закончится приём заявок',
        body: [
          isOne
            ? say`В вашем избранном есть проект ${named(closing[0]!, 'ru')}. ${closing[0]!.until === null ? `Последний день подачи заявок: ${last}` : `Заявки принимаются до ${closing[0]!.until}`}.`
            : say`У этих проектов из вашего избранного скоро закончится приём заявок:`,
        ],
        next: [say`Если ваша команда хочет участвовать, подайте заявку вовремя.`],
        label: isOne ? 'Открыть проект' : 'Открыть избранное',
        why: say`Вы получили это письмо, потому что добавили ${isOne ? 'проект' : 'эти проекты'} в избранное.`,
      }
    },
  },
}
