import { useRef } from 'preact/hooks'

/** The last defined value, to keep showing it while the next one loads. */
export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
