import type { Language } from '#contract/errors.ts'

// Formats days and date ranges exactly as Intl does. Without Intl, because its first use takes more than 100 ms on a slow phone, and the first
// screen is full of dates.

const months: Record<Language, string[]> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  ru: 'янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.'.split(' '),
}

type Parts = { year: string; month: string; day: string }
const partsOf = (text: string, lang: Language): Parts => ({
  year: String(Number(text.slice(0, 4))),
  month: months[lang][Number(text.slice(5, 7)) - 1]!,
  day: String(Number(text.slice(8, 10))),
})

const formatParts = ({ year, month, day }: Parts, lang: Language, withYear: boolean): string => {
  if (lang === 'en') return `${month} ${day}${withYear ? `, ${year}` : ''}`
  return `${day} ${month}${withYear ? ` ${year}\u00a0г.` : ''}`
}

export const writeDay = (text: string, lang: Language, withYear: boolean): string => formatParts(partsOf(text, lang), lang, withYear)

/** Year and month are written once if both ends share them. */
export function writeDays(from: string, to: string, lang: Language, withYear: boolean): string {
  if (from === to) return writeDay(from, lang, withYear)
  const [first, last] = [partsOf(from, lang), partsOf(to, lang)]
  const isSameYear = first.year === last.year
  if (isSameYear && first.month === last.month)
    return lang === 'en'
      ? `${first.month} ${first.day}\u2009–\u2009${last.day}${withYear ? `, ${last.year}` : ''}`
      : `${first.day}–${formatParts(last, lang, withYear)}`
  const gap = lang === 'en' ? '\u2009–\u2009' : ' – '
  return formatParts(first, lang, !isSameYear) + gap + formatParts(last, lang, withYear || !isSameYear)
}
