import type { ApiApp } from '#api/app.ts'
import type { Language } from '#contract/errors.ts'
import { Refusal } from '#http/problem.ts'
import { writeDay } from '#rules/day.ts'
import { notPlaceableInWords } from '#rules/round.ts'
import type { StoredRound } from '#store/round.ts'
import type { AnySql } from '#store/sql.ts'
import { computeResult, NotPlaceable, type Result } from './placement.ts'
import { foundRound } from './round-input.ts'

function refuse({ name }: StoredRound, why: string, language: Language, team = ''): never {
  throw new Refusal('round_not_placeable', { round: name, missing: notPlaceableInWords(why, team, language) })
}

export function refuseIfPublished(round: StoredRound, language: Language): void {
  if (round.publishedAt !== null) refuse(round, 'published', language)
  if (round.publishAt !== null) refuse(round, 'publishing', language)
}

/** The result of placing the round now; refuses with what is missing. Nothing is locked yet: whoever writes it compares its conditions under the lock. */
export async function placeable(app: ApiApp, sql: AnySql, id: string, language: Language): Promise<Result & { rule: StoredRound['rule'] }> {
  const round = await foundRound(sql, id)
  refuseIfPublished(round, language)
  const result = await computeResult(sql, round, app.roundSecrets, writeDay(app.calendar(app.now()))).catch((error) => {
    if (error instanceof NotPlaceable) return refuse(round, error.why, language, error.team)
    throw error
  })
  return { ...result, rule: round.rule }
}
