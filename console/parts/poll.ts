import { useEffect, useRef } from 'preact/hooks'
import { ProblemError } from '#ui/api.ts'

type Asked = { answer: unknown; error: unknown; retry(): void }

/**
 * Asks every so often for what changes without anybody's hand, while somebody is looking. Whoever was refused is not asked for again; what
 * did not get through is, and until then the last answer stands.
 */
export function useAgain({ answer, error, retry }: Asked, everyMs: number): unknown {
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
