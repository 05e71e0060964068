import type { ApiApp } from '#api/app.ts'
import type { Language } from '#contract/errors.ts'
import { Refusal } from '#http/problem.ts'
import { writeDay } from '#rules/day.ts'
import { notPlaceableInWords } from '#rules/round.ts'
import type { StoredRound } from '#store/round.ts'
import { lockForResults } from '#store/round-placement.ts'
import type { AnySql } from '#store/sql.ts'
import { computeResult, NotPlaceable, type Result } from './placement.ts'

/** The result of placing the locked round now; refuses with what is missing. */
export async function placeable(app: ApiApp, sql: AnySql, round: StoredRound, language: Language): Promise<Result> {
  const refuse = (why: string, team = ''): never => {
    throw new Refusal('round_not_placeable', { round: round.name, missing: notPlaceableInWords(why, team, language) })
  }
  if (round.publishedAt !== null) refuse('published')
  if (round.publishAt !== null) refuse('publishing')
  await lockForResults(sql, round.id)
  return computeResult(sql, round, app.roundSecrets, writeDay(app.calendar(app.now()))).catch((error) => {
    if (error instanceof NotPlaceable) return refuse(error.why, error.team)
    throw error
  })
}
