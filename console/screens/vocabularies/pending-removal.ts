import { signal } from '@preact/signals'
import { t } from '#console/texts.ts'
import type { Vocabulary } from '#contract/console/vocabulary.ts'
import { tell, tellUndoable } from '#ui/dialog/toast.tsx'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

// Deleted terms: hidden on the page at once, deleted on the server when undo has expired.

const pending = signal<ReadonlySet<string>>(new Set())
type Kind = Vocabulary | 'synonym'
const keyOf = (kind: Kind, id: number) => `${kind} ${id}`

export const isPendingRemoval = (kind: Kind, id: number): boolean => pending.value.has(keyOf(kind, id))

export function removeLater(kind: Kind, { id, name }: { id: number; name: string }, remove: () => Promise<unknown>): void {
  const key = keyOf(kind, id)
  pending.value = new Set([...pending.peek(), key])
  const restore = () => {
    pending.value = new Set([...pending.peek()].filter((one) => one !== key))
  }
  const removeNow = async () => {
    try {
      await remove()
      await refreshAll()
    } catch (error) {
      tell(t('vocabularies.notDeleted', { name, why: reasonOf(error).detail }), undefined, 10_000)
    }
    restore()
  }
  tellUndoable(t('vocabularies.deleted', { name }), () => void removeNow(), restore)
}
