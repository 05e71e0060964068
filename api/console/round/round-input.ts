import type { ApiApp } from '#api/app.ts'
import type { createRound, updateRound } from '#contract/console/round.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldFault, Language } from '#contract/errors.ts'
import type { RoundState } from '#contract/round.ts'
import { Refusal, refuseIfFaulty } from '#http/problem.ts'
import { readId } from '#rules/id.ts'
import { joinableIn, missingInWords, roundStateAt, stateInWords, windowDays } from '#rules/round.ts'
import { freeSlug, proposeSlug } from '#rules/slug.ts'
import { readName } from '#rules/text.ts'
import { findRound, lockRound, type NewRound, type StoredRound } from '#store/round.ts'
import { countTeamsBeyond, endsBefore, type JoiningProject, lockProjectsOf, setRoundOf } from '#store/round-edit.ts'
import type { AnySql } from '#store/sql.ts'

type Body = BodyOf<typeof createRound> | BodyOf<typeof updateRound>

const defaults = {
  mode: 'ranked',
  rule: 'fair',
  opensAt: null,
  closesAt: null,
  mostChoices: 5,
  offerHours: 48,
  bundleFor: 'everyone',
} as const

/** The round after the change, with the days of its window. */
export function roundFrom(body: Body, stored: NewRound | null, taken: string[], { calendar }: Pick<ApiApp, 'calendar'>) {
  const before = stored ?? { ...defaults, name: '', slug: '' }
  const name = body.name === undefined ? before.name : readName(body.name)
  if (name === null) throw new Refusal('invalid_name')
  const faults: FieldFault[] = []
  const slug = body.slug ?? (stored ? stored.slug : freeSlug(proposeSlug(name), (one) => taken.includes(one)))
  if (slug !== stored?.slug && taken.includes(slug)) faults.push({ path: 'slug', code: 'taken', params: { name: slug } })
  const time = (path: 'opensAt' | 'closesAt'): string | null => {
    const given = body[path]
    if (given === undefined) return before[path]
    if (given === null) return null
    const read = new Date(given)
    const text = Number.isNaN(read.getTime()) ? '' : read.toISOString()
    if (/^\d{4}-/.test(text)) return text
    faults.push({ path, code: 'not_a_date' }) // also years beyond four digits, which PostgreSQL cannot read
    return null
  }
  const [opensAt, closesAt] = [time('opensAt'), time('closesAt')]
  if (opensAt !== null && closesAt !== null && opensAt >= closesAt)
    faults.push({ path: 'closesAt', code: 'out_of_range', params: { expected: 'later' } })
  refuseIfFaulty(faults)
  const { mode = before.mode, rule = before.rule, mostChoices = before.mostChoices, offerHours = before.offerHours } = body
  const { bundleFor = before.bundleFor } = body
  const window = opensAt !== null && closesAt !== null ? windowDays(opensAt, closesAt, calendar) : { firstDay: null, lastDay: null }
  return { name, slug, mode, rule, opensAt, closesAt, mostChoices, offerHours, bundleFor, ...window }
}

/** An announced round has a window, and its end is not moved into the past. */
export const windowFaults = (after: Pick<NewRound, 'opensAt' | 'closesAt'>, changed: readonly string[], now: Date): FieldFault[] => [
  ...(['opensAt', 'closesAt'] as const).filter((path) => after[path] === null).map((path) => ({ path, code: 'required' as const })),
  ...(changed.includes('closesAt') && after.closesAt !== null && after.closesAt <= now.toISOString()
    ? [{ path: 'closesAt', code: 'out_of_range' as const, params: { expected: 'later' } }]
    : []),
]

/** Whether a project would be open after its end. */
export const endsEarly = async (
  sql: AnySql,
  round: Pick<NewRound, 'opensAt' | 'closesAt'> & { id: number },
  { calendar }: Pick<ApiApp, 'calendar'>,
) =>
  round.opensAt !== null &&
  round.closesAt !== null &&
  endsBefore(sql, round.id, windowDays(round.opensAt, round.closesAt, calendar).lastDay)

/** A lower number holds for all teams or for none: choices that are made are not cut. The round is locked. */
export async function refuseIfBeyond(sql: AnySql, { name, mostChoices }: NewRound, round: number): Promise<void> {
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
export function refuseUnless(round: StoredRound, states: readonly RoundState[], language: Language, now: Date): RoundState {
  const state = roundStateAt(round, now)
  const isPublishing = round.publishAt !== null
  if (isPublishing || !states.includes(state))
    throw new Refusal('round_wrong_state', { round: round.name, state: stateInWords(state, isPublishing, language) })
  return state
}

/** Projects that join and leave, as names. The round is locked. */
export async function setProjects(
  sql: AnySql,
  round: { id: number; mode: NewRound['mode']; name: string },
  given: number[],
  { state, at, language }: { state: RoundState; at: Date; language: Language },
): Promise<{ added: string[]; removed: string[] }> {
  const locked = await lockProjectsOf(sql, round.id, given)
  const found = new Map(locked.map((project) => [project.id, project]))
  const missing = given.find((id) => !found.has(id))
  if (missing !== undefined) throw new Refusal('project_not_found', { slug: missing })
  const added = [...new Set(given)].map((id) => found.get(id)!).filter((project) => project.round !== round.id)
  const removed = locked.filter((project) => project.round === round.id && !given.includes(project.id))
  if (added.length > 0 && !joinableIn.includes(state))
    throw new Refusal('round_wrong_state', { round: round.name, state: stateInWords(state, false, language) })
  for (const project of added) refuseIfNotFree(project, round.mode === 'ranked' && state !== 'draft', language)
  const stuck = state === 'open' || state === 'sealed' ? removed[0] : undefined
  if (stuck) throw new Refusal('project_in_round', { project: stuck.name, round: stuck.roundName ?? '' })
  const idsOf = (projects: JoiningProject[]): number[] => projects.map(({ id }) => id)
  await setRoundOf(sql, idsOf(added), round.id, at)
  await setRoundOf(sql, idsOf(removed), null, at)
  const namesOf = (projects: JoiningProject[]): string[] => projects.map(({ name }) => name)
  return { added: namesOf(added), removed: namesOf(removed) }
}

// A project whose round is over may join another one.
function refuseIfNotFree({ name, round, roundName, isRoundOver, waiting }: JoiningProject, hasToBeFree: boolean, language: Language): void {
  if (round !== null && !isRoundOver) throw new Refusal('project_in_round', { project: name, round: roundName ?? '' })
  if (hasToBeFree && waiting > 0)
    throw new Refusal('round_incomplete', { round: name, missing: missingInWords(['applications'], language) })
}
