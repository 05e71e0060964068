import type { SheetKind } from '#contract/console/spreadsheet.ts'
import { matchKey } from '#rules/project/project.ts'
import { headingsOf } from '#spreadsheet/column/columns.ts'
import type { FindHead, SheetLine } from '#spreadsheet/sheet.ts'

// Office files have titles and notes above the headings.

export type Reading = { kind?: SheetKind; headRow?: number }

const LONGEST_HEADING = 200
const filled = ({ cells }: SheetLine): string[] => cells.flatMap((cell) => (cell !== undefined && cell.trim() !== '' ? [cell] : []))

/** The row with most known headings; without any, the first row that is about as wide as the widest. Without a kind, the first row. */
export function headFinder({ kind, headRow }: Reading): FindHead {
  if (kind === undefined) return () => 0
  const { keyByHead } = headingsOf(kind)
  const countKnown = (row: SheetLine): number =>
    filled(row).filter((cell) => cell.length <= LONGEST_HEADING && keyByHead.has(matchKey(cell))).length
  return (rows) => {
    const chosen = headRow === undefined ? -1 : rows.findIndex(({ row }) => row === headRow)
    if (chosen >= 0) return chosen
    const widths = rows.map((row) => filled(row).length)
    const widest = Math.max(...widths)
    const known = rows.map((row, at) => (widths[at]! >= widest * 0.4 ? countKnown(row) : 0)) // a title is narrow
    const most = Math.max(...known)
    return most > 0 ? known.indexOf(most) : widths.findIndex((width) => width >= widest * 0.6)
  }
}

/** Whether a text is a known heading; undefined without a kind. */
export function headingTest({ kind }: Reading): ((text: string) => boolean) | undefined {
  if (kind === undefined) return undefined
  const { keyByHead } = headingsOf(kind)
  return (text) => keyByHead.has(matchKey(text))
}
