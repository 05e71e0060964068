import { serverConfig } from '#ui/server/server-config.ts'
import { language } from '#ui/settings.ts'
import { w } from '#ui/shared-texts.ts'
import { formatsIn } from '#ui/texts.ts'
import { writeAge } from './age.ts'
import { writeDay, writeDays } from './days.ts'
import { asUtc, dayOf, directoryToday, endOf, isElsewhere } from './directory-time.ts'
import { writeNumber } from './number.ts'

// Dates, times, sizes and lists in the chosen language.

const DAY_MS = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterFor(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language.value + JSON.stringify(options)
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language.value, options)
  formatters.set(key, formatter)
  return formatter
}

const isThisYear = (text: string) => text.slice(0, 4) === directoryToday().slice(0, 4)

/** A calendar day (no time zone). The year is written only if it is not the current one. */
export function day(text: string): string {
  return writeDay(text, formatsIn(language.value), language.value, !isThisYear(text))
}

export function days(from: string, to: string): string {
  return writeDays(from, to, formatsIn(language.value), language.value, !isThisYear(from) || !isThisYear(to))
}

/** The calendar day of a moment. */
export const dayAt = (instant: string | number): string => day(dayOf(instant))

// Times are those of the directory. Readers whose clocks show another time see which one it is, and of what they must not miss, their own.

const write = (instant: string | number, options: Intl.DateTimeFormatOptions): string =>
  formatterFor({ ...options, timeZone: 'UTC' }).format(asUtc(instant))
const writeMoment = (instant: string | number): string => write(instant, { dateStyle: 'medium', timeStyle: 'short' })
const writeClock = (instant: string | number): string => write(instant, { timeStyle: 'short' })
export const zoneName = (): string => serverConfig.zone.label[language.value]!
const withZone = (time: string): string => w('zoneTime', { time, zone: zoneName() })

/** By the clock of the device; with the day if it is another one. */
function yours(instant: string | number): string {
  const here = new Date(instant)
  const localDay = new Date(here.getTime() - here.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  const time = formatterFor({ timeStyle: 'short' }).format(here)
  return w('yourTime', { time: localDay === dayOf(instant) ? time : `${day(localDay)}, ${time}` })
}
const withYours = (time: string, instant: string | number): string =>
  isElsewhere(instant) ? `${withZone(time)} · ${yours(instant)}` : time

export const moment = (instant: string | number): string => (isElsewhere(instant) ? withZone(writeMoment(instant)) : writeMoment(instant))

/** A moment that must not be missed. */
export const deadline = (instant: string | number): string => withYours(writeMoment(instant), instant)

/** “Nov 17, 23:59”: the end of a last day. */
export const endOfDay = (text: string): string => withYours(`${day(text)}, ${writeClock(endOf(text))}`, endOf(text))

/** The time of day. */
export const clock = (instant: string | number): string => withYours(writeClock(instant), instant)

/** “yesterday” is the day before today in the directory, not 24 hours ago. */
export const ago = (instant: string | number, now = Date.now()): string =>
  writeAge((new Date(instant).getTime() - now) / 1000, language.value, (Date.parse(dayOf(instant)) - Date.parse(dayOf(now))) / DAY_MS)

const units = ['B', 'KB', 'MB', 'GB'] as const

export function size(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)))
  const digits = step === 0 || bytes / 1024 ** step >= 10 ? 0 : 1
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: digits }).format(bytes / 1024 ** step)
  return w(`size.${units[step]!}`, { number })
}

export const count = (number: number): string => writeNumber(number, formatsIn(language.value), language.value)
export const list = (items: string[]): string => new Intl.ListFormat(language.value, { type: 'conjunction' }).format(items)
