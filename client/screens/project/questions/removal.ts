import { signal } from '@preact/signals'
import { t } from '#client/texts.ts'
import { deleteQuestion } from '#contract/question.ts'
import { tell, tellUndoable } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

// Deleting an own question: hidden immediately, deleted on the server when the undo time is over.

const removing = signal<ReadonlySet<number>>(new Set())

export const isRemoving = (id: number): boolean => removing.value.has(id)

const restore = (id: number): void => {
  removing.value = new Set([...removing.peek()].filter((one) => one !== id))
}

export function removeQuestion(id: number): void {
  removing.value = new Set([...removing.peek(), id])
  const remove = async () => {
    try {
      await call(deleteQuestion, { params: { id: String(id) } })
      await refreshAll()
    } catch (error) {
      tell(t('questions.notDeleted', { why: reasonOf(error).detail }))
    }
    restore(id)
  }
  tellUndoable(
    t('questions.deleted'),
    () => void remove(),
    () => restore(id),
  )
}
