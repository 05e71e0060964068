import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { Cell } from '#spreadsheet/sheet.ts'

// The row under a table: "ИТОГО" or "Total: 12", with sums in other cells. It is no project, team, round or person.

/** `at`: the column of its word. */
export type TotalRow = { row: number; at: number; text: string }

/** Names of tags, roles and synonyms may be such words. */
const kinds: SheetKind[] = ['project', 'team', 'round', 'person']
const LONGEST = 80
const WORD = /^(?:(?:под)?итого?|всего|сумма|(?:grand |sub)?totals?|sums?|gesamt|summe)(?![\p{L}\p{N}])/iu
// "Total: 12", "Итого по кафедре", "Всего студентов: 25"; not "Total Recall".
const REST = /^[\s:.=—–-]*(?:[\d\s.,]*|(?:по|за|на|for|of)\s[^:]*:?[\d\s.,]*|[^:]*:[\d\s.,]*)$/iu
const NUMBER = /^[\d\s.,%+−–-]*$/u

export function totalRowOf(kind: SheetKind, row: number, cells: readonly Cell[]): TotalRow | null {
  if (!kinds.includes(kind)) return null
  const filled = cells.flatMap((cell, at) => ((cell ?? '').trim() === '' ? [] : { at, text: cell!.trim() }))
  const words = filled.filter(({ text }) => text.length > LONGEST || !NUMBER.test(text))
  const [first] = words
  if (words.length !== 1 || first!.text.length > LONGEST) return null
  const word = WORD.exec(first!.text)
  return word && REST.test(first!.text.slice(word[0].length)) ? { row, ...first! } : null
}
