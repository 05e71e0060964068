import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

// Toasts, with an optional action.

type Toast = { id: number; text: string; action?: { label: string; run(): void }; path: string | null }

const toasts = signal<Toast[]>([])
let last = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** Shown until the user leaves the screen; `isEverywhere`: on every screen. */
export function tell(text: string, action?: Toast['action'], forMs = 6000, isEverywhere = false): number {
  const id = ++last
  const path = isEverywhere ? null : location.pathname
  toasts.value = [...toasts.value.slice(-1), { id, text, action, path }] // two at most
  timers.set(
    id,
    setTimeout(() => dismiss(id), forMs),
  )
  return id
}

/** With the `path` of the current screen, messages of other screens disappear. */
export function Toasts({ path }: { path?: string }) {
  useEffect(() => {
    for (const toast of toasts.peek()) if (path !== undefined && toast.path !== null && toast.path !== path) dismiss(toast.id)
  }, [path])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, action }) => (
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
}
