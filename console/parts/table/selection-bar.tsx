import type { ComponentChildren } from 'preact'
import { t } from '#console/texts.ts'
import { Button } from '#ui/button.tsx'
import type { Selection } from './selection.ts'

type Props<R extends { id: number }> = { selection: Selection<R>; rows: readonly R[]; total: number; children: ComponentChildren }

/** What can be done with the selected rows; stays in view while the list is scrolled. */
export function SelectionBar<R extends { id: number }>({ selection, rows, total, children }: Props<R>) {
  const count = selection.count(total)
  const isPage = rows.length > 0 && rows.every((row) => selection.isOn(row))
  return (
    <div class={count > 0 ? 'selection-bar' : undefined}>
      <p class={count > 0 ? undefined : 'visually-hidden'} role="status">
        {count > 0 && <strong>{t('table.selected', { count })}</strong>}
      </p>
      {count > 0 && (
        <>
          {isPage && !selection.isAll && total > rows.length && (
            <Button look="plain" onClick={selection.selectAll}>
              {t('table.selectAll', { count: total })}
            </Button>
          )}
          {children}
          <Button look="plain" onClick={selection.clear}>
            {t('table.clear')}
          </Button>
        </>
      )}
    </div>
  )
}
