import type { DaysKind, Formats } from '#texts/formats.ts'

// Formats days and date ranges exactly as Intl does. Without Intl, because its first use takes more than 100 ms on a slow phone, and the first
// screen is full of dates.

const fill = (pattern: string, from: string, to: string, months: string[]): string =>
  pattern.replace(/\{([dmy])([12])\}/g, (_, part: string, end: string) => {
    const [year, month, day] = (end === '1' ? from : to).split('-').map(Number)
    return part === 'm' ? months[month! - 1]! : String(part === 'd' ? day : year)
  })

export const writeDay = (text: string, formats: Formats, lang: string, withYear: boolean): string =>
  writeDays(text, text, formats, lang, withYear)

/** Year and month are written once if both ends share them. */
export function writeDays(from: string, to: string, { days, months }: Formats, lang: string, withYear: boolean): string {
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  if (days === null) return withIntl(from, to, lang, withYear)
  const kind = (from === to ? 'day' : from.slice(0, 7) === to.slice(0, 7) ? 'month' : 'year') + (withYear ? 'Year' : '')
  return fill(isSameYear ? days[kind as DaysKind] : days.years, from, to, months)
}

function withIntl(from: string, to: string, lang: string, withYear: boolean): string {
  const year = withYear ? 'numeric' : undefined
  return new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', year, timeZone: 'UTC' }).formatRange(new Date(from), new Date(to))
}
