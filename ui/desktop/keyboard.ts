import { useEffect, useRef } from 'preact/hooks'
import { follow, type Shortcuts } from './shortcuts.ts'

// Keyboard shortcuts of both apps. They are off while the user types and while a dialog is open.

const SEQUENCE_MS = 1500

/** The Latin letter of a key also on other layouts: `о` on a Russian keyboard is `j`. */
export function latinKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (code === 'Slash' && (key === '.' || key === ',')) return shiftKey ? '?' : '/' // Russian layout
  if (key.length > 1 || key.charCodeAt(0) < 128) return key.length === 1 ? key.toLowerCase() : key
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=file])'))

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

const shown = (selector: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())

function moveFocus(rows: string, by: 1 | -1): boolean {
  const links = shown(rows)
  const here = links.indexOf(document.activeElement as HTMLElement)
  const start = links.find((link) => link.ariaCurrent === 'page') ?? links.find((link) => link.getBoundingClientRect().bottom > 0)
  const next = here >= 0 ? links[here + by] : start
  next?.focus({ preventScroll: true })
  ;(next?.closest('article, tr, li') ?? next)?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

function focusSearch(): boolean {
  const [field] = shown('main input[type=search]') as HTMLInputElement[]
  field?.focus()
  field?.select()
  return field !== undefined
}

/** Closes what is open, or goes back: the screen marks its button. */
function closeOrGoBack(): boolean {
  const button = shown('main [data-escape]').at(-1)
  button?.click()
  return button !== undefined
}

function openFocused(rows: string): boolean {
  const link = document.activeElement as HTMLElement | null
  const isRow = link?.matches(rows) ?? false
  if (isRow) link!.click()
  return isRow
}

type Keys = Record<string, () => unknown>
const ofScreens = new Set<{ current: Keys }>()

/** Keys of a screen. An action that returns false did nothing. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    ofScreens.add(latest)
    return () => void ofScreens.delete(latest)
  }, [])
}

const keyOfScreen = (key: string) => [...ofScreens].map(({ current }) => current[key]).find((act) => act !== undefined)

export const openPalette = async (shortcuts: Shortcuts): Promise<void> => (await import('./palette.tsx')).showPalette(shortcuts)
export const openHelp = async (shortcuts: Shortcuts): Promise<void> => (await import('./help.tsx')).showHelp(shortcuts)

export function useKeyboard(shortcuts: Shortcuts): void {
  useEffect(() => {
    let goUntil = 0 // `g` was pressed: the next letter is a place
    const actions: Keys = {
      '/': () => focusSearch() || void openPalette(shortcuts),
      j: () => moveFocus(shortcuts.rows, 1),
      k: () => moveFocus(shortcuts.rows, -1),
      o: () => openFocused(shortcuts.rows),
      '?': () => void openHelp(shortcuts),
      Escape: closeOrGoBack,
      g: () => {
        goUntil = Date.now() + SEQUENCE_MS
        return undefined
      },
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || isDialogOpen()) return
      const key = latinKey(event)
      if (event.ctrlKey || event.metaKey) {
        if (key !== 'k' || event.shiftKey) return
        event.preventDefault()
        if (!event.repeat) void openPalette(shortcuts)
        return
      }
      if (isTyping(event.target)) {
        // The search field keeps Esc while it has text: the browser clears it.
        if (key === 'Escape' && !(event.target as HTMLInputElement).value) (event.target as HTMLElement).blur()
        return
      }
      const place = Date.now() < goUntil ? shortcuts.places().find((one) => one.key === key) : undefined
      goUntil = 0
      const ofScreen = place ? undefined : keyOfScreen(key)
      if (ofScreen && event.repeat) return
      const act = place ? () => void follow(place.to) : (ofScreen ?? actions[key])
      if (act !== undefined && act() !== false) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [shortcuts])
}
