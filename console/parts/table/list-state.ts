import { useMemo, useState } from 'preact/hooks'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import type { ViewList } from '#contract/console/view.ts'
import { session } from '#ui/session/session.ts'
import { type Column, shownColumns } from './column.ts'

// The state of a list is its address: filters, order, columns, page. The columns are also remembered on the device, for each curator.

const storageKey = (list: ViewList): string => {
  const who = session.value
  return `pj-columns-${who.state === 'signed-in' ? who.userId : ''}-${list}`
}
const split = (text: string): string[] => text.split(',').filter(Boolean)

type Order = 'asc' | 'desc'
const own = ['sort', 'order', 'columns', 'page', 'pageSize'] as const

export function useListState<R, K extends string>(
  list: ViewList,
  unsorted: readonly Column<R>[],
  /** The default direction of each sort of the list. */
  sorts: Readonly<Record<string, Order>>,
  filters: readonly K[],
  standard: string | null,
) {
  const columns = unsorted.map((column) => ({ ...column, sort: sorts[column.key] }))
  const { values, set } = useQueryParams([...filters, ...own])
  const change = set as (changes: Partial<Record<K | (typeof own)[number], string>>) => void
  const [remembered, setRemembered] = useState(() => localStorage.getItem(storageKey(list)) ?? '')
  const filter = useMemo(
    () => withoutEmpty(Object.fromEntries(filters.map((key) => [key, values[key]]))) as Partial<Record<K, string>>,
    [values],
  )
  const sorted = columns.find(({ key, sort }) => sort !== undefined && key === (values.sort || standard))
  const order = ((values.order || sorted?.sort) ?? 'asc') as Order
  const sorting = withoutEmpty({ sort: values.sort && (sorted?.key ?? ''), order: values.sort || values.order ? order : '' })
  return {
    list,
    columns,
    values: values as Record<K | (typeof own)[number], string>,
    set: change,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    reset: () => change(Object.fromEntries(filters.map((key) => [key, ''])) as never),
    /** For the call of the list. */
    query: { ...filter, ...sorting, ...withoutEmpty({ page: values.page, pageSize: values.pageSize }) } as object,
    /** For the export: filters and order. */
    exported: { ...filter, ...sorting },
    sort: sorted && { key: sorted.key, order },
    sortBy(key: string) {
      const column = columns.find((one) => one.key === key)!
      const next = sorted?.key === key ? (order === 'asc' ? 'desc' : 'asc') : column.sort!
      change({ sort: key, order: next === column.sort ? '' : next } as never)
    },
    shown: shownColumns(columns, split(values.columns || remembered)),
    choose(keys: readonly string[]) {
      const text = keys.join(',')
      localStorage.setItem(storageKey(list), text)
      setRemembered(text)
      change({ columns: text } as never)
    },
  }
}
export type ListState<R> = Omit<ReturnType<typeof useListState<R, string>>, 'values' | 'set'> & {
  values: Record<string, string>
  set(changes: Record<string, string>): void
}
