import { useState } from 'preact/hooks'
import { tell } from '#ui/dialog/toast.tsx'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

type Told = { text: string; isEverywhere?: boolean } | string | undefined

/** Runs a change, refreshes what is shown and tells the outcome; keeps the reason of a refusal. */
export function useAct() {
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const act = async (change: () => Promise<Told>): Promise<boolean> => {
    if (isBusy) return false
    setIsBusy(true)
    setFault('')
    try {
      const told = await change()
      await refreshAll()
      if (told !== undefined) tell(typeof told === 'string' ? told : told.text, undefined, undefined, typeof told !== 'string')
      return true
    } catch (error) {
      setFault(reasonOf(error).detail)
      void refreshAll() // what was refused may have changed in between
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, fault, act, clearFault: () => setFault('') }
}
