import { useEffect, useRef, useState } from 'preact/hooks'
import { orderChoices, type RoundChoices, type TeamChoices } from '#contract/round.ts'
import { callWithEtag, ProblemError } from '#ui/server/api.ts'
import { reasonOf } from '#ui/states.tsx'
import type { ChoicesQuery } from './use-choices.ts'

const SAVE_AFTER_MS = 400 // several presses are one change

const orderOf = ({ choices }: TeamChoices): number[] => choices.map(({ request }) => request)
const teamIn = ({ teams }: RoundChoices, id: number): TeamChoices | undefined => teams.find(({ team }) => team === id)
const isSame = (a: number[], b: number[]): boolean => a.length === b.length && a.every((id, index) => id === b[index])

/** The wanted order of what is in the list now; choices it does not know stay at the end. */
export const orderAgain = (wanted: number[], present: number[]): number[] => [
  ...wanted.filter((id) => present.includes(id)),
  ...present.filter((id) => !wanted.includes(id)),
]

type State = 'idle' | 'saving' | 'saved' | 'failed' | 'conflict'
const CONFLICTS = ['precondition_failed', 'choices_changed']

/**
 * The order of a team's choices: shown at once, saved a moment later with `If-Match`. If somebody else changed the list in between, the current
 * list is shown, and the order of this person can be put back with one press.
 */
export function useOrder(slug: string, team: TeamChoices, { versioned, accept, refetch }: ChoicesQuery) {
  const stored = orderOf(team)
  const [wanted, setWanted] = useState<number[] | null>(null)
  const [state, setState] = useState<State>('idle')
  const [reason, setReason] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const base = useRef(stored) // the order that the change was made from
  const isSending = useRef(false)
  const isDirty = useRef(false) // there is something to send
  const latest = useRef({ versioned, wanted })
  latest.current = { versioned, wanted }

  const send = async (order: number[], etag: string | null): Promise<void> => {
    const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag }
    const { answer, etag: next } = await callWithEtag(orderChoices, {
      params: { slug },
      body: { team: team.team, requests: order },
      headers,
    })
    accept({ answer, etag: next })
  }
  /**
   * Another team of the person changed, or only the version: the list itself is the one the change was made from. Or it has the order: the
   * answer to an earlier try was lost.
   */
  const sendAgain = async (order: number[]): Promise<boolean> => {
    const now = await refetch()
    const current = now && teamIn(now.answer, team.team)
    if (current && isSame(orderOf(current), order)) return true
    if (!current || !isSame(orderOf(current), base.current)) return false
    await send(order, now.etag)
    return true
  }
  const save = async (): Promise<void> => {
    const order = latest.current.wanted
    if (order === null || isSending.current || !isDirty.current) return
    isSending.current = true
    setState('saving')
    try {
      try {
        await send(order, latest.current.versioned?.etag ?? null)
      } catch (error) {
        if (!(error instanceof ProblemError && CONFLICTS.includes(error.problem.code))) throw error
        if (!(await sendAgain(order))) {
          isSending.current = false
          isDirty.current = false
          setState('conflict')
          return
        }
      }
      isSending.current = false
      base.current = order
      if (latest.current.wanted !== order) return void save() // moved meanwhile
      isDirty.current = false
      setState('saved') // the order stays until the list has it: see below
    } catch (error) {
      isSending.current = false
      setReason(reasonOf(error).detail)
      setState('failed')
    }
  }
  const set = (order: number[]) => {
    if (wanted === null) base.current = stored
    isDirty.current = true
    setWanted(order)
    setState('saving')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), SAVE_AFTER_MS)
  }
  // A change is not lost when the screen is left before it is sent.
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      void save()
    },
    [],
  )
  useEffect(() => {
    if (!isDirty.current && state === 'saved') setWanted(null)
  }, [stored.join()])
  // In a conflict the current list is shown.
  const order = state === 'conflict' || wanted === null ? stored : orderAgain(wanted, stored)
  const drop = () => {
    isDirty.current = false
    setWanted(null)
    setState('idle')
  }
  const again = () => {
    base.current = stored
    set(orderAgain(wanted ?? stored, stored))
  }
  return { order, state, reason, set, drop, again }
}
export type Order = ReturnType<typeof useOrder>
