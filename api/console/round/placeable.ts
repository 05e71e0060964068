import { computeUnlocked, NotPlaceable, type Result } from '#actions/round/placement.ts'
import { type PlaceTask, placeInThread } from '#actions/round/placement-thread.ts'
import type { ApiApp } from '#api/app.ts'
import type { Language } from '#contract/language.ts'
import { Refusal } from '#http/response/problem.ts'
import { notPlaceableInWords } from '#rules/text/state-texts.ts'
import { writeDay } from '#rules/time/day.ts'
import type { StoredRound } from '#store/round/round.ts'
import { foundRound } from './round-input.ts'

function refuse({ name }: StoredRound, why: string, language: Language, team = ''): never {
  throw new Refusal('round_not_placeable', { round: name, missing: notPlaceableInWords(why, team, language) })
}

export function refuseIfPublished(round: StoredRound, language: Language): void {
  if (round.publishedAt !== null) refuse(round, 'published', language)
  if (round.publishAt !== null) refuse(round, 'publishing', language)
}

type Asking = { caller: { id: number }; language: Language; signal: AbortSignal }

/**
 * The result of placing the round now; refuses with what is missing. Everything is read in its turn, so that a call beyond the share of
 * its person costs nothing; solving needs no connection. Nothing is locked: whoever writes it compares its conditions under the lock.
 */
export async function placeable(
  app: ApiApp,
  id: string,
  { caller, language, signal }: Asking,
): Promise<Result & { rule: StoredRound['rule'] }> {
  const solve = (task: PlaceTask) => placeInThread(task, signal)
  const compute = async () => {
    const round = await foundRound(app.sql, id)
    refuseIfPublished(round, language)
    const result = await computeUnlocked(app.sql, round, app.roundSecrets, writeDay(app.calendar(app.now())), solve).catch((error) => {
      if (error instanceof NotPlaceable) return refuse(round, error.why, language, error.team)
      throw error
    })
    return { ...result, rule: round.rule }
  }
  return app.queues.placements.run(caller.id, compute, signal)
}
