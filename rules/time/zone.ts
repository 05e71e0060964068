import type { Language, Localized } from '#contract/language.ts'
import { languages } from '#texts/languages.ts'
import { DAY_MS } from './day.ts'
import type { Offsets } from './wall-clock.ts'

// The time zone of the directory for devices: its name in words, and its offsets.

export type Zone = { label: Localized; offsets: Offsets }

const MINUTE_MS = 60_000
const STEP_MS = 7 * DAY_MS // no zone changes its clock twice within a week
const [YEARS_BEFORE, YEARS_AFTER] = [10, 6] // of the year in which a process starts

/** Local time of a zone at an instant, as a UTC timestamp. */
export function clockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  }
}

function offsetsOf(timeZone: string, year: number): Offsets {
  const clock = clockOf(timeZone)
  const minutesAt = (instant: number): number => (clock(instant) - instant) / MINUTE_MS
  const [from, to] = [Date.UTC(year - YEARS_BEFORE, 0), Date.UTC(year + YEARS_AFTER, 0)]
  const offsets: [number, number][] = [[from / MINUTE_MS, minutesAt(from)]]
  for (let start = from; start < to; start += STEP_MS) {
    const next = minutesAt(start + STEP_MS)
    if (next === offsets.at(-1)![1]) continue
    let [before, after] = [start / MINUTE_MS, (start + STEP_MS) / MINUTE_MS]
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (minutesAt(middle * MINUTE_MS) === next) after = middle
      else before = middle
    }
    offsets.push([after, next])
  }
  return offsets
}

/** “Moscow time”, «Москва»; a zone without a name, like UTC, by its identifier. */
export function labelOf(timeZone: string, language: Language): string {
  if (/^(etc\/)?(utc|gmt|uct|zulu|universal|greenwich)$/i.test(timeZone)) return 'UTC'
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')!.value.replace(/ Time$/, ' time')
}

export const zoneOf = (timeZone: string, now: Date): Zone => ({
  label: Object.fromEntries(languages.map((language) => [language, labelOf(timeZone, language)])),
  offsets: offsetsOf(timeZone, now.getUTCFullYear()),
})
