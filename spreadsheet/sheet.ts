import type { SheetFormat } from '#contract/console/spreadsheet.ts'
import type { Details, ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import { languages } from '#texts/languages.ts'
import { type SheetKey, sheetText } from './texts.ts'

// A sheet as read: texts only, with its own headers. undefined: the key is absent in this row (JSON only).
export type Cell = string | undefined
export type SheetLine = { row: number; cells: Cell[] }
export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1251'
/** How the file was written; a copy of it is written the same way. */
export type Origin = {
  headRow: number
  top: { row: number; text: string }[] // the first rows, to choose the headings from
  encoding?: Encoding // of CSV
  separator?: string
}
export type Sheet = { format: SheetFormat; heads: string[]; lines: SheetLine[]; origin?: Origin }
/** The index of the row with the headings among the first rows. */
export type FindHead = (rows: readonly SheetLine[]) => number

// Checked while reading, before memory is allocated. Larger files are refused, not truncated.
export const MOST_ROWS = 20_000
export const MOST_COLUMNS = 60
export const MOST_IN_CELL = 50_000
export const MOST_CHARACTERS = 30_000_000 // of all cells together
export const MOST_TITLE_ROWS = 30 // above the headings
export const MOST_UNPACKED = 150 * 1024 * 1024 // bytes of the parts of an XLSX that are read

/** The file cannot be read as a sheet. The caller chooses the language of the message. */
export class SheetFault extends Error {
  readonly code: ErrorCode & ('sheet_unreadable' | 'sheet_too_long' | 'sheet_columns')
  readonly details: Record<Language, Details>
  constructor(code: SheetFault['code'], details: Record<Language, Details>) {
    super(`${code} ${JSON.stringify(details.en)}`)
    this.code = code
    this.details = details
  }
}

export const inEveryLanguage = (make: (language: Language) => Details) =>
  Object.fromEntries((languages as Language[]).map((language) => [language, make(language)])) as Record<Language, Details>

type Why = SheetKey extends infer K ? (K extends `${infer Code}.unreadable` ? Code : never) : never

export const unreadable = (why: Why, details: (language: Language) => Details = () => ({})): SheetFault =>
  new SheetFault(
    'sheet_unreadable',
    inEveryLanguage((language) => ({ why: sheetText(language, `${why}.unreadable`, details(language)) })),
  )

export const tooLong = (): SheetFault =>
  new SheetFault(
    'sheet_too_long',
    inEveryLanguage(() => ({ limit: MOST_ROWS })),
  )

const MOST_TOP = 12
const TOP_CHARACTERS = 160
const isEmpty = (cell: Cell): boolean => cell === undefined || cell.trim() === ''
/** A range of merged cells in one column. */
export type Merge = { column: number; from: number; to: number }

/** Collects rows within the limits. Empty rows are dropped, but keep their row number. */
export function createSheetBuilder(findHead: FindHead = () => 0) {
  let characters = 0
  const lines: SheetLine[] = []
  /** To be called before the cell is stored. */
  function checkCell(length: number, row: number): void {
    if (length > MOST_IN_CELL) throw unreadable('cell', () => ({ row, limit: MOST_IN_CELL }))
    characters += length
    if (characters > MOST_CHARACTERS) throw unreadable('characters')
  }
  return {
    checkCell,
    addRow(row: number, cells: Cell[]): void {
      if (cells.length > MOST_COLUMNS) throw unreadable('columns', () => ({ row, limit: MOST_COLUMNS }))
      if (cells.every(isEmpty)) return
      if (lines.length > MOST_ROWS + MOST_TITLE_ROWS) throw tooLong()
      lines.push({ row, cells })
    },
    /** Repeats the upper cell of each range in the rows below. Ranges of a real file do not overlap, so their cells are bounded. */
    fillMerged(merges: readonly Merge[]): void {
      const byRow = new Map(lines.map((line) => [line.row, line.cells]))
      let steps = MOST_ROWS * MOST_COLUMNS
      const last = lines.at(-1)?.row ?? 0
      for (const { column, from, to } of merges) {
        const text = byRow.get(from)?.[column]
        if (column >= MOST_COLUMNS || isEmpty(text)) continue
        for (let row = from + 1; row <= Math.min(to, last); row++) {
          if (--steps < 0) throw unreadable('brokenXml')
          const cells = byRow.get(row)
          if (!cells || !isEmpty(cells[column])) continue
          checkCell(text!.length, row)
          while (cells.length < column) cells.push('')
          cells[column] = text
        }
      }
    },
    sheet(format: SheetFormat, written: Pick<Origin, 'encoding' | 'separator'> = {}): Sheet {
      if (lines.length === 0) throw unreadable('empty')
      const at = findHead(lines.slice(0, MOST_TITLE_ROWS))
      const head = lines[at]!
      const rest = lines.slice(at + 1).filter(({ cells }) => !isRepeated(head.cells, cells))
      if (rest.length > MOST_ROWS) throw tooLong()
      const width = Math.max(
        head.cells.length,
        rest.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => !isEmpty(cell)) + 1), 0),
      )
      const heads = Array.from({ length: width }, (_, column) => head.cells[column] ?? '')
      const wide = rest.map(({ row, cells }) => ({
        row,
        cells: heads.map((_, column) => cells[column] ?? (format === 'json' ? undefined : '')),
      }))
      const top = lines.slice(0, MOST_TOP).map(({ row, cells }) => ({ row, text: beginningOf(cells) }))
      return { ...joined(heads, wide), format, origin: { headRow: head.row, top, ...written } }
    },
  }
}

/** The headings once more, from merged cells or a second page. */
const isRepeated = (heads: readonly Cell[], cells: readonly Cell[]): boolean =>
  cells.every((cell, column) => isEmpty(cell) || cell === heads[column]) && cells.filter((cell) => !isEmpty(cell)).length > 1

const beginningOf = (cells: readonly Cell[]): string =>
  cells
    .filter((cell) => !isEmpty(cell))
    .map((cell) => cell!.slice(0, TOP_CHARACTERS).trim())
    .join(' · ')
    .slice(0, TOP_CHARACTERS)
    .toWellFormed()

// A text longer than a cell of Excel continues in a column "description+".
function joined(heads: string[], lines: SheetLine[]): Pick<Sheet, 'heads' | 'lines'> {
  const owner = heads.map((head, at) =>
    /.\+$/.test(head.trim()) ? heads.findIndex((other) => other.trim() === head.trim().slice(0, -1)) : at,
  )
  if (owner.every((one, at) => one === at || one === -1)) return { heads, lines }
  const columns = heads.flatMap((_, at) => (owner[at] === at || owner[at] === -1 ? [at] : []))
  return {
    heads: columns.map((at) => heads[at]!),
    lines: lines.map(({ row, cells }) => ({
      row,
      cells: columns.map((at) =>
        cells.reduce((text, cell, other) => (other !== at && owner[other] === at ? `${text ?? ''}${cell ?? ''}` : text), cells[at]),
      ),
    })),
  }
}
