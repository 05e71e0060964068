import { signal } from '@preact/signals'
import { t } from '#console/texts.ts'
import { deleteNote } from '#contract/console/note.ts'
import { tell, tellUndoable } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

// Deleting a note: hidden immediately, deleted on the server when the undo time is over.

const removing = signal<ReadonlySet<number>>(new Set())

export const isRemoving = (id: number): boolean => removing.value.has(id)

const restore = (id: number): void => {
  removing.value = new Set([...removing.peek()].filter((one) => one !== id))
}

export function removeNote(id: number): void {
  removing.value = new Set([...removing.peek(), id])
  const remove = async () => {
    try {
      await call(deleteNote, { params: { id: String(id) } })
      await refreshAll()
    } catch (error) {
      tell(t('notes.notDeleted', { why: reasonOf(error).detail }))
    }
    restore(id)
  }
  tellUndoable(
    t('notes.deleted'),
    () => void remove(),
    () => restore(id),
  )
}
