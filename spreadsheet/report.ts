import type { ImportReport, SheetKind } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/language.ts'
import type { PlanNotes } from './import.ts'
import { noEmails } from './import-emails.ts'
import { inWords, type PlannedRow } from './plan/plan.ts'
import type { Prepared } from './prepare.ts'
import { labelOf } from './texts.ts'

// The report of an import: every row with its cells, errors and changes, as far as it fits.

export const countsOf = (rows: readonly PlannedRow[]): ImportReport['counts'] => {
  const counts = { create: 0, change: 0, same: 0, refuse: 0 }
  for (const { what } of rows) counts[what]++
  return counts
}

const MAX_REPORTED = 5000
const MAX_REPORTED_CHARACTERS = 4_000_000
const MAX_CELL = 200
const MAX_TOTALS = 100
const MAX_CELL_TO_CORRECT = 5000 // of rows with errors or warnings
const rank = { refuse: 0, change: 2, create: 3, same: 4 }
const rankOf = ({ what, warnings }: PlannedRow): number => (what !== 'refuse' && warnings.length > 0 ? 1 : rank[what])

type Planned = Partial<PlanNotes> & { rows: readonly PlannedRow[]; isDone: boolean }

/** Refused rows first, then those with warnings, then changes. */
export function reportOf(kind: SheetKind, { sheet, keys }: Prepared, plan: Planned, language: Language): ImportReport {
  const columns = keys.flatMap((column, index) =>
    column === null ? [] : [{ index, column, head: sheet.heads[index]!.trim().slice(0, 200), label: labelOf(kind, column, language) }],
  )
  const lineOf = new Map(sheet.lines.map(({ row, cells }) => [row, cells]))
  const rows: ImportReport['rows'] = []
  let characters = 0
  for (const row of plan.rows.toSorted((a, b) => rankOf(a) - rankOf(b) || a.row - b.row).slice(0, MAX_REPORTED)) {
    const most = rankOf(row) < 2 ? MAX_CELL_TO_CORRECT : MAX_CELL
    const whole = columns.map(({ index }) => lineOf.get(row.row)?.[index] ?? '')
    const cells = whole.map((cell) => (cell.length > most ? `${cell.slice(0, MAX_CELL).toWellFormed()}…` : cell))
    rows.push({ ...inWords(row, language), cells, cut: whole.flatMap((cell, at) => (cell.length > most ? [at] : [])) })
    for (const { before, after } of row.changes) characters += (before?.length ?? 0) + (after?.length ?? 0)
    for (const cell of cells) characters += cell.length
    if (characters > MAX_REPORTED_CHARACTERS) break
  }
  return {
    kind,
    isDone: plan.isDone,
    counts: countsOf(plan.rows),
    columns,
    rows,
    isCut: plan.rows.length > rows.length,
    unknownTerms: plan.unknownTerms ?? [],
    emails: plan.emails ?? noEmails(),
    totalRows: (plan.totalRows ?? []).slice(0, MAX_TOTALS),
    missingPeople: plan.missingPeople ?? 0,
    invitedPeople: plan.invitedPeople ?? 0,
  }
}
