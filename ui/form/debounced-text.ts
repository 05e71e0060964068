import { useEffect, useState } from 'preact/hooks'

const DEBOUNCE_MS = 200

/** The trimmed text, debounced. */
export function useDebouncedText(typed: string): string {
  const [text, setText] = useState(typed.trim())
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return text
}
