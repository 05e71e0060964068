import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { IconButton } from '#ui/button.tsx'
import { w } from '#ui/shared-texts.ts'

// Loaded with the first dialog. The first pull may come too early; it is ignored.
let sheet: typeof import('./sheet-drag.ts') | undefined
const loadSheet = async () => {
  sheet ??= await import('./sheet-drag.ts').catch(() => undefined)
}

// A focused field opens the keyboard of a phone, so there the title has the focus.
const hasKeyboard = matchMedia('(hover: hover) and (pointer: fine)')
const FIELDS = '.dialog-content :is(input, select, textarea):not(:disabled, [type=hidden], [type=file])'

// Without onClose it asks for an answer: it stays until one of its buttons closes it.
type Props = { title: string; isOpen: boolean; onClose?(): void; children: ComponentChildren; footer?: ComponentChildren }

/** A native modal dialog: the browser traps the focus, closes it by Esc and restores the focus. The first field is focused. A bottom sheet on narrow screens. */
export function Dialog({ title, isOpen, onClose, children, footer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current!
    if (isOpen) void loadSheet()
    if (isOpen && !element.open) {
      element.showModal()
      if (hasKeyboard.matches) element.querySelector<HTMLElement>(FIELDS)?.focus()
    }
    if (!isOpen && element.open) element.close()
  }, [isOpen])
  // Scroll lock while the dialog is open.
  useEffect(() => {
    document.documentElement.classList.toggle('has-dialog', isOpen)
    return () => document.documentElement.classList.remove('has-dialog')
  }, [isOpen])
  const close = (event: Event) => {
    event.preventDefault() // the parent decides, it may have unsaved changes
    onClose?.()
  }
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      // Asked twice without an act of the user in between, browsers close a dialog whatever the page says: Esc is handled before they ask.
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && close(event)}
      onCancel={close}
      onClose={() => isOpen && dialog.current!.showModal()}
      onClick={(event) => event.target === dialog.current && close(event)}
    >
      {isOpen && (
        <div class="dialog-body">
          <header
            class={onClose ? 'dialog-head can-move' : 'dialog-head'}
            onPointerDown={(event) => onClose && sheet?.dragSheet(event, dialog.current!, onClose)}
          >
            <h2 id={id} tabIndex={-1} autofocus>
              {title}
            </h2>
            {onClose && <IconButton icon="close" name={w('close')} onClick={onClose} />}
          </header>
          <div class="dialog-content">{children}</div>
          {footer && <footer class="dialog-foot">{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}
