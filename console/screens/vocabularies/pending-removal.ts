import { signal } from '@preact/signals'
import { t } from '#console/texts/index.ts'
import { deleteWord, type Term, type Vocabulary } from '#contract/console/vocabulary.ts'
import { call } from '#ui/api.ts'
import { refreshAll } from '#ui/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell, tellUndoable } from '#ui/toast.tsx'

// Words deleted a moment ago: gone from the page, and from the server when the time to think again is over.

const leaving = signal<ReadonlySet<string>>(new Set())
const keyOf = (kind: Vocabulary, id: number) => `${kind} ${id}`

export const isLeaving = (kind: Vocabulary, id: number): boolean => leaving.value.has(keyOf(kind, id))

export function removeLater(kind: Vocabulary, { id, name }: Term): void {
  const key = keyOf(kind, id)
  leaving.value = new Set([...leaving.peek(), key])
  const stay = () => {
    leaving.value = new Set([...leaving.peek()].filter((one) => one !== key))
  }
  const really = async () => {
    try {
      await call(deleteWord, { params: { kind, id: String(id) } })
      await refreshAll()
    } catch (error) {
      tell(t('vocabularies.notDeleted', { name, why: reasonOf(error).detail }), undefined, 10_000)
    }
    stay()
  }
  tellUndoable(t('vocabularies.deleted', { name }), () => void really(), stay)
}
