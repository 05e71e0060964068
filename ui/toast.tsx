import { signal } from '@preact/signals'
import { w } from './shared-texts.ts'

// A short word at the bottom of the screen, with a way back where there is one.

type Toast = { id: number; text: string; action?: { label: string; run(): void } }

const shown = signal<Toast[]>([])
let last = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  shown.value = shown.value.filter((toast) => toast.id !== id)
}

export function tell(text: string, action?: Toast['action'], forMs = 6000): number {
  const id = ++last
  shown.value = [...shown.value.slice(-1), { id, text, action }] // two at most: a third one nobody reads
  timers.set(
    id,
    setTimeout(() => dismiss(id), forMs),
  )
  return id
}

/** Something is gone at once, and really gone when the time to think again is over (or the page is left). */
export function tellUndoable(text: string, really: () => void, undo: () => void, forMs = 6000): void {
  let isDone = false
  const finish = () => {
    if (isDone) return
    isDone = true
    removeEventListener('pagehide', finish)
    really()
  }
  addEventListener('pagehide', finish)
  setTimeout(finish, forMs)
  tell(
    text,
    {
      label: w('undo'),
      run() {
        if (isDone) return
        isDone = true
        removeEventListener('pagehide', finish)
        undo()
      },
    },
    forMs,
  )
}

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {shown.value.map(({ id, text, action }) => (
      <div class="toast" key={id}>
        <span>{text}</span>
        {action && (
          <button
            type="button"
            onClick={() => {
              dismiss(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    ))}
  </div>
)
