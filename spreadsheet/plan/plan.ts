import type { TSchema } from 'typebox'
import type { SheetRow } from '#contract/console/spreadsheet.ts'
import type { FieldFault } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import { isFaulty, type Read, whyOverLimit } from '#spreadsheet/cell/cell-read.ts'
import type { Cells, Line } from '#spreadsheet/column/columns.ts'
import { isSentence, type Sentence, say } from '#spreadsheet/messages.ts'

// The effect of a row. A cell equal to the exported value is unchanged, even if it is invalid; all others are validated.

export type Change = { column: string; before: string | null; after: string | null }
export type Fault = { column: string | null; sentence: Sentence; suggestions?: string[] }
export type PlannedRow = { row: number; what: SheetRow['what']; name: string; changes: Change[]; faults: Fault[]; warnings: Fault[] }

const MAX_CELL = 200
const preview = (cell: string): string | null =>
  cell === '' ? null : cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL).toWellFormed()}…` : cell

/** Reads the cells of one row and collects its changes and faults. */
export class RowReader {
  readonly row: number
  readonly cells: Cells
  readonly changes: Change[] = []
  readonly faults: Fault[] = []
  readonly warnings: Fault[] = [] // do not prevent the import
  readonly exported: Cells | null // the cells of an export; null for a new row
  readonly isNew: boolean

  constructor({ row, cells }: Line, exported: Cells | null, isNew = exported === null) {
    this.row = row
    this.cells = cells
    this.exported = exported
    this.isNew = isNew
  }

  isFaulty(column: string): boolean {
    return this.faults.some((fault) => fault.column === column)
  }

  isChanged(column: string): boolean {
    return this.changes.some((change) => change.column === column)
  }

  /** Of these values those that the row changes; the others are not written. */
  changed<V extends object>(values: V): Partial<V> {
    return Object.fromEntries(Object.entries(values).filter(([key]) => this.isChanged(key))) as Partial<V>
  }

  fault(column: string | null, code: Sentence['code'], details: Sentence['details'] = {}, suggestions?: string[]): void {
    this.faults.push({ column, sentence: { code, details }, suggestions })
  }

  warn(column: string, code: Sentence['code'], details: Sentence['details'] = {}, suggestions?: string[]): void {
    this.warnings.push({ column, sentence: { code, details }, suggestions })
  }

  /** Whether the cell is absent or equal to the exported value. */
  isUnchanged(key: string): boolean {
    const cell = this.cells[key]
    return cell === undefined || (this.exported !== null && cell === (this.exported[key] ?? ''))
  }

  /** The value of the cell; `otherwise` where it is unchanged or invalid. `write` formats it as an export does. */
  value<T>(key: string, otherwise: T, read: (cell: string) => Read<T>, write: (value: T) => string): T {
    if (this.isUnchanged(key)) return otherwise
    const result = read(this.cells[key]!)
    if (isFaulty(result)) {
      this.faults.push({ column: key, sentence: result.fault, suggestions: result.suggestions })
      return otherwise
    }
    this.note(key, write(result.value))
    return result.value
  }

  /** A draft of the changed cells, for a rule. The limits of the contract apply as to the body of a call. */
  draft<D extends object>(schemas: { [K in keyof D]?: TSchema }, readers: { [K in keyof D]?: (cell: string) => Read<D[K]> }): Partial<D> {
    const draft: Partial<D> = {}
    for (const key of Object.keys(readers) as (keyof D & string)[]) {
      if (this.isUnchanged(key)) continue
      const result = readers[key]!(this.cells[key]!)
      const fault = isFaulty(result) ? result.fault : whyOverLimit(schemas[key] ?? {}, result.value)
      if (fault !== null) this.faults.push({ column: key, sentence: fault })
      else draft[key] = (result as { value: D[typeof key] }).value
    }
    return draft
  }

  /** Adds the faults of a rule, at most one per column. */
  refuse(faults: readonly FieldFault[]): void {
    for (const { path, code, params } of faults) {
      if (!isSentence(code)) throw new Error(`no message for ${code}`)
      if (!this.isFaulty(path)) this.fault(path, code, { value: (this.cells[path] ?? '').trim(), ...params })
    }
  }

  /** Adds the changes of a draft, formatted as in an export. */
  noteDraft(draft: object, after: Cells): void {
    for (const [key, cell] of Object.entries(after)) if (key in draft && !this.isFaulty(key)) this.note(key, cell ?? '')
  }

  note(column: string, after: string): void {
    const before = this.exported?.[column] ?? ''
    if (before !== after) this.changes.push({ column, before: preview(before), after: preview(after) })
  }

  planned(name: string): PlannedRow {
    const { row, changes, faults, warnings } = this
    const what = faults.length > 0 ? 'refuse' : this.isNew ? 'create' : changes.length > 0 ? 'change' : 'same'
    return { row, what, name: preview(name) ?? '', changes: what === 'refuse' ? [] : changes, faults, warnings }
  }
}

type InWords = Pick<SheetRow, 'row' | 'what' | 'name' | 'changes' | 'faults' | 'warnings'>

export function inWords({ row, what, name, changes, faults, warnings }: PlannedRow, language: Language): InWords {
  const said = ({ column, sentence, suggestions }: Fault) => ({
    column,
    message: say(sentence, language),
    ...(suggestions && suggestions.length > 0 ? { suggestions } : {}),
  })
  return { row, what, name, changes, faults: faults.map(said), warnings: warnings.map(said) }
}
