import { useState } from 'preact/hooks'
import { authorId, onOwnerChange } from '#ui/session/session.ts'

// A text that is not sent yet, kept in the tab for the person who wrote it.

const PREFIX = 'pj draft '
const placeOf = (person: number | null, key: string): string => `${PREFIX}${person ?? 0} ${key}`

// The next person must not find them.
onOwnerChange((owner) => {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && !key.startsWith(placeOf(owner, ''))) sessionStorage.removeItem(key)
})

type Draft = [text: string, change: (text: string) => void, sent: (text: string) => void]

/** The text, a function that changes it, and one that removes what was sent; what the person has typed since stays. */
export function useDraft(key: string): Draft {
  const place = placeOf(authorId(), key)
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
