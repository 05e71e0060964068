// A calendar day as an integer (days since 1970-01-01): comparable, fits in typed arrays, has no time zone.

export const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000
const MOST_QUARTERS = 4096
const shape = /^(\d{4})-(\d{2})-(\d{2})$/

export function readDay(text: string): number | undefined {
  const match = shape.exec(text)
  if (!match) return undefined
  const date = new Date(0)
  // Not Date.UTC: it takes the years 0 to 99 for those of the last century.
  const instant = date.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
  // 30 February rolls over into March; a date with another month is invalid.
  return date.getUTCMonth() === Number(match[2]) - 1 ? instant / DAY_MS : undefined
}

export const writeDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The calendar day of an instant in the time zone of the directory. */
export type Calendar = (instant: Date) => number

// "Today" depends on the time zone of the directory, not of the server.
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const days = new Map<number, number>() // by quarter of an hour: no time zone changes its day within one
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER_MS)
    const known = days.get(quarter)
    if (known !== undefined) return known
    const day = readDay(format.format(instant))!
    if (days.size === MOST_QUARTERS) days.clear()
    days.set(quarter, day)
    return day
  }
}
