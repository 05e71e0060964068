import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { LONGEST_NOTE, listMentionable, type Mention } from '#contract/console/note.ts'
import { mentionBefore } from '#rules/console/note.ts'
import { TextArea } from '#ui/form/field.tsx'
import { useCall } from '#ui/server/query.ts'
import { matchingPeople } from './mentions.ts'

const MOST_SHOWN = 6

type Props = { label: string; text: string; hasFocus?: boolean; fault?: string | null; onChange(text: string): void }

/** The text of a note. After an @ the curators with that name are offered: arrow keys, Enter or Tab, Esc. */
export function NoteText({ label, text, hasFocus, fault, onChange }: Props) {
  const list = useId()
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<{ from: number; typed: string } | null>(null)
  const [active, setActive] = useState(0)
  const { answer } = useCall(listMentionable, undefined, { isPrivate: true, isSaved: false, isOn: typed !== null })
  const people = typed && answer ? matchingPeople(answer.people, typed.typed).slice(0, MOST_SHOWN) : []
  useEffect(() => {
    if (hasFocus) box.current?.querySelector('textarea')?.focus()
  }, [])
  const look = (area: HTMLTextAreaElement) => {
    setTyped(area.selectionStart === area.selectionEnd ? mentionBefore(area.value, area.selectionStart) : null)
    setActive(0)
  }
  const choose = ({ login }: Mention) => {
    const area = box.current?.querySelector('textarea')
    if (!typed || !area) return
    const end = typed.from + 1 + typed.typed.length
    const mention = `@${login}${area.value[end] === ' ' ? '' : ' '}`
    setTyped(null)
    if (area.value.length - (end - typed.from) + mention.length > LONGEST_NOTE) return
    area.focus()
    area.setRangeText(mention, typed.from, end, 'end') // at once: the next letter is typed behind it
    onChange(area.value)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return box.current?.closest('form')?.requestSubmit()
    if (people.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + people.length) % people.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(people[active]!)
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="note-text" ref={box}>
      <TextArea
        label={label}
        hint={t('notes.hint')}
        fault={fault}
        rows={3}
        required
        maxLength={LONGEST_NOTE}
        dir="auto"
        value={text}
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? list : undefined}
        aria-activedescendant={people.length > 0 ? `${list}-${active}` : undefined}
        onInput={({ currentTarget }) => {
          onChange(currentTarget.value)
          look(currentTarget)
        }}
        onClick={({ currentTarget }) => look(currentTarget)}
        onBlur={() => setTyped(null)}
        onKeyDown={press}
      />
      {people.length > 0 && (
        <div class="note-people" role="listbox" id={list} aria-label={t('notes.people')}>
          {people.map((person, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text
            <div
              key={person.login}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()} // the text keeps the focus
              onClick={() => choose(person)}
            >
              <bdi>{person.name}</bdi> <small class="soft">@{person.login}</small>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
