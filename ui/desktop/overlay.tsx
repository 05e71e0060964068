import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

// The dialog of a shortcut. Inside the tree of the app: a tree of its own would repeat the ids of the app's fields.

const shown = signal<ComponentChildren>(null)

export const Overlay = () => <>{shown.value}</>

/** Shows a dialog until it calls `close`. */
export function show(content: (close: () => void) => ComponentChildren): void {
  shown.value = content(() => {
    shown.value = null
  })
}
