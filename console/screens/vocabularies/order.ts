import { useRef, useState } from 'preact/hooks'
import { orderWords, type Vocabulary, type Word } from '#contract/console/vocabulary.ts'
import { call } from '#ui/api.ts'
import { refreshAll } from '#ui/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell } from '#ui/toast.tsx'

const FRAME_MS = 50 // until what was read anew is on the page; letting go earlier would show the former order for a moment

/** Moving words: shown at once, told to the server one after the other; the last order wins. */
export function useOrder(kind: Vocabulary, words: Word[]) {
  const [ids, setIds] = useState<number[] | null>(null)
  const wanted = useRef<number[] | null>(null)
  const isSending = useRef(false)
  // Somebody else may have added or removed one meanwhile: then theirs is the order.
  const isWhole = ids !== null && ids.length === words.length && words.every(({ id }) => ids.includes(id))
  const shown = isWhole ? ids.map((id) => words.find((word) => word.id === id)!) : words

  async function send(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    try {
      while (wanted.current) {
        const next = wanted.current
        wanted.current = null
        await call(orderWords, { params: { kind }, body: { ids: next } })
      }
    } catch (error) {
      wanted.current = null
      const { title, detail } = reasonOf(error)
      tell(`${title}. ${detail}`, undefined, 10_000)
    }
    await refreshAll()
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
    isSending.current = false
    if (wanted.current) void send()
    else setIds(null)
  }

  /** The place it has then, from 1; null where it cannot go further. */
  function move(word: Word, step: 1 | -1): number | null {
    const now = (wanted.current ?? shown.map(({ id }) => id)).slice()
    const place = now.indexOf(word.id)
    const next = place + step
    if (place < 0 || next < 0 || next >= now.length) return null
    now.splice(place, 1)
    now.splice(next, 0, word.id)
    wanted.current = now
    setIds(now)
    void send()
    return next + 1
  }
  return { shown, move }
}
