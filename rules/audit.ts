import type { FieldFault } from '#contract/errors.ts'
import type { Access } from './admission.ts'
import { type Calendar, DAY_MS, readDay } from './day.ts'
import { beginning } from './text.ts'

// Who reads what of the audit log, and how it describes a change.

/** What curators do not read: who signed in from where, with which keys, and who was turned away. A regular expression, here and in the store. */
export const ADMINISTRATORS_ONLY = '^(authn_|session_|key_|identity_|authz_denied$)'
const administratorsOnly = new RegExp(ADMINISTRATORS_ONLY)

export const mayRead = (action: string, access: Access): boolean =>
  access === 'administrator' || (access === 'curator' && !administratorsOnly.test(action))

export const MOST_EXPORTED = 100_000

const MOST_SHOWN = 200

/** A text as a record of the audit log shows it. */
export const shortened = (text: string): string => (text.length > MOST_SHOWN ? `${beginning(text, MOST_SHOWN)}…` : text)

type Shown = string | number | boolean | null
const shown = (value: unknown): Shown => {
  const text = Array.isArray(value) ? value.join(' · ') : value
  return typeof text === 'string' ? shortened(text) : (text as Shown)
}

/** What is different: { name: ['old', 'new'] }. */
export function changesBetween<T extends object>(before: T, after: T): Record<string, Shown[]> {
  const keys = Object.keys(after) as (keyof T & string)[]
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return Object.fromEntries(changed.map((key) => [key, [shown(before[key]), shown(after[key])]]))
}

/** When a day begins where the directory lives. Clocks there may be put forward or back: the calendar is asked, not reckoned with. */
export function startOfDay(day: number, calendar: Calendar): Date {
  let [before, after] = [(day - 2) * DAY_MS, (day + 2) * DAY_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (calendar(new Date(middle)) >= day) after = middle
    else before = middle
  }
  return new Date(after)
}

/** Both days are meant as a whole. */
export function readDays(given: { from?: string; to?: string }, calendar: Calendar, faults: FieldFault[]) {
  const read = (path: 'from' | 'to', shift: number): Date | null => {
    if (given[path] === undefined) return null
    const day = readDay(given[path])
    if (day === undefined) faults.push({ path, code: 'not_a_date' })
    return day === undefined ? null : startOfDay(day + shift, calendar)
  }
  return { from: read('from', 0), before: read('to', 1) }
}
