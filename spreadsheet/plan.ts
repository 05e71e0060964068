import type { TSchema } from 'typebox'
import type { SheetRow } from '#contract/console/spreadsheet.ts'
import type { FieldFault, Language } from '#contract/errors.ts'
import { isFaulty, type Read, whyOverLimit } from './cell-read.ts'
import type { Cells, Line } from './columns.ts'
import { isSentence, type Sentence, say } from './messages.ts'

// What a row would do. A cell that says what an export would say is left alone, whatever it holds; any other is read, and refused or taken.

export type Change = { column: string; before: string | null; after: string | null }
export type Fault = { column: string | null; sentence: Sentence }
export type PlannedRow = { row: number; what: SheetRow['what']; name: string; changes: Change[]; faults: Fault[] }

const LONGEST_SHOWN = 200
const shown = (cell: string): string | null =>
  cell === '' ? null : cell.length > LONGEST_SHOWN ? `${cell.slice(0, LONGEST_SHOWN).toWellFormed()}…` : cell

/** Works through the cells of one row, and remembers what it changes and what is wrong with it. */
export class RowReader {
  readonly row: number
  readonly cells: Cells
  readonly changes: Change[] = []
  readonly faults: Fault[] = []
  readonly kept: Cells | null // what an export says now; null of something new
  readonly isNew: boolean

  constructor({ row, cells }: Line, kept: Cells | null, isNew = kept === null) {
    this.row = row
    this.cells = cells
    this.kept = kept
    this.isNew = isNew
  }

  isFaulty(column: string): boolean {
    return this.faults.some((fault) => fault.column === column)
  }

  isChanged(column: string): boolean {
    return this.changes.some((change) => change.column === column)
  }

  fault(column: string | null, code: Sentence['code'], details: Sentence['details'] = {}): void {
    this.faults.push({ column, sentence: { code, details } })
  }

  /** Whether the row says nothing about the column, or nothing new. */
  isSilent(key: string): boolean {
    const cell = this.cells[key]
    return cell === undefined || (this.kept !== null && cell === (this.kept[key] ?? ''))
  }

  /** The value the cell asks for; `otherwise` where it is silent or faulty. `write` says it as an export would. */
  value<T>(key: string, otherwise: T, read: (cell: string) => Read<T>, write: (value: T) => string): T {
    if (this.isSilent(key)) return otherwise
    const result = read(this.cells[key]!)
    if (isFaulty(result)) {
      this.faults.push({ column: key, sentence: result.fault })
      return otherwise
    }
    this.note(key, write(result.value))
    return result.value
  }

  /** A draft for a rule, of the cells that say something new. The contract's limits hold for it as for the body of a call. */
  draft<D extends object>(schemas: { [K in keyof D]?: TSchema }, readers: { [K in keyof D]?: (cell: string) => Read<D[K]> }): Partial<D> {
    const draft: Partial<D> = {}
    for (const key of Object.keys(readers) as (keyof D & string)[]) {
      if (this.isSilent(key)) continue
      const result = readers[key]!(this.cells[key]!)
      const fault = isFaulty(result) ? result.fault : whyOverLimit(schemas[key] ?? {}, result.value)
      if (fault !== null) this.faults.push({ column: key, sentence: fault })
      else draft[key] = (result as { value: D[typeof key] }).value
    }
    return draft
  }

  /** What a rule says against a draft. One fault of a column is enough. */
  refuse(faults: readonly FieldFault[]): void {
    for (const { path, code, params } of faults) {
      if (!isSentence(code)) throw new Error(`no sentence for ${code}`)
      if (!this.isFaulty(path)) this.fault(path, code, { value: (this.cells[path] ?? '').trim(), ...params })
    }
  }

  /** What becomes of the columns of a draft, as an export would say it. */
  noteDraft(draft: object, after: Cells): void {
    for (const [key, cell] of Object.entries(after)) if (key in draft && !this.isFaulty(key)) this.note(key, cell ?? '')
  }

  note(column: string, after: string): void {
    const before = this.kept?.[column] ?? ''
    if (before !== after) this.changes.push({ column, before: shown(before), after: shown(after) })
  }

  planned(name: string): PlannedRow {
    const { row, changes, faults } = this
    const what = faults.length > 0 ? 'refuse' : this.isNew ? 'create' : changes.length > 0 ? 'change' : 'same'
    return { row, what, name: shown(name) ?? '', changes: what === 'refuse' ? [] : changes, faults }
  }
}

export const inWords = ({ row, what, name, changes, faults }: PlannedRow, language: Language): SheetRow => ({
  row,
  what,
  name,
  changes,
  faults: faults.map(({ column, sentence }) => ({ column, message: say(sentence, language) })),
})

const SLICE = 100

/** Goes on with other calls between two slices. */
export async function inSlices<T>(
  list: readonly T[],
  work: (one: T, index: number) => void,
  noted: (done: number) => void = () => {},
): Promise<void> {
  for (let from = 0; from < list.length; from += SLICE) {
    for (let at = from; at < Math.min(list.length, from + SLICE); at++) work(list[at]!, at)
    noted(Math.min(list.length, from + SLICE))
    await new Promise((resolve) => setImmediate(resolve))
  }
}
