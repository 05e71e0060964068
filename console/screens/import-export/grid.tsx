import { useEffect, useRef, useState } from 'preact/hooks'
import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { t } from '#console/texts.ts'
import type { ImportReport, SheetRow } from '#contract/console/spreadsheet.ts'
import type { Edits } from './state.ts'

type SheetColumn = ImportReport['columns'][number]
type Place = { row: number; at: number }
type Props = {
  rows: SheetRow[]
  columns: SheetColumn[]
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
  const cellColumn = (column: SheetColumn, at: number): Column<SheetRow> => {
    const isEdited = (row: SheetRow) => editing?.row === row.row && editing.at === at
    return {
      key: String(column.index),
      name: column.label,
      isWide: true,
      cell: (row) =>
        isEdited(row) ? (
          <CellInput
            label={t('importing.cell', { label: column.label, row: row.row })}
            text={row.cells[at] ?? ''}
            onLeave={(text, then) => leave(row, at, text, then)}
          />
        ) : (
          <CellText row={row} at={at} column={column} />
        ),
      cellProps: (row, index) => {
        const isFaulty = row.faults.some((fault) => fault.column === column.column)
        const marks = [isFaulty && 'is-faulty', edits.has(`${row.row} ${column.index}`) && 'is-edited']
        if (isEdited(row)) return { class: ['is-editing', ...marks].filter(Boolean).join(' ') }
        const isFocused = hasFocus ? focus.row === row.row && focus.at === at : index === 0 && at === 0
        const isCut = row.cut.includes(at)
        return {
          class: marks.filter(Boolean).join(' '),
          'data-cell': at,
          tabIndex: isFocused ? 0 : -1,
          'aria-invalid': isFaulty || undefined,
          title: isCut ? t('importing.tooLong') : undefined,
          onKeyDown: (event) => onKey(event, row, at),
          onFocus: () => setFocus({ row: row.row, at }),
          onClick: () => !isCut && setEditing({ row: row.row, at }),
        }
      },
    }
  }
  return (
    <Table
      className="import-grid"
      isGrid
      hasCards
      isBusy={isBusy}
      tableProps={{ ref: table, 'aria-label': t('importing.rows') }}
      rows={rows}
      keyOf={({ row }) => row}
      rowProps={({ row, what }) => ({ 'data-row': row, class: `is-${what}` })}
      columns={[
        { key: 'row', name: t('spreadsheet.row'), isFigure: true, cell: ({ row }) => row },
        {
          key: 'result',
          name: t('importing.result'),
          className: 'import-result',
          isWide: true,
          cell: (row) => <Result row={row} columns={columns} onUse={(at, text) => onEdit(row, at, text)} />,
        },
        ...columns.map(cellColumn),
      ]}
    />
  )
}

/** What is wrong with a row, with values that may be meant. */
function Result({ row, columns, onUse }: { row: SheetRow; columns: SheetColumn[]; onUse(at: number, text: string): void }) {
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

function CellText({ row, at, column }: { row: SheetRow; at: number; column: SheetColumn }) {
  const text = row.cells[at] ?? ''
  const change = row.changes.find((one) => one.column === column.column)
  return (
    <>
      {row.what === 'change' && change?.before && <del dir="auto">{change.before}</del>}
      <span dir="auto">{text}</span>
      {change?.after && change.after !== text && change.after !== text.trim() && !row.cut.includes(at) && (
        <small class="soft" dir="auto">
          → {change.after}
        </small>
      )}
    </>
  )
}

type InputProps = { label: string; text: string; onLeave(text: string | null, then: [number, number] | null): void }

function CellInput({ label, text, onLeave }: InputProps) {
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
