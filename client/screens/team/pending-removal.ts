import { signal } from '@preact/signals'
import { t } from '#client/texts.ts'
import { tell, tellUndoable } from '#ui/dialog/toast.tsx'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

// Removals with undo: hidden immediately, deleted on the server when the undo time is over.

const removing = signal<ReadonlyMap<string, Promise<void>>>(new Map())

export const isRemoving = (key: string): boolean => removing.value.has(key)

/** Resolves when the removal is complete or undone. */
export const whenRemoved = (key: string): Promise<void> => removing.peek().get(key) ?? Promise.resolve()

function forget(key: string): void {
  const next = new Map(removing.peek())
  next.delete(key)
  removing.value = next
}

export function removeLater(key: string, name: string, remove: () => Promise<unknown>): void {
  const { promise, resolve } = withResolvers()
  removing.value = new Map(removing.peek()).set(key, promise)
  const end = async () => {
    try {
      await remove()
      await refreshAll()
    } catch (error) {
      tell(t('team.notDeleted', { name, why: reasonOf(error).detail }))
    }
    forget(key)
    resolve()
  }
  tellUndoable(
    t('team.deleted', { name }),
    () => void end(),
    () => {
      forget(key)
      resolve()
    },
  )
}

// Promise.withResolvers is missing in older phone browsers.
function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
