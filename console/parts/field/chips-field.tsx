import { useId, useRef } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { matchKey } from '#rules/project/project.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Icon } from '#ui/icon.tsx'
import './chips-field.css'

export type Chips = { words: string[]; typed: string }
type Props = Chips & { label: string; hint: string; fault?: string; onChange(chips: Chips): void }

const SEPARATORS = /[,;\n]/

/** Adds what was typed or pasted; words that are already there are left out. */
export function withTyped({ words, typed }: Chips): string[] {
  const all = [...words]
  const keys = new Set(words.map(matchKey))
  for (const word of typed.split(SEPARATORS).map((one) => one.trim().replace(/\s+/g, ' '))) {
    if (word === '' || keys.has(matchKey(word))) continue
    keys.add(matchKey(word))
    all.push(word)
  }
  return all
}

/** Several words or phrases: Enter or a comma adds one, Backspace in the empty input removes the last one. */
export function ChipsField({ label, hint, fault, words, typed, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const add = () => onChange({ words: withTyped({ words, typed }), typed: '' })
  const remove = (at: number) => {
    onChange({ words: words.toSpliced(at, 1), typed })
    input.current?.focus() // the clicked button is removed
  }
  const onInput = (text: string) => {
    const end = Math.max(text.lastIndexOf(','), text.lastIndexOf(';'), text.lastIndexOf('\n'))
    if (end < 0) onChange({ words, typed: text })
    else onChange({ words: withTyped({ words, typed: text.slice(0, end) }), typed: text.slice(end + 1).trimStart() })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Enter' && typed.trim() !== '') add()
    else if (event.key === 'Backspace' && typed === '' && words.length > 0) onChange({ words: words.slice(0, -1), typed })
    else return
    event.preventDefault()
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the words focuses the input, which the keyboard reaches directly */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div
        class="chips"
        data-fault={fault ? true : undefined}
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
      >
        {words.length > 0 && (
          <ul class="bare chips-list" aria-label={label}>
            {words.map((word, at) => (
              <li key={word}>
                <button
                  type="button"
                  class="chips-word"
                  aria-label={t('chips.remove', { word })}
                  title={t('chips.remove', { word })}
                  onClick={() => remove(at)}
                >
                  <span dir="auto">{word}</span> <Icon name="close" size={16} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          id={id}
          ref={input}
          class="chips-input"
          dir="auto"
          autocomplete="off"
          enterkeyhint="enter"
          value={typed}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-hint${fault ? ` ${id}-fault` : ''}`}
          onInput={(event) => onInput(event.currentTarget.value)}
          onKeyDown={onKey}
          onBlur={() => typed.trim() !== '' && add()}
        />
      </div>
      <p class="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <ErrorMessage id={`${id}-fault`} of={fault} />
    </div>
  )
}
