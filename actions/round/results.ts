import type { ErrorCode } from '#contract/errors.ts'
import type { AnySql } from '#database/sql.ts'
import { createBundle } from '#rules/placement/proof/bundle.ts'
import { createReasons, reasonsOfBusy } from '#rules/placement/reasons.ts'
import { roundChangeText } from '#rules/round/change.ts'
import { lockForResults, publishResults, startPublishing as start, type TeamResult } from '#store/round/placement.ts'
import { findDraft } from '#store/round/review.ts'
import { listRoundChanges, type RoundChange, type StoredRound } from '#store/round/round.ts'
import { computeResult, conditionsNow, getsResult, NotPlaceable, type Result } from './placement.ts'
import type { RoundSecrets } from './round-secrets.ts'
import { changeWork } from './waitlist.ts'

type Options = { secrets: RoundSecrets; at: Date; today: string; actorId: number | null }

/** Reserves the places until the undo window ends. Returns `draft_outdated` when the draft is not what placing gives now. */
export async function startPublishing(
  sql: AnySql,
  round: StoredRound,
  { draft: given, result, secrets, today, ...act }: Options & { draft: number; result: Result; actorId: number; dueAt: Date },
): Promise<ErrorCode | null> {
  const draft = await findDraft(sql, round.id)
  if (draft?.id !== given) return 'draft_outdated' // before thousands of rows are locked
  await lockForResults(sql, round.id)
  const isCurrent = result.conditions === (await conditionsNow(sql, round, secrets, today))
  if (!isCurrent || draft.conditions !== result.conditions || !isSame(draft.placement, result.placement)) return 'draft_outdated'
  await start(sql, round.id, result.placement, act)
  return null
}

/**
 * Publishes the draft of the locked round in the caller's transaction: everything or nothing. Returns why it could not take effect. `given`: the
 * result, computed before the round was locked.
 */
export async function publishDraft(
  sql: AnySql,
  round: StoredRound,
  { secrets, at, today, actorId, result: given }: Options & { result?: Result | null },
): Promise<ErrorCode | null> {
  await lockForResults(sql, round.id)
  const draft = await findDraft(sql, round.id)
  const result = given === undefined ? await ifPlaceable(computeResult(sql, round, secrets, today)) : given
  if (given && given.conditions !== (await conditionsNow(sql, round, secrets, today))) return 'draft_outdated'
  if (!result) return 'round_not_placeable'
  if (!draft || draft.conditions !== result.conditions || !isSame(draft.placement, result.placement)) return 'draft_outdated'
  const bundle = createBundle({
    ...result.round,
    round: round.slug,
    rule: round.rule,
    seed: result.seed,
    seedHash: result.seedHash,
    choicesDigest: result.choicesDigest,
    changes: (await listRoundChanges(sql, round.id))
      .filter(({ isAfterLook }) => isAfterLook)
      .map(({ at, what }) => ({ at, what: roundChangeText(withPseudonym(what, result.pseudonyms), 'en', 'UTC') })),
    placement: new Map(result.placed.placement),
  })
  const results = resultsOf(round, result)
  const teams = results.map(({ team }) => team)
  const about = { bundle: JSON.stringify(bundle), actorId, at, today }
  await changeWork(sql, { teams }, { at, today }, () => publishResults(sql, round, results, about))
  return null
}

/** A change that is about a team names it, and is only for curators. */
const withPseudonym = (what: RoundChange, pseudonyms: Result['pseudonyms']): RoundChange =>
  typeof what.team === 'number' ? { ...what, name: pseudonyms.get(what.team) ?? '' } : what

/** Null when the round cannot be placed. */
export const ifPlaceable = (result: Promise<Result>): Promise<Result | null> =>
  result.catch((error) => {
    if (error instanceof NotPlaceable) return null
    throw error
  })

type Places = Result['placement']
const isSame = (a: Places, b: Places): boolean => {
  const projectOf = new Map(a.map(({ team, project }) => [team, project]))
  return a.length === b.length && b.every(({ team, project }) => projectOf.has(team) && projectOf.get(team) === project)
}

function resultsOf({ rule }: StoredRound, { round, teams, pseudonyms, placement, placed }: Result): TeamResult[] {
  const reasonsOf = createReasons({ ...round, rule, placement: new Map(placed.placement) })
  const listOf = new Map(round.choices.map(({ team, projects }) => [team, projects]))
  const numbers = new Map(placed.numbers)
  const projectOf = new Map(placement.map(({ team, project }) => [team, project]))
  return teams.filter(getsResult).map(({ team, choices, lock, excluded }) => {
    const pseudonym = pseudonyms.get(team)!
    const project = projectOf.get(team) ?? null
    return {
      team,
      pseudonym,
      number: numbers.get(pseudonym) ?? null,
      project,
      rank: choices.find(({ projectId }) => projectId === project)?.rank ?? null,
      isByHand: lock !== null,
      reasons: excluded === null ? reasonsOf(pseudonym) : reasonsOfBusy(listOf.get(pseudonym) ?? []),
    }
  })
}
