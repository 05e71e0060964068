import { useRef } from 'preact/hooks'

/** What there was last, while what comes next is on its way. */
export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
