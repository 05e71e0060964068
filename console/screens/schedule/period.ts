import { mondayOf } from '#rules/console/today.ts'
import { readDay, writeDay } from '#rules/time/day.ts'
import { monthStart } from '#rules/time/period.ts'
import { language } from '#ui/settings.ts'

// Periods of the timeline and the calendar. An address has a month: 2026-11.

export const zooms = { month: 1, quarter: 3, semester: 6 } as const
export type Zoom = keyof typeof zooms
export const isZoom = (text: string): text is Zoom => Object.hasOwn(zooms, text)

/** The first day of the month in the address, or undefined. */
export const readMonth = (text: string): number | undefined => readDay(`${text}-01`)
export const writeMonth = (day: number): string => writeDay(day).slice(0, 7)

const format = (day: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language.value, { timeZone: 'UTC', ...options }).format(new Date(day * 86_400_000))

export const monthName = (day: number): string => {
  const name = format(day, { month: 'long', year: 'numeric' })
  return name.charAt(0).toUpperCase() + name.slice(1)
}
export const weekdayName = (day: number, weekday: 'long' | 'short'): string => format(day, { weekday })

type Tick = { day: number; label: string }

/** Labels above the timeline: months, Mondays or days. */
export function ticksOf(zoom: Zoom, from: number, to: number): Tick[] {
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  if (zoom === 'month') return days.map((day) => ({ day, label: String(Number(writeDay(day).slice(8))) }))
  if (zoom === 'quarter')
    return days.filter((day) => mondayOf(day) === day).map((day) => ({ day, label: format(day, { day: 'numeric', month: 'short' }) }))
  return days.filter((day) => monthStart(day) === day).map((day) => ({ day, label: format(day, { month: 'short', year: '2-digit' }) }))
}
