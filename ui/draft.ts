import { useState } from 'preact/hooks'
import { session } from './session.ts'

// A text that is not sent yet, kept in the tab for the person who wrote it.

const PREFIX = 'pj draft '
const me = (): number => (session.peek() as { userId?: number }).userId ?? 0

// Sign-out removes them: the next person must not find them.
session.subscribe(({ state }) => {
  if (state === 'guest') for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
})

/** The text, and a function that changes it; "" removes the draft. */
export function useDraft(key: string): [string, (text: string) => void] {
  const place = `${PREFIX}${me()} ${key}`
  const [text, setText] = useState(() => sessionStorage.getItem(place) ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, next)
  }
  return [text, change]
}
