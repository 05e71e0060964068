// How a language writes days, whole numbers and plurals, asked of Intl when the web apps are built: on a slow phone its first use takes 0.1 s and
// more, and the first screen is full of dates.

export type Formats = {
  months: string[]
  /** Placeholders: {d1} {m1} {y1} of the first day, {d2} {m2} {y2} of the last. null: the language needs Intl. */
  days: Record<DaysKind, string> | null
  /** Between thousands; null: the language needs Intl. */
  separator: string | null
  /** The least number that has it. */
  separatedFrom: number
  plurals: string[]
  /** For each integer below 200 the position of its category in `plurals`; larger ones are written like 100 to 199. */
  pluralOf: string
}
export type DaysKind = 'day' | 'dayYear' | 'month' | 'monthYear' | 'year' | 'yearYear' | 'years'

const YEAR = 2024
const utc = (month: number, day: number, year = YEAR) => new Date(Date.UTC(year, month, day))

export function formatsOf(language: string): Formats {
  const withYear = dayFormat(language, true)
  const withoutYear = dayFormat(language, false)
  const months = Array.from({ length: 12 }, (_, month) => partOf(withoutYear.formatToParts(utc(month, 3)), 'month'))
  const [first, same, later, next] = [utc(0, 3), utc(0, 5), utc(4, 7), utc(4, 7, YEAR + 1)]
  const days = {
    day: single(withoutYear, first),
    dayYear: single(withYear, first),
    month: range(withoutYear, first, same),
    monthYear: range(withYear, first, same),
    year: range(withoutYear, first, later),
    yearYear: range(withYear, first, later),
    years: range(withYear, first, next),
  }
  const numbers = new Intl.NumberFormat(language)
  const separator = partOf(numbers.formatToParts(1_234_567), 'group')
  const isThousands = numbers.format(1_234_567) === ['1', '234', '567'].join(separator)
  const rules = new Intl.PluralRules(language)
  const plurals = rules.resolvedOptions().pluralCategories
  return {
    months,
    // Intl for other digits, other calendars, and days such as 03.
    days: [withYear, withoutYear].every((format) => isPlain(format.formatToParts(first), months[0]!)) ? days : null,
    separator: isThousands ? separator : null,
    separatedFrom: numbers.formatToParts(1234).some(({ type }) => type === 'group') ? 1000 : 10_000,
    plurals,
    pluralOf: Array.from({ length: 200 }, (_, count) => plurals.indexOf(rules.select(count))).join(''),
  }
}

const dayFormat = (language: string, hasYear: boolean) =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: hasYear ? 'numeric' : undefined, timeZone: 'UTC' })

const partOf = (parts: { type: string; value: string }[], wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? ''

const letters: Record<string, string> = { day: 'd', month: 'm', year: 'y' }

function isPlain(parts: Part[], month: string): boolean {
  const expected: Record<string, string> = { day: '3', month, year: String(YEAR) }
  return parts.every(({ type, value }) => type === 'literal' || value === expected[type])
}

type Part = { type: string; value: string; source?: string }
const patternOf = (parts: Part[]): string =>
  parts.map(({ type, value, source }) => (letters[type] ? `{${letters[type]}${source === 'endRange' ? 2 : 1}}` : value)).join('')

const single = (format: Intl.DateTimeFormat, day: Date): string => patternOf(format.formatToParts(day))
const range = (format: Intl.DateTimeFormat, from: Date, to: Date): string => patternOf(format.formatRangeToParts(from, to))
