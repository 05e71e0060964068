import { useRef, useState } from 'preact/hooks'
import { tell } from '#ui/dialog/toast.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

const LONG_MS = 10_000

type Told<T> = {
  /** The toast after success. */
  done?: string | ((answer: T) => string | undefined)
  /** The toast stays when the screen changes. */
  isEverywhere?: boolean
}
type Options = {
  /** An error is told as a toast: the screen has no place for an <ErrorMessage>. */
  isToast?: boolean
  /** One hook for many buttons that do not wait for each other. */
  isParallel?: boolean
  /** Something is typed beside the button: the screen stays as it is after a refusal. */
  hasText?: boolean
}

export function tellError(error: unknown): void {
  const { title, detail } = reasonOf(error)
  tell(`${title}. ${detail}`, undefined, LONG_MS)
}

/**
 * Calls the server when a button is pressed: busy until what is shown has been read again. Pressed meanwhile it does nothing. After a lost
 * answer it is pressed again: the server executes the same content once (ui/server/repeatable.ts). Undefined after an error.
 */
export function useAct({ isToast = false, isParallel = false, hasText = false }: Options = {}) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isRunning = useRef(false)
  async function act<T>(work: () => Promise<T>, { done, isEverywhere }: Told<T> = {}): Promise<T | undefined> {
    if (isRunning.current && !isParallel) return undefined
    isRunning.current = true
    setIsBusy(true)
    setError(null)
    try {
      const answer = await work()
      const text = typeof done === 'function' ? done(answer) : done
      if (text) tell(text, undefined, undefined, isEverywhere)
      await refreshAll()
      return answer
    } catch (problem) {
      setError(problem)
      if (isToast) tellError(problem)
      if (problem instanceof ProblemError && !hasText) void refreshAll() // what was refused may have changed in between
      return undefined
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { act, isBusy, error, clear: () => setError(null) }
}
