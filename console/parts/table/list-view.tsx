import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { t } from '#console/texts.ts'
import { useLast } from '#ui/last.ts'
import { errorInstead, Loading } from '#ui/states.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import type { ListState } from './list-state.ts'
import { SelectPage, SelectRow } from './select.tsx'
import { type Selection, useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Table } from './table.tsx'

type Page = { page: number; pageSize: number; total: number }
const pageSizes = ['25', '50', '100'] as const

/** The loaded rows keep their places when a live update changes their order; another address or other rows are shown as they come. */
function useSteadyRows<R extends { id: number }>(rows: readonly R[], key: string, isLoaded: boolean): readonly R[] {
  const last = useRef<{ key: string; ids: number[] }>({ key: '', ids: [] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { current } = last
  if (!isLoaded) return rows // still those of the last address
  const isSame = current.key === key && current.ids.length === rows.length && current.ids.every((id) => byId.has(id))
  if (!isSame) last.current = { key, ids: rows.map(({ id }) => id) }
  return isSame ? current.ids.map((id) => byId.get(id)!) : rows
}

type Props<R extends { id: number }, A extends Page> = {
  label: string
  state: ListState<R>
  found: { answer: A | undefined; error: unknown; retry(): void }
  rowsOf(answer: A): readonly R[]
  nameOf(row: R): string
  count(total: number): string
  empty: ComponentChildren
  mayExport?: boolean
  /** Actions on the selected rows. */
  actions?(selection: Selection<R>, total: number): ComponentChildren
}

/** One page of a list with everything around it: error, loading and empty states, columns, order, selection, export, pages. */
export function ListView<R extends { id: number }, A extends Page>(props: Props<R, A>) {
  const { label, state, found, rowsOf, nameOf, count, empty, mayExport = true, actions } = props
  const selection = useSelection<R>(JSON.stringify(state.filter))
  const list = useLast(found.answer)
  const rows = useSteadyRows(list ? rowsOf(list) : [], JSON.stringify(state.query), found.answer !== undefined)
  const error = errorInstead(found)
  if (error) return <PageProblem error={error} onRetry={found.retry} />
  if (!list) return <Loading lines={6} />
  if (list.total === 0) return <>{empty}</>
  const sortable = state.columns.filter(({ sort }) => sort)
  return (
    <div class="list-view" aria-busy={found.answer ? undefined : true}>
      <div class="list-bar">
        <span class="list-narrow">
          <SelectPage rows={rows} selection={selection} />
        </span>
        <p class="soft" role="status">
          {count(list.total)}
        </p>
        <span class="list-narrow">
          <ChoiceField
            label={t('table.sort')}
            any={state.sort ? undefined : t('table.sort.default')}
            value={state.sort?.key ?? ''}
            options={sortable.map(({ key, name }) => ({ value: key, name }))}
            onChoose={(key) => key && state.sort?.key !== key && state.sortBy(key)}
          />
        </span>
        <ColumnsMenu state={state} />
        {mayExport && <ExportMenu state={state} />}
      </div>
      {rows.length > 0 && (
        <Table
          className="list-table"
          label={label}
          columns={state.shown}
          rows={rows}
          keyOf={({ id }) => id}
          hasCards
          sorting={state}
          check={{
            head: <SelectPage rows={rows} selection={selection} />,
            cell: (row) => <SelectRow rows={rows} selection={selection} row={row} name={nameOf(row)} />,
          }}
          rowProps={(row) => ({ class: selection.isOn(row) ? 'is-selected' : undefined })}
        />
      )}
      <div class="list-foot">
        <Pager {...list} onPage={(page) => state.set({ page: String(page) })} />
        {list.total > Number(pageSizes[0]) && (
          <ChoiceField
            label={t('table.pageSize')}
            value={String(list.pageSize)}
            options={pageSizes.map((value) => ({ value, name: t('table.rows', { count: Number(value) }) }))}
            onChoose={(pageSize) => state.set({ pageSize: pageSize === '50' ? '' : pageSize })}
          />
        )}
      </div>
      <SelectionBar selection={selection} rows={rows} total={list.total}>
        {actions?.(selection, list.total)}
        {mayExport && <ExportMenu state={state} selection={selection} />}
      </SelectionBar>
    </div>
  )
}
