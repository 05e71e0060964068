import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button, IconButton } from '#ui/button.tsx'

type Props = { legend: string; hint: string; lines: string[]; fault?: string; onChange(lines: string[]): void }

export const moved = <T,>(list: T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}

/** A list of lines with keyboard editing: Enter adds, Alt with an arrow moves, Backspace in an empty line removes it. */
export function Lines({ legend, hint, lines, fault, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  // The focus moves in the same render, before the next key event: fast typing must not go into the wrong line.
  const focusIndex = useRef<number | null>(null)
  const focus = (index: number) => {
    focusIndex.current = index
  }
  useLayoutEffect(() => {
    if (focusIndex.current !== null) list.current?.querySelectorAll('textarea')[focusIndex.current]?.focus()
    focusIndex.current = null
  })
  const insert = (index: number) => {
    onChange(lines.toSpliced(index, 0, ''))
    focus(index)
  }
  const remove = (index: number) => {
    onChange(lines.toSpliced(index, 1))
    focus(Math.max(0, index - 1))
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= lines.length) return
    onChange(moved(lines, from, to))
    focus(to)
  }
  const onKey = (event: KeyboardEvent, index: number) => {
    const step = event.altKey && (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0)
    if (step) move(index, index + step)
    else if (event.key === 'Enter') insert(index + 1)
    else if (event.key === 'Backspace' && lines[index] === '') remove(index)
    else return
    event.preventDefault()
  }
  return (
    <fieldset class="choices stack">
      <legend>{legend}</legend>
      <p class="field-hint">{hint}</p>
      <ErrorMessage of={fault} />
      {lines.length > 0 && (
        <ol class="bare editor-lines" ref={list}>
          {lines.map((line, index) => (
            <li class="editor-line field" key={index}>
              <textarea
                rows={1}
                aria-label={t('projects.line', { list: legend, number: index + 1 })}
                value={line}
                maxLength={500}
                dir="auto"
                onInput={(event) => onChange(lines.with(index, event.currentTarget.value))}
                onKeyDown={(event) => onKey(event, index)}
              />
              <IconButton
                icon="up"
                name={t('projects.lineUp', { number: index + 1 })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon="down"
                name={t('projects.lineDown', { number: index + 1 })}
                disabled={index === lines.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton icon="close" name={t('projects.lineRemove', { number: index + 1 })} onClick={() => remove(index)} />
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button look="soft" icon="plus" disabled={lines.length >= 50} onClick={() => insert(lines.length)}>
          {t('projects.lineAdd')}
        </Button>
      </div>
    </fieldset>
  )
}
