import { useEffect, useRef } from 'preact/hooks'
import { ProblemError } from '#ui/server/api.ts'

type Query = { answer: unknown; error: unknown; retry(): void }

/**
 * Polls data that live updates do not cover, while the page is visible. An error response ends polling; a network error does not, and the
 * last answer stays on the page.
 */
export function usePolling({ answer, error, retry }: Query, everyMs: number): unknown {
  const isRefused = error instanceof ProblemError
  const isOn = answer !== undefined && !isRefused
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isOn])
  return isRefused || answer === undefined ? error : null
}
