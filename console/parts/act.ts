import { useState } from 'preact/hooks'
import { refreshAll } from '#ui/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell } from '#ui/toast.tsx'

/** For the header of every POST: what was sent twice happens once. */
export const once = (): { headers: Record<string, string> } => ({ headers: { 'idempotency-key': crypto.randomUUID() } })

/**
 * Does something on the server: busy meanwhile, the pages ask anew afterwards. Without a place of its own for it, a refusal is told at the
 * bottom of the screen in the server's words; it is also returned, for fields.
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
