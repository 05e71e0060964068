import { useEffect, useRef } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import { Icon } from '#ui/icon.tsx'
import type { Column } from './column.ts'
import type { ListState } from './list-state.ts'
import type { Selection } from './selection.ts'

type Props<R extends { id: number }> = {
  label: string
  state: Pick<ListState<R>, 'shown' | 'sort' | 'sortBy'>
  rows: readonly R[]
  nameOf(row: R): string
  selection: Selection<R>
}

function Head<R>({ column, sort, onSort }: { column: Column<R>; sort: ListState<R>['sort']; onSort(): void }) {
  const isSorted = sort?.key === column.key
  return (
    <th
      scope="col"
      class={column.isFigure ? 'figure' : undefined}
      aria-sort={isSorted ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {column.sort ? (
        <button type="button" class="table-sort" onClick={onSort}>
          {column.name}
          <Icon name={isSorted ? (sort.order === 'asc' ? 'up' : 'down') : 'sort'} size={16} />
        </button>
      ) : (
        column.name
      )}
    </th>
  )
}

/** Selects the rows of this page; half selected when only some of them are. */
export function SelectPage<R extends { id: number }>({ rows, selection }: Pick<Props<R>, 'rows' | 'selection'>) {
  const input = useRef<HTMLInputElement>(null)
  const count = rows.filter((row) => selection.isOn(row)).length
  const isAll = count === rows.length && count > 0
  useEffect(() => {
    input.current!.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <label class="table-pick">
      <input
        ref={input}
        type="checkbox"
        aria-label={t('table.selectPage')}
        checked={isAll}
        onChange={() => (isAll ? selection.clear() : selection.set(rows, true))}
      />
    </label>
  )
}

/** Rows with checkboxes (shift: a range), headings that sort; cards on phones. One page of the list is in the document. */
export function DataTable<R extends { id: number }>({ label, state, rows, nameOf, selection }: Props<R>) {
  const { shown, sort, sortBy } = state
  const [head, ...rest] = shown as [Column<R>, ...Column<R>[]]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section class="data-table list-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td class="table-check">
              <SelectPage rows={rows} selection={selection} />
            </td>
            {shown.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={() => sortBy(column.key)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} class={selection.isOn(row) ? 'is-selected' : undefined}>
              <td class="table-check">
                <label class="table-pick">
                  <input
                    type="checkbox"
                    aria-label={t('table.select', { name: nameOf(row) })}
                    checked={selection.isOn(row)}
                    onClick={(event) => selection.toggle(rows, row, event.shiftKey)}
                  />
                </label>
              </td>
              <th scope="row">{head.cell(row)}</th>
              {rest.map((column) => (
                <td
                  key={column.key}
                  class={[column.isFigure && 'figure', column.className].filter(Boolean).join(' ') || undefined}
                  data-label={column.name}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
