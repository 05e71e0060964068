import { useEffect, useRef, useState } from 'preact/hooks'
import { Pager } from '#console/parts/pager.tsx'
import { t } from '#console/texts.ts'
import type { ImportReport, SheetRow } from '#contract/console/spreadsheet.ts'
import { Button } from '#ui/button.tsx'
import { count } from '#ui/time/format.ts'
import { EmailChoices } from './emails.tsx'
import { Grid } from './grid.tsx'
import { MissingPeople, type SameValue, SameValues, TotalRows, UnknownTerms } from './questions.tsx'
import type { ImportState } from './state.ts'

const filters = ['refuse', 'warn', 'change', 'create', 'same'] as const
export type Filter = (typeof filters)[number]
const PAGE_SIZE = 50

const matches = ({ what, warnings }: SheetRow, filter: Filter): boolean =>
  filter === 'warn' ? what !== 'refuse' && warnings.length > 0 : what === filter

/** Rows that match, in the order of the file. They stay in view while their cells are corrected. */
const rowsOf = ({ rows }: ImportReport, filter: Filter): number[] =>
  rows.flatMap((row) => (matches(row, filter) ? row.row : [])).sort((a, b) => a - b)

/** The dry run: what would happen, with the cells of every row. */
export function CheckStep({ state, report }: { state: ImportState; report: ImportReport }) {
  const { counts, rows, isCut } = report
  const first = filters.find((one) => rows.some((row) => matches(row, one))) ?? 'same'
  const [filter, setFilter] = useState<Filter>(first)
  const [pinned, setPinned] = useState(() => rowsOf(report, first))
  const [page, setPage] = useState(1)
  const [same, setSame] = useState<SameValue | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const byRow = new Map(rows.map((row) => [row.row, row]))
  const countOf = (one: Filter): number => (one === 'warn' ? rows.filter((row) => matches(row, 'warn')).length : counts[one])
  const choose = (one: Filter) => {
    setFilter(one)
    setPinned(rowsOf(report, one))
    setPage(1)
  }
  const visible = pinned.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).flatMap((row) => byRow.get(row) ?? [])
  const edit = (row: SheetRow, at: number, text: string) => {
    const { index } = report.columns[at]!
    const from = row.cells[at]!
    const others = rows.filter((one) => one.row !== row.row && from !== '' && one.cells[at] === from && !one.cut.includes(at))
    setSame(others.length > 0 ? { column: index, from, text, rows: others.map(({ row }) => row) } : null)
    void state.edit([{ row: row.row, column: index, text }])
  }
  const summary =
    counts.refuse > 0
      ? t('importing.refused', { count: counts.refuse })
      : counts.create + counts.change > 0
        ? t('spreadsheet.good')
        : t('spreadsheet.idle')
  return (
    <div class="stack">
      <h3 ref={heading} tabIndex={-1}>
        {t('spreadsheet.report')} <span dir="auto">{state.file?.name}</span>
      </h3>
      <p class={counts.refuse > 0 ? 'spreadsheet-fault' : ''} role="status">
        {summary}
      </p>
      <UnknownTerms state={state} report={report} />
      <TotalRows state={state} report={report} />
      <MissingPeople state={state} report={report} />
      <EmailChoices state={state} report={report} />
      <fieldset class="row spreadsheet-choice" aria-label={t('spreadsheet.show')}>
        {filters.map((one) => (
          <button
            key={one}
            type="button"
            class="chip"
            aria-pressed={one === filter}
            disabled={countOf(one) === 0}
            onClick={() => choose(one)}
          >
            {t(`importing.what.${one}`)} {count(countOf(one))}
          </button>
        ))}
        {state.edits.size > 0 && (
          <Button look="plain" icon="refresh" onClick={() => void state.discardEdits()}>
            {t('importing.discard', { count: state.edits.size })}
          </Button>
        )}
      </fieldset>
      {same && (
        <SameValues
          same={same}
          onApply={() => {
            setSame(null)
            void state.edit(same.rows.map((row) => ({ row, column: same.column, text: same.text })))
          }}
          onDismiss={() => setSame(null)}
        />
      )}
      <Grid rows={visible} columns={report.columns} edits={state.edits} isBusy={state.progress !== null} onEdit={edit} />
      <Pager page={page} pageSize={PAGE_SIZE} total={pinned.length} onPage={setPage} />
      {isCut && (
        <p class="soft">{t('spreadsheet.cut', { shown: rows.length, all: Object.values(counts).reduce((sum, one) => sum + one, 0) })}</p>
      )}
    </div>
  )
}
