import { useEffect, useRef, useState } from 'preact/hooks'

/** Searches while the user types, debounced. */
export function SearchField({ label, value, onSearch }: { label: string; value: string; onSearch(text: string): void }) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const sent = useRef(value)
  // Of others, for example a reset. What this field has sent comes back a moment later, when more may have been typed.
  useEffect(() => {
    if (value === sent.current || timer.current !== undefined) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      sent.current = next.trim()
      onSearch(sent.current)
    }, 200)
  }
  return (
    <input
      class="search"
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={200}
      onInput={(event) => change(event.currentTarget.value)}
    />
  )
}
