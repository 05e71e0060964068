import type { Language } from '#contract/errors.ts'
import { writeAge } from './age.ts'
import { writeDay, writeDays } from './days.ts'
import { writeNumber } from './number.ts'
import { language } from './settings.ts'

// Dates, times, sizes and lists in the chosen language.

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterFor(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language.value + JSON.stringify(options)
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language.value, options)
  formatters.set(key, formatter)
  return formatter
}

const isThisYear = (text: string) => text.slice(0, 4) === String(new Date().getFullYear())

/** A calendar day (no time zone). The year is written only if it is not the current one. */
export function day(text: string): string {
  return writeDay(text, language.value, !isThisYear(text))
}

export function days(from: string, to: string): string {
  return writeDays(from, to, language.value, !isThisYear(from) || !isThisYear(to))
}

export const moment = (instant: string | number): string =>
  formatterFor({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))

/** The time of day. */
export const clock = (instant: string | number): string => formatterFor({ timeStyle: 'short' }).format(new Date(instant))

export const ago = (instant: string | number, now = Date.now()): string =>
  writeAge((new Date(instant).getTime() - now) / 1000, language.value)

const units: Record<Language, string[]> = { en: ['B', 'KB', 'MB', 'GB'], ru: ['Б', 'КБ', 'МБ', 'ГБ'] }

export function size(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)))
  const digits = step === 0 || bytes / 1024 ** step >= 10 ? 0 : 1
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: digits }).format(bytes / 1024 ** step)
  return `${number}\u00a0${units[language.value][step]}`
}

export const count = (number: number): string => writeNumber(number, language.value)
export const list = (items: string[]): string => new Intl.ListFormat(language.value, { type: 'conjunction' }).format(items)
