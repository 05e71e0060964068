import { useEffect } from 'preact/hooks'
import { latinKey } from '#ui/desktop/keyboard.ts'

const isShown = (button: HTMLElement): boolean => button.checkVisibility() && button.ariaBusy === null

/** The main button of the open dialog; otherwise the submit button of the focused form, or of the only one that can be submitted. */
function saveButton(): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog) return [...dialog.querySelectorAll<HTMLElement>('.dialog-foot .button-main:not(:disabled)')].filter(isShown).at(-1)
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main form button[type=submit]:not(:disabled)')].filter(isShown)
  return buttons.find(({ form }) => form?.contains(document.activeElement)) ?? (buttons.length === 1 ? buttons[0] : undefined)
}

/** Ctrl+S and Ctrl+Enter (with ⌘ on a Mac) press the button that saves. */
export function useSaveKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      const key = latinKey(event)
      if (key !== 's' && key !== 'Enter') return
      event.preventDefault() // the browser would save the page as a file
      if (!event.repeat) saveButton()?.click()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
