import type { Language } from '#contract/errors.ts'

// Days and spans of days as people write them, the same as Intl would. By hand, because the first use of Intl costs a slow phone more than a
// tenth of a second, and the first screen is full of dates.

const months: Record<Language, string[]> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  ru: 'янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.'.split(' '),
}

type Parts = { year: string; month: string; day: string }
const partsOf = (text: string, tongue: Language): Parts => ({
  year: String(Number(text.slice(0, 4))),
  month: months[tongue][Number(text.slice(5, 7)) - 1]!,
  day: String(Number(text.slice(8, 10))),
})

const written = ({ year, month, day }: Parts, tongue: Language, withYear: boolean): string => {
  if (tongue === 'en') return `${month} ${day}${withYear ? `, ${year}` : ''}`
  return `${day} ${month}${withYear ? ` ${year}\u00a0г.` : ''}`
}

export const writeDay = (text: string, tongue: Language, withYear: boolean): string => written(partsOf(text, tongue), tongue, withYear)

/** What both ends share is said once. */
export function writeDays(from: string, to: string, tongue: Language, withYear: boolean): string {
  if (from === to) return writeDay(from, tongue, withYear)
  const [first, last] = [partsOf(from, tongue), partsOf(to, tongue)]
  const isSameYear = first.year === last.year
  if (isSameYear && first.month === last.month)
    return tongue === 'en'
      ? `${first.month} ${first.day}\u2009–\u2009${last.day}${withYear ? `, ${last.year}` : ''}`
      : `${first.day}–${written(last, tongue, withYear)}`
  const gap = tongue === 'en' ? '\u2009–\u2009' : ' – '
  return written(first, tongue, !isSameYear) + gap + written(last, tongue, withYear || !isSameYear)
}
