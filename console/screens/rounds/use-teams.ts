import { useEffect, useRef } from 'preact/hooks'
import { type ConsoleRound, listRoundTeams } from '#contract/console/round.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { useLast } from '#ui/last.ts'
import { queries, useCall } from '#ui/server/query.ts'
import { at } from './labels.tsx'

/** A page of the teams of a round; read again when the round has changed. */
export function useTeams(round: ConsoleRound, query: QueryOf<typeof listRoundTeams>) {
  const found = useCall(listRoundTeams, { ...at(round), query }, { isPrivate: true, isSaved: false })
  const version = `${round.basis} ${round.draft?.id} ${round.state} ${round.publishAt}`
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    void found.retry()
  }, [version])
  return { ...found, answer: useLast(found.answer) }
}

/** After a change: until the shown pages have been read again. */
export const refreshTeams = (): Promise<void> => queries.invalidateQueries({ queryKey: [listRoundTeams.id] })
