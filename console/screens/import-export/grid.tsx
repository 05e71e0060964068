import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import type { ImportReport, SheetRow } from '#contract/console/spreadsheet.ts'
import type { Edits } from './state.ts'

type Column = ImportReport['columns'][number]
type Place = { row: number; at: number }
type Props = {
  rows: SheetRow[]
  columns: Column[]
  edits: Edits
  isBusy: boolean
  onEdit(row: SheetRow, at: number, text: string): void
}

const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }

/** The cells of the file. Arrow keys move, Enter or F2 edits, Enter saves and moves down, Tab saves and moves right, Esc cancels. */
export function Grid({ rows, columns, edits, isBusy, onEdit }: Props) {
  const [focus, setFocus] = useState<Place>({ row: rows[0]?.row ?? 0, at: 0 })
  const [editing, setEditing] = useState<Place | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const mustFocus = useRef(false)
  useEffect(() => {
    if (!mustFocus.current || editing) return
    mustFocus.current = false
    table.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
  })
  const hasFocus = rows.some(({ row }) => row === focus.row)
  const moveTo = (index: number, at: number): boolean => {
    const row = rows[index]
    if (!row || at < 0 || at >= columns.length) return false
    setFocus({ row: row.row, at })
    // At once, for the next key; a cell that is being edited is there after rendering.
    const cell = table.current?.querySelector<HTMLElement>(`[data-row="${row.row}"] [data-cell="${at}"]`)
    mustFocus.current = !cell
    cell?.focus()
    return true
  }
  const leave = (row: SheetRow, at: number, text: string | null, then: [number, number] | null) => {
    setEditing(null)
    if (text !== null && text !== row.cells[at]) onEdit(row, at, text)
    if (then === null) return // the focus is already elsewhere
    const index = rows.indexOf(row)
    if (!moveTo(index + then[0], at + then[1])) moveTo(index, at)
  }
  const onKey = (event: KeyboardEvent, row: SheetRow, at: number) => {
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      moveTo(rows.indexOf(row) + step[0], at + step[1])
    } else if ((event.key === 'Enter' || event.key === 'F2') && !row.cut.includes(at)) {
      event.preventDefault()
      setEditing({ row: row.row, at })
    }
  }
  return (
    <div class="data-table import-grid" aria-busy={isBusy}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells can be focused and edited */}
      <table ref={table} role="grid" aria-label={t('importing.rows')}>
        <thead>
          <tr>
            <th scope="col">{t('spreadsheet.row')}</th>
            <th scope="col">{t('importing.result')}</th>
            {columns.map(({ label, index }) => (
              <th scope="col" key={index}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.row} data-row={row.row} class={`is-${row.what}`}>
              <th scope="row" class="figure">
                {row.row}
              </th>
              <td class="import-result">
                <Result row={row} columns={columns} onUse={(at, text) => onEdit(row, at, text)} />
              </td>
              {columns.map((column, at) => {
                const isFocused = hasFocus ? focus.row === row.row && focus.at === at : index === 0 && at === 0
                const isEditing = editing?.row === row.row && editing.at === at
                return (
                  <Cell
                    key={column.index}
                    row={row}
                    at={at}
                    column={column}
                    isEdited={edits.has(`${row.row} ${column.index}`)}
                    isFocused={isFocused}
                    isEditing={isEditing}
                    onKey={(event) => onKey(event, row, at)}
                    onFocus={() => setFocus({ row: row.row, at })}
                    onOpen={() => setEditing({ row: row.row, at })}
                    onLeave={(text, then) => leave(row, at, text, then)}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What is wrong with a row, with values that may be meant. */
function Result({ row, columns, onUse }: { row: SheetRow; columns: Column[]; onUse(at: number, text: string): void }) {
  const labelOf = (key: string | null): string => columns.find(({ column }) => column === key)?.label ?? ''
  const positionOf = (key: string | null): number => columns.findIndex(({ column }) => column === key)
  const notes = [...row.faults.map((note) => ({ ...note, isFault: true })), ...row.warnings.map((note) => ({ ...note, isFault: false }))]
  if (notes.length === 0) return <span class={`import-badge is-${row.what}`}>{t(`importing.one.${row.what}`)}</span>
  return (
    <ul class="spreadsheet-details">
      {notes.map(({ column, message, suggestions = [], isFault }) => (
        <li key={`${column} ${message}`} class={isFault ? 'spreadsheet-fault' : 'import-warning'}>
          {labelOf(column) && <strong>{labelOf(column)}: </strong>}
          <span dir="auto">{message}</span>
          {positionOf(column) >= 0 &&
            suggestions.map((text) => (
              <button key={text} type="button" class="link-button" onClick={() => onUse(positionOf(column), text)}>
                {t('importing.use', { name: text })}
              </button>
            ))}
        </li>
      ))}
    </ul>
  )
}

type CellProps = {
  row: SheetRow
  at: number
  column: Column
  isEdited: boolean
  isFocused: boolean
  isEditing: boolean
  onKey(event: KeyboardEvent): void
  onFocus(): void
  onOpen(): void
  onLeave(text: string | null, then: [number, number] | null): void
}

function Cell({ row, at, column, isEdited, isFocused, isEditing, onKey, onFocus, onOpen, onLeave }: CellProps) {
  const text = row.cells[at] ?? ''
  const isCut = row.cut.includes(at)
  const isFaulty = row.faults.some((fault) => fault.column === column.column)
  const change = row.changes.find((one) => one.column === column.column)
  const classes = [isFaulty ? 'is-faulty' : '', isEdited ? 'is-edited' : ''].filter(Boolean).join(' ')
  if (isEditing)
    return (
      <td class={`is-editing ${classes}`} data-label={column.label}>
        <CellInput label={t('importing.cell', { label: column.label, row: row.row })} text={text} onLeave={onLeave} />
      </td>
    )
  return (
    <td
      class={classes || undefined}
      data-cell={at}
      data-label={column.label}
      tabIndex={isFocused ? 0 : -1}
      aria-invalid={isFaulty || undefined}
      title={isCut ? t('importing.tooLong') : undefined}
      onKeyDown={onKey}
      onFocus={onFocus}
      onClick={() => !isCut && onOpen()}
    >
      {row.what === 'change' && change?.before && <del dir="auto">{change.before}</del>}
      <span dir="auto">{text}</span>
      {change?.after && change.after !== text && change.after !== text.trim() && !isCut && (
        <small class="soft" dir="auto">
          → {change.after}
        </small>
      )}
    </td>
  )
}

function CellInput({ label, text, onLeave }: { label: string; text: string; onLeave: CellProps['onLeave'] }) {
  const input = useRef<HTMLTextAreaElement>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const leave = (value: string | null, then: [number, number] | null) => {
    if (isLeft.current) return
    isLeft.current = true // removing the field makes it lose the focus
    onLeave(value, then)
  }
  return (
    <textarea
      ref={input}
      rows={text.length > 60 || text.includes('\n') ? 4 : 1}
      aria-label={label}
      defaultValue={text}
      onBlur={({ currentTarget }) => leave(currentTarget.value, null)}
      onKeyDown={(event) => {
        const { value } = event.currentTarget
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          leave(null, [0, 0])
        } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
          event.preventDefault()
          leave(value, [1, 0])
        } else if (event.key === 'Tab') {
          event.preventDefault()
          leave(value, [0, event.shiftKey ? -1 : 1])
        }
      }}
    />
  )
}
