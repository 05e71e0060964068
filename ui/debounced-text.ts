import { useEffect, useState } from 'preact/hooks'

const TYPING_MS = 200

/** What was typed, once the typing has paused. */
export function useDebouncedText(typed: string): string {
  const [text, setText] = useState(typed.trim())
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return text
}
