import type { ImportOptions } from '#contract/console/import-options.ts'
import type { SheetKind } from '#contract/console/spreadsheet.ts'
import { type TotalRow, totalRowOf } from './cell/total-row.ts'
import { columns, keysOf, missingKeys, refuseColumns, refuseTwice } from './column/columns.ts'
import { inSlices } from './read/slices.ts'
import { type Cell, MOST_CHARACTERS, type Sheet, type SheetLine, unreadable } from './sheet.ts'

// Applies the options of an import to a sheet: what the columns mean, repeated cells, corrected cells.

/** `keys`: what each column of the sheet means; null = ignored. */
export type Prepared = { sheet: Sheet; keys: (string | null)[]; totals: TotalRow[] }

export async function prepareSheet(kind: SheetKind, given: Sheet, options: ImportOptions = {}): Promise<Prepared> {
  const keys = options.columns === undefined ? await keysOf(kind, given) : mappedKeys(kind, given, options.columns)
  const fillDown = new Set(options.fillDown ?? [])
  const edits = Map.groupBy(options.edits ?? [], ({ row }) => row)
  const totals: TotalRow[] = []
  const lines: SheetLine[] = []
  const above: Cell[] = []
  let added = 0
  const isEdited = fillDown.size > 0 || edits.size > 0
  await inSlices(given.lines, ({ row, cells }) => {
    const filled = isEdited ? [...cells] : cells
    for (const { column, text } of edits.get(row) ?? []) if (column < filled.length) filled[column] = text
    const total = totalRowOf(kind, row, filled) // before it is filled with the cells above
    if (total) totals.push(total)
    for (const column of fillDown) {
      if ((filled[column] ?? '').trim() !== '') above[column] = filled[column]
      else if (above[column] !== undefined) {
        filled[column] = above[column]
        added += above[column].length
      }
    }
    if (added > MOST_CHARACTERS) throw unreadable('characters')
    lines.push({ row, cells: filled })
  })
  return { sheet: { ...given, lines }, keys, totals }
}

function mappedKeys(kind: SheetKind, { heads }: Sheet, given: readonly (string | null)[]): (string | null)[] {
  const known = new Set(columns[kind].filter(({ isExportOnly }) => !isExportOnly).map(({ key }) => key))
  const keys = heads.map((_, at) => given[at] ?? null).map((key) => (key !== null && known.has(key) ? key : null))
  refuseColumns(kind, missingKeys(kind, keys))
  refuseTwice(kind, keys)
  return keys
}
