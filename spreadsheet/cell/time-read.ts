import { DAY_MS, readDay } from '#rules/time/day.ts'
import { instantIn, type Offsets, wallClockIn } from '#rules/time/wall-clock.ts'
import { isFaulty, type Read } from './cell-read.ts'
import { asDay, isSerial } from './day-read.ts'

// Times on the clock of the directory: 2026-09-01 10:00, 01.09.2026 10:00, 1 сентября 2026 в 10:00, 9/13/2026 6:00 PM, 2026-09-01T08:30:00Z, and
// the serial numbers of Excel.

const LONGEST = 60
const MINUTE_MS = 60_000
const MINUTES_A_DAY = DAY_MS / MINUTE_MS
const CLOCK =
  /(?:[T ,]+|,? (?:в|at) )(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?: ?([AP])M)?(?: ?(Z|(?:GMT|UTC)?[+-]\d{1,2}(?::?\d{2})?))?$/iu

/** The minute of the day a day alone means: of an opening its first, of a closing its last. */
export const dayAlone = { opensAt: 0, closesAt: MINUTES_A_DAY - 1 } as const

/** As an export has it. */
export const writeTime = (offsets: Offsets, instant: string | null): string =>
  instant === null ? '' : wallClockIn(offsets, Date.parse(instant)).replace('T', ' ')

/** ISO 8601 in UTC. A time with an offset is that instant, any other one is on the clock of the directory. */
export const asTime =
  (offsets: Offsets, minuteOfDayAlone: number) =>
  (cell: string): Read<string | null> => {
    const text = cell.trim().replace(/[\s\u00a0]+/g, ' ')
    if (text === '') return { value: null }
    const read = timeOf(text)
    if (isFaulty(read)) return read
    const { day, minute = minuteOfDayAlone, offset } = read.value
    const local = day * DAY_MS + minute * MINUTE_MS
    const wallClock = new Date(local).toISOString().slice(0, -8)
    const instant = offset === undefined ? instantIn(offsets, wallClock) : local - offset * MINUTE_MS
    return { value: new Date(instant).toISOString() }
  }

/** `minute`: of the day; `offset`: minutes to add to UTC. */
type Time = { day: number; minute?: number; offset?: number }

function timeOf(text: string): Read<Time> {
  if (isSerial(text)) {
    const minutes = Math.round((Number(text) - 25_569) * MINUTES_A_DAY)
    const day = Math.floor(minutes / MINUTES_A_DAY)
    return { value: text.includes('.') ? { day, minute: minutes - day * MINUTES_A_DAY } : { day } }
  }
  const clock = text.length > LONGEST ? null : CLOCK.exec(text)
  const read = asDay(clock ? text.slice(0, clock.index) : text)
  if (isFaulty(read)) return read
  const day = readDay(read.value ?? '')
  const minute = clock ? minuteOf(clock) : undefined
  if (day === undefined || Number.isNaN(minute)) return { fault: { code: 'not_a_time', details: { value: text } } }
  return { value: { day, minute, offset: clock?.[4] === undefined ? undefined : offsetOf(clock[4]) } }
}

/** 24:00 is the first minute of the next day. NaN: no time. */
function minuteOf([, hours, minutes, half]: RegExpExecArray): number {
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (minute > 59) return Number.NaN
  if (half !== undefined) return hour < 1 || hour > 12 ? Number.NaN : ((hour % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + minute
  return hour < 24 || (hour === 24 && minute === 0) ? hour * 60 + minute : Number.NaN
}

/** "+03:00", "GMT+3", "Z" in minutes. */
function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}?):?(\d{2})?$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
