import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '#ui/icon.tsx'
import { reasonOf } from '#ui/states.tsx'
import { show } from './overlay.tsx'
import { addRecent, recentItems } from './recent.ts'
import { follow, type PaletteItem, type Shortcuts } from './shortcuts.ts'
import { d } from './texts.ts'
import './desktop.css'

// The command palette: a combobox over screens, actions and whatever the app finds.

const DEBOUNCE_MS = 150

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[\s«»“”"(),.:]+/)

/** Each typed word begins a word of the item. */
function matches({ label, hint = '' }: PaletteItem, text: string): boolean {
  const words = wordsOf(`${label} ${hint}`)
  return wordsOf(text.trim()).every((typed) => words.some((word) => word.startsWith(typed)))
}

function useFound(shortcuts: Shortcuts, text: string) {
  const [found, setFound] = useState<{ text: string; items: PaletteItem[]; error: unknown }>({ text: '', items: [], error: null })
  useEffect(() => {
    if (text === '') return setFound({ text, items: [], error: null })
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await shortcuts.find(text, stop.signal).then(
        (items) => ({ items, error: null }),
        (error: unknown) => ({ items: [], error }),
      )
      if (!stop.signal.aborted) setFound({ text, ...answer })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return { ...found, isSearching: found.text !== text }
}

function Palette({ shortcuts, onClose }: { shortcuts: Shortcuts; onClose(): void }) {
  const [typed, setTyped] = useState('')
  const [index, setIndex] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const text = typed.trim()
  const { items: found, error, isSearching } = useFound(shortcuts, text)
  const own = shortcuts.items()
  const items =
    text === '' ? [...recentItems(shortcuts, d('palette.recent')), ...own] : [...own.filter((one) => matches(one, text)), ...found]
  const active = Math.min(index, items.length - 1)
  const groups = Map.groupBy(items, ({ group }) => group)

  useLayoutEffect(() => {
    dialog.current!.showModal()
    document.documentElement.classList.add('has-dialog')
    return () => document.documentElement.classList.remove('has-dialog')
  }, [])
  useEffect(() => dialog.current!.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [active, items.length])

  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    dialog.current!.close() // the focus returns before the next screen takes it
    onClose()
    addRecent(shortcuts, item)
    if (item.to !== undefined) follow(item.to)
    else void item.run?.()
  }
  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Enter' && !event.isComposing) choose(items[active])
    else if (to === undefined || (typed !== '' && /^(Home|End)$/.test(event.key))) return
    else setIndex((to + items.length) % Math.max(items.length, 1))
    event.preventDefault()
  }
  const close = () => {
    dialog.current!.close()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it too
    <dialog
      ref={dialog}
      class="palette"
      aria-label={d('palette')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="palette-field">
        <Icon name="search" size={20} />
        <input
          type="text"
          role="combobox"
          aria-label={d('palette')}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
          placeholder={d('palette.placeholder')}
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          autofocus
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setIndex(0)
          }}
          onKeyDown={onKey}
        />
        <kbd>Esc</kbd>
      </div>
      <p class="visually-hidden" role="status">
        {text !== '' && !isSearching ? d('palette.found', { count: items.length }) : ''}
      </p>
      {error !== null && (
        <p class="palette-note" role="alert">
          {reasonOf(error).detail}
        </p>
      )}
      {items.length === 0 && !isSearching && error === null && <p class="palette-note">{d('palette.none', { text })}</p>}
      <div class="palette-list" id={`${id}-list`} role="listbox" aria-label={d('palette')} aria-busy={isSearching || undefined}>
        {[...groups].map(([group, members], at) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div role="group" aria-labelledby={`${id}-group-${at}`} key={group}>
            <p class="palette-group" id={`${id}-group-${at}`}>
              {group}
            </p>
            {members.map((item) => {
              const place = items.indexOf(item)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
                <div
                  key={item.id}
                  class="palette-item"
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === active}
                  onMouseMove={() => setIndex(place)}
                  onClick={() => choose(item)}
                >
                  <Icon name={item.icon} size={20} />
                  <span dir="auto">{item.label}</span>
                  {item.hint && <small dir="auto">{item.hint}</small>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </dialog>
  )
}

export function showPalette(shortcuts: Shortcuts): void {
  show((close) => <Palette shortcuts={shortcuts} onClose={close} />)
}
