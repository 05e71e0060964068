import type { SheetFormat } from '#contract/console/spreadsheet.ts'
import { type Details, type ErrorCode, fill, type Language } from '#contract/errors.ts'

// A sheet as read: texts only, with its own headers. undefined: the key is absent in this row (JSON only).
export type Cell = string | undefined
export type SheetLine = { row: number; cells: Cell[] }
export type Sheet = { format: SheetFormat; heads: string[]; lines: SheetLine[] }

// Checked while reading, before memory is allocated. Larger files are refused, not truncated.
export const MOST_ROWS = 20_000
export const MOST_COLUMNS = 60
export const MOST_IN_CELL = 50_000
export const MOST_CHARACTERS = 30_000_000 // of all cells together
export const MOST_UNPACKED = 150 * 1024 * 1024 // bytes of the parts of an XLSX that are read

type Why = Record<Language, string>
const whys = {
  empty: { en: 'it is empty.', ru: 'он пуст.' },
  binary: { en: 'it is neither text nor an XLSX file.', ru: 'это не текст и не файл XLSX.' },
  oldExcel: {
    en: 'it uses the old Excel format (.xls). Save it as .xlsx.',
    ru: 'это старый формат Excel (.xls). Сохраните его как .xlsx.',
  },
  noWorkbook: {
    en: 'the archive contains no Excel workbook. Save it as .xlsx.',
    ru: 'в архиве нет книги Excel. Сохраните файл как .xlsx.',
  },
  brokenZip: { en: 'the XLSX file is damaged.', ru: 'файл XLSX повреждён.' },
  brokenXml: { en: 'a part of the XLSX file is damaged.', ru: 'часть файла XLSX повреждена.' },
  locked: { en: 'it is password-protected. Remove the password.', ru: 'он защищён паролем. Снимите пароль.' },
  swells: { en: 'its unpacked content is too large.', ru: 'его содержимое слишком велико.' },
  brokenJson: { en: 'the JSON is invalid.', ru: 'некорректный JSON.' },
  jsonShape: {
    en: 'JSON must be an array of objects with text, number and text list values.',
    ru: 'JSON должен быть массивом объектов с текстовыми значениями, числами и списками.',
  },
  openQuote: { en: 'a quotation mark in row {row} is not closed.', ru: 'в строке {row} не закрыта кавычка.' },
  columns: { en: 'row {row} has more than {limit} columns.', ru: 'в строке {row} больше {limit} столбцов.' },
  cell: { en: 'a cell in row {row} has more than {limit} characters.', ru: 'в строке {row} есть ячейка длиннее {limit} символов.' },
  characters: { en: 'the cells contain too much text. Split the file.', ru: 'в ячейках слишком много текста. Разделите файл.' },
  heads: { en: 'the column “{head}” is duplicated.', ru: 'столбец «{head}» повторяется.' },
} as const satisfies Record<string, Why>

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

export const unreadable = (why: keyof typeof whys, details: Details = {}): SheetFault =>
  new SheetFault('sheet_unreadable', { en: { why: fill(whys[why].en, details) }, ru: { why: fill(whys[why].ru, details) } })

export const tooLong = (): SheetFault => new SheetFault('sheet_too_long', { en: { limit: MOST_ROWS }, ru: { limit: MOST_ROWS } })

/** Collects rows within the limits. Empty rows are dropped, but keep their row number. */
export function createSheetBuilder() {
  let heads: string[] | undefined
  let characters = 0
  const lines: SheetLine[] = []
  return {
    /** To be called before the cell is stored. */
    checkCell(length: number, row: number): void {
      if (length > MOST_IN_CELL) throw unreadable('cell', { row, limit: MOST_IN_CELL })
      characters += length
      if (characters > MOST_CHARACTERS) throw unreadable('characters')
    },
    addRow(row: number, cells: Cell[]): void {
      if (cells.length > MOST_COLUMNS) throw unreadable('columns', { row, limit: MOST_COLUMNS })
      if (cells.every((cell) => cell === undefined || cell.trim() === '')) return
      if (heads === undefined) heads = cells.map((cell) => cell ?? '')
      else if (lines.length >= MOST_ROWS) throw tooLong()
      else lines.push({ row, cells })
    },
    sheet(format: SheetFormat): Sheet {
      if (heads === undefined) throw unreadable('empty')
      // A text longer than a cell of Excel continues in a column "description+".
      const wide = lines.map(({ row, cells }) => ({ row, cells: heads!.map((_, at) => cells[at] ?? (format === 'json' ? undefined : '')) }))
      const past = lines.find(({ cells }) => cells.some((cell, at) => at >= heads!.length && cell !== undefined && cell.trim() !== ''))
      if (past) throw new SheetFault('sheet_columns', beyond(past.row))
      return joined({ format, heads, lines: wide })
    },
  }
}

const beyond = (row: number): Record<Language, Details> => ({
  en: { missing: '–', unknown: `a column without a head (row ${row})` },
  ru: { missing: '–', unknown: `колонка без заголовка (строка ${row})` },
})

function joined({ format, heads, lines }: Sheet): Sheet {
  const owner = heads.map((head, at) =>
    /.\+$/.test(head.trim()) ? heads.findIndex((other) => other.trim() === head.trim().slice(0, -1)) : at,
  )
  if (owner.every((one, at) => one === at || one === -1)) return { format, heads, lines }
  const columns = heads.flatMap((_, at) => (owner[at] === at || owner[at] === -1 ? [at] : []))
  return {
    format,
    heads: columns.map((at) => heads[at]!),
    lines: lines.map(({ row, cells }) => ({
      row,
      cells: columns.map((at) =>
        cells.reduce((text, cell, other) => (other !== at && owner[other] === at ? `${text ?? ''}${cell ?? ''}` : text), cells[at]),
      ),
    })),
  }
}
