import { useState } from 'preact/hooks'
import { session } from './session.ts'

// A text that is not sent yet, kept in the tab for the person who wrote it.

const me = (): number => (session.peek() as { userId?: number }).userId ?? 0

/** The text, and a function that changes it; "" removes the draft. */
export function useDraft(key: string): [string, (text: string) => void] {
  const place = `pj draft ${me()} ${key}`
  const [text, setText] = useState(() => sessionStorage.getItem(place) ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, next)
  }
  return [text, change]
}
