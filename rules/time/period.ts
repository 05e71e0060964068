import type { FieldFault } from '#contract/errors.ts'
import type { Interval } from '#rules/project/project.ts'
import { readDay, writeDay } from './day.ts'

// Months, and periods of days in a query string.

/** The first day of the month that is `months` after the month of this day. */
export function monthStart(day: number, months = 0): number {
  const [year, month] = writeDay(day).split('-').map(Number) as [number, number]
  const index = year * 12 + month - 1 + months
  return readDay(`${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`)!
}

/** Whole months, the first of them `months` after the month of this day. */
export const monthsFrom = (day: number, months: number, length: number): Interval => ({
  from: monthStart(day, months),
  to: monthStart(day, months + length) - 1,
})

const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2199-12-31']

/** Both days included, at most `most` days. A missing day is taken from `standard`. */
export function readPeriod(
  query: { from?: string; to?: string },
  standard: (from?: number) => Interval,
  most: number,
  faults: FieldFault[],
) {
  const read = (path: 'from' | 'to'): number | undefined => {
    const text = query[path]
    const day = text === undefined ? undefined : readDay(text)
    if (text !== undefined && day === undefined) faults.push({ path, code: 'not_a_date' })
    else if (text !== undefined && !(FIRST_DAY <= text && text <= LAST_DAY))
      faults.push({ path, code: 'out_of_range', params: { expected: `${FIRST_DAY} … ${LAST_DAY}` } })
    return day
  }
  const [from, to] = [read('from'), read('to')]
  const period = { ...standard(from), ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  if (faults.length === 0 && (period.to < period.from || period.to - period.from >= most))
    faults.push({
      path: 'to',
      code: 'out_of_range',
      params: { expected: `${writeDay(period.from)} … ${writeDay(period.from + most - 1)}` },
    })
  return period
}
