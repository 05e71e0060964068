import { useState } from 'preact/hooks'
import { tell } from '#ui/dialog/toast.tsx'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

/**
 * Runs a call that changes something, then refreshes all queries. An error is returned for the fields of a form; unless `isQuiet`, it is
 * also shown as a toast.
 */
export function useAct() {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function act<T>(
    work: () => Promise<T>,
    { done, isQuiet = false }: { done?: string; isQuiet?: boolean } = {},
  ): Promise<T | undefined> {
    setIsBusy(true)
    setError(null)
    try {
      const value = await work()
      if (done) tell(done)
      await refreshAll()
      return value
    } catch (problem) {
      setError(problem)
      const { title, detail } = reasonOf(problem)
      if (!isQuiet) tell(`${title}. ${detail}`, undefined, 10_000)
      return undefined
    } finally {
      setIsBusy(false)
    }
  }
  return { act, isBusy, error, clear: () => setError(null) }
}
