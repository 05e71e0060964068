import type { ComponentChildren } from 'preact'
import { Icon } from '#ui/icon.tsx'
import type { Attributes, Column } from './column.ts'
import './table.css'

type Sorting = { sort: { key: string; order: 'asc' | 'desc' } | undefined; sortBy(key: string): void }
type Props<R> = {
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf(row: R): string | number
  /** Names the area of the table, which scrolls sideways and can then be reached by keyboard. */
  label?: string
  /** Not a landmark: the section around it is one. */
  isPart?: boolean
  /** On phones each row is a card: its name, then each value with the name of its column. */
  hasCards?: boolean
  /** Its cells can be focused and edited. */
  isGrid?: boolean
  isBusy?: boolean
  className?: string
  sorting?: Sorting
  /** A column of checkboxes. */
  check?: { head: ComponentChildren; cell(row: R): ComponentChildren }
  rowProps?(row: R): Attributes<'tr'>
  tableProps?: Attributes<'table'>
}

// The rows of cards are not displayed as a table, and in some browsers have its roles only when they are given.
const as = (role: 'rowgroup' | 'row' | 'rowheader' | 'cell' | 'gridcell') => ({ role })

const joined = (...classes: (string | false | undefined)[]): string | undefined => classes.filter(Boolean).join(' ') || undefined

function Head<R>({ column, sorting }: { column: Column<R>; sorting: Sorting | undefined }) {
  const { key, name, head = name, headClass, isFigure } = column
  const order = sorting?.sort?.key === key ? sorting.sort.order : undefined
  return (
    <th scope="col" class={joined(isFigure && 'figure', headClass)} aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
      {sorting && column.sort ? (
        <button type="button" class="table-sort" onClick={() => sorting.sortBy(key)}>
          {head}
          <Icon name={order ? (order === 'asc' ? 'up' : 'down') : 'sort'} size={16} />
        </button>
      ) : (
        head
      )}
    </th>
  )
}

/** Every table of the console. */
export function Table<R>(props: Props<R>) {
  const { columns, rows, keyOf, label, isPart, hasCards, isGrid, isBusy, className, sorting, check, rowProps, tableProps } = props
  const rowHead = columns.find(({ isRowHead }) => isRowHead) ?? columns[0]
  const cellOf = (column: Column<R>, row: R, index: number) => {
    const { key, name, dir, isFigure, isWide } = column
    const own = column.cellProps?.(row, index)
    const shared = { ...own, dir, class: joined(isFigure && 'figure', isWide && 'is-wide', column.className, own?.class as string) }
    return column === rowHead ? (
      <th key={key} {...shared} scope="row" {...as('rowheader')}>
        {column.cell(row, index)}
      </th>
    ) : (
      <td key={key} {...shared} {...as(isGrid ? 'gridcell' : 'cell')} data-label={name}>
        {column.cell(row, index)}
      </td>
    )
  }
  const area = label ? { role: isPart ? ('group' as const) : ('region' as const), 'aria-label': label, tabIndex: 0 } : {}
  return (
    <div class={joined('data-table', hasCards && 'card-rows', className)} aria-busy={isBusy} {...area}>
      <table role={isGrid ? 'grid' : 'table'} {...tableProps}>
        <thead>
          <tr>
            {check && <td class="table-check">{check.head}</td>}
            {columns.map((column) => (
              <Head key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody {...as('rowgroup')}>
          {rows.map((row, index) => (
            <tr {...as('row')} key={keyOf(row)} {...rowProps?.(row)}>
              {check && (
                <td class="table-check" {...as('cell')}>
                  {check.cell(row)}
                </td>
              )}
              {columns.map((column) => cellOf(column, row, index))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
