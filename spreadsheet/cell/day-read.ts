import { writeDay } from '#rules/time/day.ts'
import type { Read } from './cell-read.ts'

// Days as people write them: 5.3.26, 05.03.2026, 5 марта 2026, Mar 5 2026, 2026-03-05, and the serial numbers of Excel.

const months = ['янв', 'фев', 'мар', 'апр', 'мая|май', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'].map((one) => one.split('|'))
const monthsEn = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LONGEST = 60

function monthOf(name: string): number {
  const text = name.toLowerCase()
  return (
    1 +
    Math.max(
      months.findIndex((starts) => starts.some((start) => text.startsWith(start))),
      monthsEn.indexOf(text.slice(0, 3)),
    )
  )
}

const fullYear = (year: string): string => (year.length === 4 ? year : `${Number(year) < 80 ? '20' : '19'}${year}`)
const iso = (year: string, month: string | number, day: string): string =>
  `${fullYear(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`

const DAY_FIRST = /^(\d{1,2})[.\-/ ](\d{1,2})[.\-/ ](\d{4}|\d{2})$/
const YEAR_FIRST = /^(\d{4})[./ -](\d{1,2})[./ -](\d{1,2})$/
const NAMED = /^(\d{1,2})(?:st|nd|rd|th|-е|-го)?[ .-]*([a-zа-я]{3,9})\.?[ ,.-]*(\d{4}|\d{2})$/iu
const NAMED_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i
const TIME = /[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|[+-]\d{2}:?\d{2}|GMT[+-]\d{1,2}))?$/i
const YEAR_WORD = / ?(?:года|год|г)\.?$/i

/** 1950 to 2100; smaller numbers are no days. */
export const isSerial = (text: string): boolean => /^\d{5}(?:\.\d{1,15})?$/.test(text) && Number(text) >= 18_264 && Number(text) < 73_051

/** ISO 8601, or the text as it is: whether the day exists is checked by the rule. With a slash, a month above 12 tells the order. */
export function asDay(cell: string): Read<string | null> {
  const text = cell.trim()
  if (text === '') return { value: null }
  if (text.length > LONGEST) return { value: text }
  if (isSerial(text)) return { value: writeDay(Math.floor(Number(text)) - 25_569) }
  const plain = text
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(TIME, '')
    .replace(YEAR_WORD, '')
    .trim()
  const dayFirst = DAY_FIRST.exec(plain)
  if (dayFirst) {
    const [, first = '', second = '', year = ''] = dayFirst
    if (!plain.includes('/')) return { value: iso(year, second, first) }
    if (Number(first) > 12 || first === second) return { value: iso(year, second, first) }
    if (Number(second) > 12) return { value: iso(year, first, second) }
    return { fault: { code: 'ambiguous_date', details: { value: text, one: iso(year, second, first), other: iso(year, first, second) } } }
  }
  const yearFirst = YEAR_FIRST.exec(plain)
  if (yearFirst) return { value: iso(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!) }
  const named = NAMED.exec(plain)
  if (named && monthOf(named[2]!) > 0) return { value: iso(named[3]!, monthOf(named[2]!), named[1]!) }
  const namedFirst = NAMED_FIRST.exec(plain)
  if (namedFirst && monthOf(namedFirst[1]!) > 0) return { value: iso(namedFirst[3]!, monthOf(namedFirst[1]!), namedFirst[2]!) }
  return { value: text }
}
