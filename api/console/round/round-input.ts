import { changeWindows } from '#actions/round/windows.ts'
import type { ApiApp } from '#api/app.ts'
import type { RoundInput, RoundValues } from '#contract/console/round.ts'
import type { FieldFault } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import type { RoundState } from '#contract/round.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal, refuseIfFaulty } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { joiningOf, readRound, whyNotJoinRound, withWindow } from '#rules/round/input.ts'
import { joinableIn, type Missing, roundStateAt, windowDays } from '#rules/round/round.ts'
import { freeSlug } from '#rules/text/slug.ts'
import { missingInWords, roundStateInWords } from '#rules/text/state-texts.ts'
import {
  changeRound,
  countTeamsBeyond,
  endsBefore,
  type JoiningProject,
  lockProjectsOf,
  type RoundWithWindow,
  setRoundOf,
} from '#store/round/edit.ts'
import { findRound, lockRound, type StoredRound } from '#store/round/round.ts'

/** A round that is announced, or was, needs these. */
export function refuseIfIncomplete(name: string, missing: Missing[], language: Language): void {
  if (missing.length > 0) throw new Refusal('round_incomplete', { round: name, missing: missingInWords(missing, language) })
}

/** The round after the change, with the days of its window. */
export function roundFrom(body: RoundInput, stored: RoundValues | null, taken: string[], { calendar }: Pick<ApiApp, 'calendar'>) {
  const isTaken = (slug: string): boolean => taken.includes(slug)
  const { round, faults, isNamed } = readRound(body, stored, { isTaken, free: (proposal) => freeSlug(proposal, isTaken) })
  if (!isNamed) throw new Refusal('invalid_name')
  refuseIfFaulty(faults)
  return withWindow(round, calendar)
}

/** An announced round has a window, and its end is not moved into the past. */
export const windowFaults = (after: Pick<RoundValues, 'opensAt' | 'closesAt'>, changed: readonly string[], now: Date): FieldFault[] => [
  ...(['opensAt', 'closesAt'] as const).filter((path) => after[path] === null).map((path) => ({ path, code: 'required' as const })),
  ...(changed.includes('closesAt') && after.closesAt !== null && after.closesAt <= now.toISOString()
    ? [{ path: 'closesAt', code: 'out_of_range' as const, params: { expected: 'later' } }]
    : []),
]

/** Whether a project would be open after its end. */
export const endsEarly = async (
  sql: AnySql,
  round: Pick<RoundValues, 'opensAt' | 'closesAt'> & { id: number },
  { calendar }: Pick<ApiApp, 'calendar'>,
) =>
  round.opensAt !== null &&
  round.closesAt !== null &&
  endsBefore(sql, round.id, windowDays(round.opensAt, round.closesAt, calendar).lastDay)

/** A lower number holds for all teams or for none: choices that are made are not cut. The round is locked. */
export async function refuseIfBeyond(sql: AnySql, { name, mostChoices }: RoundValues, round: number): Promise<void> {
  const teams = await countTeamsBeyond(sql, round, mostChoices)
  if (teams > 0) throw new Refusal('choices_beyond_limit', { round: name, limit: mostChoices, teams })
}

/** Without a lock. */
export async function foundRound(sql: AnySql, given: string): Promise<StoredRound> {
  const round = await findRound(sql, { id: readId(given) })
  if (!round) throw new Refusal('round_not_found', { round: given })
  return round
}

/** Locked for a change by a curator. */
export async function lockedRound(sql: AnySql, given: string): Promise<StoredRound> {
  const round = await lockRound(sql, readId(given))
  if (!round) throw new Refusal('round_not_found', { round: given })
  return round
}

/** Refuses in other states, and while the results are being published. */
export function refuseRoundUnless(round: StoredRound, states: readonly RoundState[], language: Language, now: Date): RoundState {
  const state = roundStateAt(round, now)
  const isPublishing = round.publishAt !== null
  if (isPublishing || !states.includes(state))
    throw new Refusal('round_wrong_state', { round: round.name, state: roundStateInWords(state, isPublishing, language) })
  return state
}

/** Projects that join and leave, as names. The round is locked. */
export async function setProjects(
  sql: AnySql,
  round: { id: number; mode: RoundValues['mode']; name: string },
  given: number[],
  { state, at, language }: { state: RoundState; at: Date; language: Language },
): Promise<{ added: string[]; removed: string[] }> {
  const { added, removed, missing } = joiningOf(round.id, given, await lockProjectsOf(sql, round.id, given))
  if (missing !== undefined) throw new Refusal('project_not_found', { slug: missing })
  if (added.length > 0 && !joinableIn.includes(state))
    throw new Refusal('round_wrong_state', { round: round.name, state: roundStateInWords(state, false, language) })
  for (const project of added) refuseIfNotFree(project, round.mode === 'ranked' && state !== 'draft', language)
  const stuck = state === 'open' || state === 'sealed' ? removed[0] : undefined
  if (stuck) throw new Refusal('project_in_round', { project: stuck.name, round: stuck.roundName ?? '' })
  const idsOf = (projects: JoiningProject[]): number[] => projects.map(({ id }) => id)
  await changeWindows(sql, { round: round.id }, at, () => setRoundOf(sql, idsOf(added), round.id, at))
  await setRoundOf(sql, idsOf(removed), null, at)
  const namesOf = (projects: JoiningProject[]): string[] => projects.map(({ name }) => name)
  return { added: namesOf(added), removed: namesOf(removed) }
}

/** Its projects show its window. */
export const writeRound = (sql: AnySql, id: number, round: RoundWithWindow, at: Date): Promise<void> =>
  changeWindows(sql, { round: id }, at, () => changeRound(sql, id, round, at))

function refuseIfNotFree(project: JoiningProject, mustBeFree: boolean, language: Language): void {
  const { name, roundName } = project
  const why = whyNotJoinRound(project, mustBeFree)
  if (why === 'project_in_round') throw new Refusal(why, { project: name, round: roundName ?? '' })
  if (why !== null) throw new Refusal(why, { round: name, missing: missingInWords(['applications'], language) })
}
