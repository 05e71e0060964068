import { useEffect, useRef, useState } from 'preact/hooks'

// Selected rows of a list. They stay selected on other pages, until the filters change.

type Row = { id: number }
type Rows<R> = ReadonlyMap<number, R>

/** The rows between two of them, both included; only the second one when the first is on another page. */
export function rangeOf<R extends Row>(rows: readonly R[], from: number | null, to: number): R[] {
  const [start, end] = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to)]
  if (start < 0) return rows.slice(end, end + 1)
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}

export function withRows<R extends Row>(selected: Rows<R>, rows: readonly R[], isOn: boolean): Map<number, R> {
  const next = new Map(selected)
  for (const row of rows) {
    if (isOn) next.set(row.id, row)
    else next.delete(row.id)
  }
  return next
}

export type Selection<R> = {
  rows: Rows<R>
  /** Everything that matches the filters, not only the rows that were loaded. */
  isAll: boolean
  count(total: number): number
  isOn(row: R): boolean
  toggle(page: readonly R[], row: R, isRange: boolean): void
  set(rows: readonly R[], isOn: boolean): void
  selectAll(): void
  clear(): void
}

export function useSelection<R extends Row>(filterKey: string): Selection<R> {
  const [rows, setRows] = useState<Rows<R>>(new Map())
  const [isAll, setIsAll] = useState(false)
  const anchor = useRef<number | null>(null)
  const clear = () => {
    setRows(new Map())
    setIsAll(false)
    anchor.current = null
  }
  useEffect(clear, [filterKey])
  return {
    rows,
    isAll,
    count: (total) => (isAll ? total : rows.size),
    isOn: ({ id }) => isAll || rows.has(id),
    toggle(page, row, isRange) {
      // After "select all", a click leaves the rows of this page without the clicked one.
      const before = isAll ? withRows(new Map(), page, true) : rows
      const isOn = !before.has(row.id)
      setRows(withRows(before, isRange ? rangeOf(page, anchor.current, row.id) : [row], isOn))
      setIsAll(false)
      anchor.current = row.id
    },
    set(page, isOn) {
      setRows(withRows(rows, page, isOn))
      setIsAll(false)
    },
    selectAll: () => setIsAll(true),
    clear,
  }
}
