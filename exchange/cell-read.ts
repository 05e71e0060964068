import { readDay, writeDay } from '#rules/day.ts'
import { textKept } from '#rules/request.ts'
import { splitList } from './list.ts'
import type { Read } from './plan.ts'

// What people write into cells, as values. Each answers with the value, or says what is wrong.

/** Texts of several lines, as the directory keeps them. */
export const textUpTo =
  (most: number) =>
  (cell: string): Read<string | null> => {
    const value = textKept(cell)
    return (value?.length ?? 0) > most ? { fault: { code: 'too_long', details: { length: value!.length, most } } } : { value }
  }

const oneLine = (text: string): string | null => textKept(text.replace(/\s+/g, ' '))

export const lineUpTo = (most: number) => (cell: string) => textUpTo(most)(oneLine(cell) ?? '')

export const neededLineUpTo =
  (most: number) =>
  (cell: string): Read<string> => {
    const read = lineUpTo(most)(cell)
    return 'value' in read && read.value === null ? { fault: { code: 'missing' } } : (read as Read<string>)
  }

const RUSSIAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const FIRST_DAY = readDay('0001-01-01')!

export function readDayCell(cell: string): Read<string | null> {
  const text = cell.trim()
  if (text === '') return { value: null }
  const russian = RUSSIAN.exec(text)
  const written = russian
    ? `${russian[3]}-${russian[2]!.padStart(2, '0')}-${russian[1]!.padStart(2, '0')}`
    : text.replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, '')
  const day = readDay(written)
  return day === undefined || day < FIRST_DAY ? { fault: { code: 'no_date', details: { value: text } } } : { value: writeDay(day) }
}

export const numberUpTo =
  (most: number) =>
  (cell: string): Read<number | null> => {
    const text = cell.trim()
    if (text === '') return { value: null }
    const isGood = /^\d{1,9}$/.test(text) && Number(text) <= most
    return isGood ? { value: Number(text) } : { fault: { code: 'no_number', details: { value: text, most } } }
  }

const yes = new Set(['yes', 'y', 'true', '1', '+', 'x', 'х', 'да', 'истина'])
const no = new Set(['no', 'n', 'false', '0', '-', '–', 'нет', 'ложь'])

/** null: left open. */
export function readYes(cell: string): Read<boolean | null> {
  const text = cell.trim().toLowerCase()
  if (text === '') return { value: null }
  if (yes.has(text)) return { value: true }
  return no.has(text) ? { value: false } : { fault: { code: 'no_yes', details: { value: cell.trim() } } }
}

export const listUpTo =
  (most: number, longest: number) =>
  (cell: string): Read<string[]> => {
    const items = splitList(cell).flatMap((item) => oneLine(item) ?? [])
    const long = items.find((item) => item.length > longest)
    if (long !== undefined) return { fault: { code: 'too_long', details: { length: long.length, most: longest } } }
    return items.length > most ? { fault: { code: 'too_many', details: { count: items.length, most } } } : { value: items }
  }

/** Names and their variants are the same word, whatever the case of their letters. */
export const wordKey = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
