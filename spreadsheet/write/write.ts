import type { SheetFormat } from '#contract/console/spreadsheet.ts'
import type { ColumnKind, Marks, SheetColumn } from '#spreadsheet/column/columns.ts'
import { DANGEROUS } from '#spreadsheet/read/csv.ts'
import { encoded } from '#spreadsheet/read/encoding.ts'
import type { Cell, Origin, Sheet } from '#spreadsheet/sheet.ts'
import { splitList } from './list.ts'
import { writeXlsx } from './xlsx.ts'

// Sheets for common programs; importing an export changes nothing.

export const mimes: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}

/** Of a copy of an uploaded sheet. */
export const mimeOf = ({ format, origin }: Sheet): string =>
  format === 'csv' ? `text/csv; charset=${(origin?.encoding ?? 'utf-8').replace(/-bom$|[lb]e$/, '')}` : mimes[format]

/** How a CSV is written. */
export type Written = Pick<Origin, 'encoding' | 'separator'>

export function writeSheet(
  format: SheetFormat,
  columns: readonly SheetColumn[],
  rows: readonly Cell[][],
  marks: Marks = new Map(),
  written?: Written,
): Buffer {
  if (format === 'xlsx') return writeXlsx(columns, rows, marks)
  return format === 'csv' ? writeCsv(columns, rows, written) : writeJson(columns, rows)
}

// By default with a byte order mark, so that Excel detects UTF-8.
function writeCsv(
  columns: readonly SheetColumn[],
  rows: readonly Cell[][],
  { encoding = 'utf-8-bom', separator = ',' }: Written = {},
): Buffer {
  const cell = (text: Cell): string => {
    const safe = text !== undefined && DANGEROUS.test(text) ? `'${text}` : (text ?? '')
    return /[",;\t\r\n]|^\s|\s$/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  const lines = [columns.map(({ head }) => cell(head)), ...rows.map((row) => columns.map((_, at) => cell(row[at])))]
  // A row of one empty cell would be an empty line.
  return encoded(lines.map((line) => `${line.join(separator) || '""'}\r\n`).join(''), encoding)
}

function writeJson(columns: readonly SheetColumn[], rows: readonly Cell[][]): Buffer {
  const value = (text: string, kind: ColumnKind): unknown => {
    if (kind === 'list') return splitList(text)
    if (text === '') return null
    if (kind === 'number' && /^(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text)
    if (kind === 'yes' && /^(?:yes|no)$/.test(text)) return text === 'yes'
    return text
  }
  const things = rows.map((row) =>
    Object.fromEntries(columns.flatMap(({ head, kind }, at) => (row[at] === undefined ? [] : [[head, value(row[at], kind)]]))),
  )
  return Buffer.from(`${JSON.stringify(things, null, 2)}\n`)
}
