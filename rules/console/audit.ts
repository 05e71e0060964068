import type { FieldFault } from '#contract/errors.ts'
import { beginning } from '#rules/text/text.ts'
import { type Calendar, DAY_MS, readDay } from '#rules/time/day.ts'

// Read access to the audit log, and the form of its changes.

/** Actions hidden from curators: sign-ins, sessions, keys, identities and denied access. A regular expression, here and in SQL. */
export const ADMINISTRATORS_ONLY = '^(authn_|session_|key_|identity_|authz_denied$)'

export const MOST_EXPORTED = 100_000

const MAX_TEXT = 200

/** A text as stored in a record of the audit log. */
export const shortened = (text: string): string => (text.length > MAX_TEXT ? `${beginning(text, MAX_TEXT)}…` : text)

type AuditValue = string | number | boolean | null
const auditValue = (value: unknown): AuditValue => {
  const text = Array.isArray(value) ? value.join(' · ') : value
  return typeof text === 'string' ? shortened(text) : (text as AuditValue)
}

/** { name: ['old', 'new'] } */
export function changesBetween<T extends object>(before: T, after: T): Record<string, AuditValue[]> {
  const keys = Object.keys(after) as (keyof T & string)[]
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return Object.fromEntries(changed.map((key) => [key, [auditValue(before[key]), auditValue(after[key])]]))
}

/** The start of a day in the time zone of the directory. Binary search with the calendar, because of daylight saving time. */
export function startOfDay(day: number, calendar: Calendar): Date {
  let [before, after] = [(day - 2) * DAY_MS, (day + 2) * DAY_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (calendar(new Date(middle)) >= day) after = middle
    else before = middle
  }
  return new Date(after)
}

/** Both days are inclusive. */
export function readDays(given: { from?: string; to?: string }, calendar: Calendar, faults: FieldFault[]) {
  const read = (path: 'from' | 'to', shift: number): Date | null => {
    if (given[path] === undefined) return null
    const day = readDay(given[path])
    if (day === undefined) faults.push({ path, code: 'not_a_date' })
    return day === undefined ? null : startOfDay(day + shift, calendar)
  }
  return { from: read('from', 0), before: read('to', 1) }
}
