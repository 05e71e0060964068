import type { TSchema } from 'typebox'
import type { Sentence } from '#spreadsheet/messages.ts'
import { spellingsOf } from '#spreadsheet/texts.ts'
import { splitTexts } from '#spreadsheet/write/list.ts'

// Parses cells and applies the limits of the contract. Validation is in rules/, the same as for the calls.

export type Read<T> = { value: T } | Refused
type Refused = { fault: Sentence; suggestions?: string[] }
export const isFaulty = <T>(read: Read<T>): read is Refused => 'fault' in read

type Limits = { maxLength?: number; maxItems?: number; minimum?: number; maximum?: number; items?: TSchema }

/** Checks a text or a list of texts against the limits of its schema. Counts code points, as JSON Schema does. */
export function whyOverLimit(schema: TSchema, value: unknown): Sentence | null {
  const { maxLength = Infinity, maxItems = Infinity, items = {} }: Limits = schema
  if (Array.isArray(value)) {
    if (value.length > maxItems) return { code: 'too_many', details: { count: value.length, most: maxItems } }
    return value.map((item) => whyOverLimit(items, item)).find((fault) => fault !== null) ?? null
  }
  const length = typeof value === 'string' && value.length > maxLength ? [...value].length : 0
  return length > maxLength ? { code: 'too_long', details: { length, most: maxLength } } : null
}

/** Checks the length, then applies a rule that returns null for invalid values. */
export const readWith =
  <T>(schema: TSchema, rule: (cell: string) => T | null, refused: (cell: string) => Sentence) =>
  (cell: string): Read<T> => {
    const fault = whyOverLimit(schema, cell)
    if (fault !== null) return { fault }
    const value = rule(cell)
    return value === null ? { fault: refused(cell) } : { value }
  }

export const asText = (cell: string): Read<string> => ({ value: cell })
export const asList = (cell: string): Read<string[]> => ({ value: splitTexts(cell) })

export const asNumber =
  (schema: TSchema) =>
  (cell: string): Read<number | null> => {
    const { minimum = 0, maximum = Infinity }: Limits = schema
    const text = cell.trim()
    if (text === '') return { value: null }
    const isGood = /^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
    return isGood ? { value: Number(text) } : { fault: { code: 'no_number', details: { value: text, least: minimum, most: maximum } } }
  }

const yes = new Set(['1', '+', ...spellingsOf('yes.word')])
const no = new Set(['0', '-', '–', ...spellingsOf('no.word')])

/** null: empty. */
export function asYes(cell: string): Read<boolean | null> {
  const text = cell.trim().toLowerCase()
  if (text === '') return { value: null }
  if (yes.has(text)) return { value: true }
  return no.has(text) ? { value: false } : { fault: { code: 'no_yes', details: { value: cell.trim() } } }
}
