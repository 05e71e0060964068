import type { SheetFormat, SheetKind } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/language.ts'
import type { AnySql } from '#database/sql.ts'
import { sortedSynonyms } from '#rules/console/synonym.ts'
import { matchKey } from '#rules/project/project.ts'
import { linesOfRow } from '#spreadsheet/cell/cells.ts'
import { type DirectoryClock, onClock } from '#spreadsheet/cell/round-cells.ts'
import { type Cells, type Column, columns, faultHeadOf, headingsOf, type Marks, type SheetColumn } from '#spreadsheet/column/columns.ts'
import { inWords, type PlannedRow } from '#spreadsheet/plan/plan.ts'
import type { Prepared } from '#spreadsheet/prepare.ts'
import type { SheetThread } from '#spreadsheet/read/worker-thread.ts'
import type { Cell, Sheet, SheetLine } from '#spreadsheet/sheet.ts'
import { labelOf } from '#spreadsheet/texts.ts'
import { listPersonRows, listProjectRows, listRoleRows, listRoundRows, listTagRows, listTeamRows } from '#store/spreadsheet/export.ts'
import { listSynonyms } from '#store/vocabulary/synonym.ts'
import { languages } from '#texts/languages.ts'

// Exports: all rows of a kind, a template, or an imported sheet with its errors marked.

/** Headings as keys, or as words of a language. */
export type Headings = Language | 'keys'
const headed = (of: SheetKind, list: readonly Column[], headings: Headings): SheetColumn[] =>
  list.map(({ key, kind }) => ({ head: headings === 'keys' ? key : labelOf(of, key, headings), kind }))
const rowOf = (list: readonly Column[], cells: Cells): Cell[] => list.map(({ key }) => cells[key] ?? '')

async function* inOneBatch<T>(rows: Promise<T[]>): AsyncGenerator<T[]> {
  yield await rows
}

const sources = {
  project: (sql: AnySql) => listProjectRows(sql),
  team: (sql: AnySql) => listTeamRows(sql),
  round: (sql: AnySql, clock: DirectoryClock) => inOneBatch(listRoundRows(sql).then((rounds) => rounds.map(onClock(clock)))),
  person: (sql: AnySql) => listPersonRows(sql),
  tag: (sql: AnySql) => inOneBatch(listTagRows(sql)),
  role: (sql: AnySql) => inOneBatch(listRoleRows(sql)),
  synonym: (sql: AnySql) => inOneBatch(listSynonyms(sql).then(sortedSynonyms)),
}

async function* rowsOf(sql: AnySql, kind: SheetKind, clock: DirectoryClock): AsyncGenerator<Cell[][]> {
  const linesOf = linesOfRow[kind] as (row: unknown) => Cells[]
  for await (const batch of sources[kind](sql, clock) as AsyncIterable<unknown[]>)
    yield batch.flatMap((row) => linesOf(row).map((cells) => rowOf(columns[kind], cells)))
}

type Wanted = { kind: SheetKind; format: SheetFormat; headings?: Headings; signal?: AbortSignal }

export const exportAll = (
  thread: SheetThread,
  sql: AnySql,
  { kind, format, headings = 'keys', signal, ...clock }: Wanted & DirectoryClock,
): Promise<Buffer> => thread.write(format, headed(kind, columns[kind], headings), rowsOf(sql, kind, clock), undefined, signal)

/** The columns with one example row. */
export const exportTemplate = (thread: SheetThread, { kind, format, headings = 'keys', signal }: Wanted): Promise<Buffer> => {
  const list = columns[kind].filter(({ isExportOnly }) => !isExportOnly)
  return thread.write(format, headed(kind, list, headings), [[list.map(({ example }) => example)]], undefined, signal)
}

const MARKED_BATCH = 100

// Scripts of languages that Unicode has under another name.
const scripts: Record<string, string> = { Hans: 'Hani', Hant: 'Hani', Jpan: 'Hani', Kore: 'Hang' }
function lettersOf(language: Language): RegExp {
  const { script = 'Latn' } = new Intl.Locale(language).maximize()
  return new RegExp(`\\p{Script=${scripts[script] ?? script}}`, 'u')
}

/** The language of the headings of a file, by their script and our names. Keys and headings without letters have none. */
function languageOf(kind: SheetKind, { heads }: Sheet, otherwise: Language): Language {
  const keys = new Set(columns[kind].map(({ key }) => key))
  const own = heads.map((head) => head.trim()).filter((head) => !keys.has(head))
  const written = (languages as Language[]).filter((language) => own.some((head) => lettersOf(language).test(head)))
  // Latin letters are in the headings of every language: "GitHub".
  const special = written.filter((language) => !lettersOf(language).test('a'))
  const candidates = special.length > 0 ? special : written
  const knownIn = (language: Language): number => [...keys].filter((key) => own.includes(labelOf(kind, key, language))).length
  const isOffered = candidates.length === 0 || candidates.includes(otherwise)
  return candidates.reduce((best, one) => (knownIn(one) > knownIn(best) ? one : best), isOffered ? otherwise : candidates[0]!)
}

/** The imported sheet with a first column of errors, in the encoding, separator and language of the file. */
export async function writeMarked(
  thread: SheetThread,
  kind: SheetKind,
  { sheet, keys }: Prepared,
  rows: readonly PlannedRow[],
  { isRefusedOnly = false, ...about }: { language: Language; signal?: AbortSignal; isRefusedOnly?: boolean },
): Promise<Buffer> {
  const language = languageOf(kind, sheet, about.language)
  const kinds = new Map(columns[kind].map(({ key, kind }) => [key, kind]))
  const { ignored } = headingsOf(kind)
  const used = sheet.heads.flatMap((head, at) => (keys[at] === null && ignored.has(matchKey(head)) ? [] : [at]))
  const byRow = new Map(rows.map((row) => [row.row, row]))
  const lines = isRefusedOnly ? sheet.lines.filter(({ row }) => byRow.get(row)?.what === 'refuse') : sheet.lines
  const headOf = (key: string): string => {
    const head = sheet.heads[keys.indexOf(key)]?.trim() ?? ''
    return head === '' ? labelOf(kind, key, language) : head
  }
  const marks: Marks = new Map()
  const lineOf = ({ row, cells }: SheetLine, index: number): Cell[] => {
    const planned = byRow.get(row)
    const faults = planned ? inWords(planned, language).faults : []
    const faulty = new Set(faults.map(({ column }) => (column === null ? 0 : used.findIndex((at) => keys[at] === column) + 1)))
    if (faults.length > 0) marks.set(index, faulty.add(0))
    const words = faults.map(({ column, message }) => (column === null ? message : `${headOf(column)}: ${message}`)).join('\n')
    return [words, ...used.map((at) => cells[at])]
  }
  function* batches(): Generator<Cell[][]> {
    for (let from = 0; from < lines.length; from += MARKED_BATCH)
      yield lines.slice(from, from + MARKED_BATCH).map((line, index) => lineOf(line, from + index))
  }
  const heads: SheetColumn[] = [
    { head: faultHeadOf(language), kind: 'long' },
    ...used.map((at) => ({ head: sheet.heads[at]!.trim(), kind: kinds.get(keys[at] ?? '') ?? ('text' as const) })),
  ]
  return thread.write(sheet.format, heads, batches(), marks, about.signal, sheet.origin)
}
