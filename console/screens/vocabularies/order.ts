import { useRef, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { listWords, orderWords, type Term, type Vocabulary } from '#contract/console/vocabulary.ts'
import { tellError } from '#ui/act/act.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { readNow, writeUnlessChanged } from '#ui/server/if-match.ts'
import { refreshAll } from '#ui/server/query.ts'
import { isTermRemoved } from './remove-term.ts'

const FRAME_MS = 50 // until the refreshed list is rendered: otherwise the old order would flash

const idsOf = (terms: Term[]): number[] => terms.map(({ id }) => id)

/** Moves terms: optimistic on the page, sent one by one, dropped when somebody else has changed the order. */
export function useOrder(kind: Vocabulary, terms: Term[]) {
  const [ids, setIds] = useState<number[] | null>(null)
  const pending = useRef<number[] | null>(null)
  const base = useRef<number[]>([]) // the order the move started from
  const isSending = useRef(false)
  // After somebody else has added or removed a term, the server's order is shown.
  const isWhole = ids !== null && ids.length === terms.length && terms.every(({ id }) => ids.includes(id))
  const ordered = isWhole ? ids.map((id) => terms.find((term) => term.id === id)!) : terms

  async function send(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    try {
      while (pending.current) {
        const next = pending.current
        pending.current = null
        const isOrder = (words: Term[], ids: number[] | null) =>
          String(idsOf(words).filter((id) => !isTermRemoved(kind, id))) === String(ids)
        const saved = await writeUnlessChanged(
          () => readNow(listWords, { params: { kind } }),
          { isUnchanged: ({ words }) => isOrder(words, base.current), isWritten: ({ words }) => isOrder(words, next) },
          (headers, { words }) => {
            const removing = idsOf(words).filter((id) => !next.includes(id)) // hidden on the page, on the server until undo has expired
            return call(orderWords, { params: { kind }, body: { ids: [...next, ...removing] }, headers })
          },
        )
        if (saved) base.current = next
        else {
          pending.current = null
          tell(t('vocabularies.order.theirs'), undefined, 10_000)
        }
      }
    } catch (error) {
      pending.current = null
      tellError(error)
    }
    await refreshAll()
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
    isSending.current = false
    if (pending.current) void send()
    else setIds(null)
  }

  /** The new position, from 1; null at the end of the list. */
  function move(term: Term, step: 1 | -1): number | null {
    const now = (pending.current ?? idsOf(ordered)).slice()
    const position = now.indexOf(term.id)
    const next = position + step
    if (position < 0 || next < 0 || next >= now.length) return null
    now.splice(position, 1)
    now.splice(next, 0, term.id)
    if (!isSending.current) base.current = idsOf(terms)
    pending.current = now
    setIds(now)
    void send()
    return next + 1
  }
  return { ordered, move }
}
