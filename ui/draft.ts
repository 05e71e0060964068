import { useState } from 'preact/hooks'
import { ownerId, session } from './session.ts'

// A text that is not sent yet, kept in the tab for the person who wrote it.

const PREFIX = 'pj draft '
const me = (): number => (session.peek() as { userId?: number }).userId ?? 0

// Sign-out removes them: the next person must not find them.
session.subscribe(({ state }) => {
  if (state === 'guest' && ownerId() === null)
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
})

type Draft = [text: string, change: (text: string) => void, sent: (text: string) => void]

/** The text, a function that changes it, and one that removes what was sent; what the person has typed since stays. */
export function useDraft(key: string): Draft {
  const place = `${PREFIX}${me()} ${key}`
  const [text, setText] = useState(() => sessionStorage.getItem(place) ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, next)
  }
  const sent = (sentText: string) => {
    if ((sessionStorage.getItem(place) ?? '') === sentText) change('')
  }
  return [text, change, sent]
}
