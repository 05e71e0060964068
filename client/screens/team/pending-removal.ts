import { signal } from '@preact/signals'
import { t } from '#client/texts/index.ts'
import { refreshAll } from '#ui/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell, tellUndoable } from '#ui/toast.tsx'

// What was deleted a moment ago: gone from the screen, and from the server when the time to think again is over.

const leaving = signal<ReadonlyMap<string, Promise<void>>>(new Map())

export const isLeaving = (key: string): boolean => leaving.value.has(key)

/** When it is really gone, or back again. */
export const untilGone = (key: string): Promise<void> => leaving.peek().get(key) ?? Promise.resolve()

function forget(key: string): void {
  const next = new Map(leaving.peek())
  next.delete(key)
  leaving.value = next
}

export function removeLater(key: string, name: string, really: () => Promise<unknown>): void {
  const { promise, resolve } = withResolvers()
  leaving.value = new Map(leaving.peek()).set(key, promise)
  const end = async () => {
    try {
      await really()
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

// Promise.withResolvers is too young for some phones.
function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
