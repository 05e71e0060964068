import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ChoiceOptions } from '#console/parts/field/choice-options.tsx'
import { choiceName, fieldName } from '#console/parts/field/field-name.ts'
import { t } from '#console/texts.ts'
import { getConsoleProject, type ListedProject, updateProject } from '#contract/console/project.ts'
import { type ChoiceKey, isChoiceKey } from '#contract/project/choices.ts'
import { useAct } from '#ui/act/act.ts'
import { faultOf } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { readNow, writeUnlessChanged } from '#ui/server/if-match.ts'
import { count, day } from '#ui/time/format.ts'

// Dates and places are edited in the list: Enter, F2 or a click opens a cell, Enter saves, Esc cancels, Tab saves and opens the next one.

type DateField = 'dateStart' | 'dateEnd' | 'enrollmentStart' | 'enrollmentEnd'
type Field = DateField | 'teamLimit' | ChoiceKey
type Value = string | number | null

/** The cell being edited; its `data-cell`. */
const opened = signal<string | null>(null)

const neighbour = (cell: string, by: 1 | -1): string | null => {
  const cells = [...document.querySelectorAll<HTMLElement>('.list-table [data-cell]')].map(({ dataset }) => dataset.cell!)
  return cells[cells.indexOf(cell) + by] ?? null
}

/** The value after saving; null when somebody else has changed it. */
const write = ({ id }: ListedProject, field: Field, before: Value, value: Value) =>
  writeUnlessChanged(
    () => readNow(getConsoleProject, { params: { id: String(id) } }),
    { isUnchanged: (now) => now[field] === before, isWritten: (now) => now[field] === value },
    (headers, { name }) => call(updateProject, { params: { id: String(id) }, body: { name, [field]: value }, headers }),
  )

type Props = { project: ListedProject; field: Field; text: string; type: 'date' | 'number' | 'choice' }

function Editor({ project, field, type, cell, onClose }: Omit<Props, 'text'> & { cell: string; onClose(next: string | null): void }) {
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  // Compared with the stored value when saving: what others save meanwhile is not overwritten without a question.
  const [before, setBefore] = useState<Value>(project[field])
  const [isConflict, setIsConflict] = useState(false)
  const { act, isBusy, error } = useAct()
  const isClosed = useRef(false) // the blur of a removed input does not save
  const end = (next: string | null) => {
    isClosed.current = true
    onClose(next)
  }
  useEffect(() => {
    input.current!.focus()
    if (type === 'number') input.current!.select()
  }, [])
  const save = async (next: string | null) => {
    if (isClosed.current || isBusy || !input.current!.validity.valid) return
    const typed = input.current!.value
    const value = typed === '' ? null : type === 'number' ? Number(typed) : typed
    if (value === before) return end(next)
    const saved = await act(() => write(project, field, before, value))
    if (saved) end(next)
    if (saved === null) {
      const { answer } = await readNow(getConsoleProject, { params: { id: String(project.id) } })
      setBefore(answer[field])
      setIsConflict(true)
    }
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Enter') void save(null)
    else if (event.key === 'Escape') end(null)
    else if (event.key === 'Tab') void save(neighbour(cell, event.shiftKey ? -1 : 1))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const fault = isConflict
    ? t('table.conflict', {
        value: before === null ? t('notSet') : type === 'date' ? day(String(before)) : (choiceName(field, before) ?? String(before)),
      })
    : faultOf(error)
  const control = {
    ref: input,
    'data-cell': cell,
    'aria-label': t('table.editing', { field: fieldName(field), name: project.name }),
    'aria-invalid': fault ? true : undefined,
    'aria-busy': isBusy || undefined,
    'aria-describedby': fault ? `${cell}-fault` : undefined,
    onKeyDown: onKey,
    onBlur: () => !isBusy && !fault && void save(null),
  }
  return (
    <span class="cell-editor">
      {isChoiceKey(field) ? (
        <select {...control}>
          <ChoiceOptions field={field} first={project[field]} />
        </select>
      ) : (
        <input
          {...control}
          type={type}
          min={type === 'number' ? 0 : undefined}
          max={type === 'number' ? 1000 : '9999-12-31'}
          defaultValue={String(project[field] ?? '')}
        />
      )}
      {fault && (
        <span class="cell-fault" role="alert" id={`${cell}-fault`}>
          {fault}
        </span>
      )}
    </span>
  )
}

function EditCell({ project, field, text, type }: Props) {
  const cell = `${project.id}-${field}`
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = opened.value === cell
  // Leaving the list closes the cell.
  useEffect(
    () => () => {
      if (opened.peek() === cell) opened.value = null
    },
    [],
  )
  const close = (next: string | null) => {
    if (opened.peek() !== cell) return
    const hadFocus = document.activeElement === document.querySelector(`:is(input, select)[data-cell="${cell}"]`)
    opened.value = next
    if (next === null && hadFocus) requestAnimationFrame(() => button.current?.focus())
  }
  if (isOpen) return <Editor project={project} field={field} type={type} cell={cell} onClose={close} />
  return (
    <button
      ref={button}
      type="button"
      class="cell-edit"
      data-cell={cell}
      title={t('table.edit')}
      aria-label={t('table.editOf', { field: fieldName(field), value: text || t('notSet'), name: project.name })}
      onClick={() => {
        opened.value = cell
      }}
      onKeyDown={(event) => {
        if (event.key === 'F2') opened.value = cell
      }}
    >
      {text || <span class="soft">–</span>}
    </button>
  )
}

export const DateCell = ({ project, field }: { project: ListedProject; field: DateField }) => (
  <EditCell project={project} field={field} type="date" text={project[field] === null ? '' : day(project[field])} />
)

export const ChoiceCell = ({ project, field }: { project: ListedProject; field: ChoiceKey }) => (
  <EditCell project={project} field={field} type="choice" text={choiceName(field, project[field]) ?? ''} />
)

export const PlacesCell = ({ project }: { project: ListedProject }) => {
  const { teamLimit, teamsWorking } = project
  const text = teamLimit === null ? count(teamsWorking) : t('projects.placesOf', { taken: teamsWorking, limit: teamLimit })
  return <EditCell project={project} field="teamLimit" type="number" text={text} />
}
