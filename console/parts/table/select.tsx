import { useEffect, useRef } from 'preact/hooks'
import { t } from '#console/texts.ts'
import type { Selection } from './selection.ts'

type Props<R extends { id: number }> = { rows: readonly R[]; selection: Selection<R> }

/** Selects the rows of this page; half selected when only some of them are. */
export function SelectPage<R extends { id: number }>({ rows, selection }: Props<R>) {
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

/** Shift selects a range. */
export const SelectRow = <R extends { id: number }>({ rows, selection, row, name }: Props<R> & { row: R; name: string }) => (
  <label class="table-pick">
    <input
      type="checkbox"
      aria-label={t('table.select', { name })}
      checked={selection.isOn(row)}
      onClick={(event) => selection.toggle(rows, row, event.shiftKey)}
    />
  </label>
)
