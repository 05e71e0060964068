import { signal } from '@preact/signals'
import { ProblemError } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell } from './toast.tsx'

// Removals with undo: hidden at once, also on other screens; on the server when the undo time is over or the page is closed.

const UNDO_MS = 6000
const LONG_MS = 10_000

const removing = signal<ReadonlyMap<string, Promise<void>>>(new Map())

/** Whether it is hidden. */
export const isRemoving = (key: string): boolean => removing.value.has(key)

/** Resolves when the removal is complete or undone. */
export const whenRemoved = (key: string): Promise<void> => removing.peek().get(key) ?? Promise.resolve()

type Removal = { done: string; failed?(why: string): string; remove(): Promise<unknown> }

export function removeLater(key: string, { done, failed = (why) => why, remove }: Removal): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  removing.value = new Map(removing.peek()).set(key, promise)
  const forget = () => {
    removing.value = new Map([...removing.peek()].filter(([one]) => one !== key))
    resolve()
  }
  let isSettled = false
  const settle = (how: () => unknown) => () => {
    if (isSettled) return
    isSettled = true
    removeEventListener('pagehide', commit)
    how()
  }
  const commit = settle(async () => {
    await remove().then(refreshAll, (error) => {
      tell(failed(reasonOf(error).detail), undefined, LONG_MS)
      if (error instanceof ProblemError) void refreshAll() // what was refused may have changed in between
    })
    forget()
  })
  addEventListener('pagehide', commit)
  setTimeout(commit, UNDO_MS)
  tell(done, { label: w('undo'), run: settle(forget) }, UNDO_MS)
}
