import { useRef, useState } from 'preact/hooks'
import { readNow, writeUnlessChanged } from '#console/parts/editing.ts'
import { t } from '#console/texts/index.ts'
import { listWords, orderWords, type Term, type Vocabulary } from '#contract/console/vocabulary.ts'
import { call } from '#ui/api.ts'
import { refreshAll } from '#ui/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell } from '#ui/toast.tsx'
import { isLeaving } from './pending-removal.ts'

const FRAME_MS = 50 // until what was read anew is on the page; letting go earlier would show the former order for a moment

const idsOf = (words: Term[]): number[] => words.map(({ id }) => id)

/** Moving words: shown at once, told to the server one after the other; unless others have put them in another order meanwhile. */
export function useOrder(kind: Vocabulary, words: Term[]) {
  const [ids, setIds] = useState<number[] | null>(null)
  const wanted = useRef<number[] | null>(null)
  const seen = useRef<number[]>([]) // the order that is being changed
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
        const put = await writeUnlessChanged(
          () => readNow(listWords, { params: { kind } }),
          ({ answer }) => String(idsOf(answer.words).filter((id) => !isLeaving(kind, id))) === String(seen.current),
          (headers, { answer }) => {
            const leaving = idsOf(answer.words).filter((id) => !next.includes(id)) // no longer on the page, but there until it is too late to undo
            return call(orderWords, { params: { kind }, body: { ids: [...next, ...leaving] }, headers })
          },
        )
        if (put) seen.current = next
        else {
          wanted.current = null
          tell(t('vocabularies.order.theirs'), undefined, 10_000)
        }
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
  function move(word: Term, step: 1 | -1): number | null {
    const now = (wanted.current ?? idsOf(shown)).slice()
    const place = now.indexOf(word.id)
    const next = place + step
    if (place < 0 || next < 0 || next >= now.length) return null
    now.splice(place, 1)
    now.splice(next, 0, word.id)
    if (!isSending.current) seen.current = idsOf(words)
    wanted.current = now
    setIds(now)
    void send()
    return next + 1
  }
  return { shown, move }
}
