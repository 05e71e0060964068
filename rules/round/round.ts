import type { ListedRound } from '#contract/console/round.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { RoundState } from '#contract/round.ts'
import { type Calendar, writeDay } from '#rules/time/day.ts'

// States of a round: computed from what happened and from the clock, like the status of a project.

export type RoundFacts = Pick<ListedRound, 'mode' | 'opensAt' | 'closesAt' | 'announcedAt' | 'sealedAt' | 'publishedAt' | 'endedAt'>

/** Instants are ISO 8601 in UTC with milliseconds: they sort like times. */
export function roundStateAt({ mode, opensAt, closesAt, announcedAt, sealedAt, publishedAt, endedAt }: RoundFacts, now: Date): RoundState {
  if (announcedAt === null) return 'draft'
  if (endedAt !== null) return 'ended'
  if (publishedAt !== null) return 'published'
  if (sealedAt !== null) return 'sealed'
  const at = now.toISOString()
  if (at < opensAt!) return 'announced'
  if (at < closesAt!) return 'open'
  return mode === 'direct' ? 'ended' : 'sealed'
}

/** Days of the window in the time zone of the directory. A window that closes at midnight ends with the day before. */
export const windowDays = (opensAt: string, closesAt: string, calendar: Calendar): { firstDay: string; lastDay: string } => ({
  firstDay: writeDay(calendar(new Date(opensAt))),
  lastDay: writeDay(calendar(new Date(Date.parse(closesAt) - 1))),
})

export type RoundChoiceCounts = { choices: number; mostChoices: number; teams: number; mostTeams: number }

/** The round that decides about applications; a project whose round is over is applied for like any other. */
export const activeRound = <T extends RoundFacts>(round: T | null, now: Date): T | null =>
  round === null || roundStateAt(round, now) === 'ended' ? null : round

/** Why a team cannot apply for a project of this round now; a ranked round has its own limit of applications. */
export function whyNotChoose(
  round: RoundFacts,
  { choices, mostChoices, teams, mostTeams }: RoundChoiceCounts,
  now: Date,
): ErrorCode | null {
  const state = roundStateAt(round, now)
  if (state === 'sealed') return 'round_sealed'
  if (state !== 'open') return 'enrollment_closed'
  if (round.mode === 'direct') return null
  if (choices >= mostChoices) return 'too_many_choices'
  return choices === 0 && teams >= mostTeams ? 'round_full' : null
}

/** It ended without results: its choices are decided like ordinary applications. */
export const isAbandoned = ({ mode, publishedAt, endedAt }: Pick<RoundFacts, 'mode' | 'publishedAt' | 'endedAt'>): boolean =>
  mode === 'ranked' && endedAt !== null && publishedAt === null

/** Why a choice cannot be edited, moved or withdrawn. Null for a request outside of a round. */
export const whyNotChangeChoice = (round: RoundFacts | null, now: Date): ErrorCode | null =>
  round !== null && !isAbandoned(round) && roundStateAt(round, now) !== 'open' ? 'round_sealed' : null

/** Why a choice cannot be decided alone: until the results of the round are published. */
export const whyNotDecideAlone = (round: RoundFacts | null): ErrorCode | null =>
  round !== null && !isAbandoned(round) && round.publishedAt === null ? 'decided_by_round' : null

/** The order must name exactly the choices of the team, each once. */
export const whyNotOrder = (choices: readonly number[], given: readonly number[]): ErrorCode | null =>
  choices.length === given.length && new Set(given).size === given.length && given.every((id) => choices.includes(id))
    ? null
    : 'choices_changed'

export type Missing = 'window' | 'project' | 'applications' | 'closed' | 'dates'

type ProjectFacts = { hasPublished: boolean; isAwaited: boolean; endsEarly?: boolean }

/**
 * What a draft still needs to be announced. `isAwaited`: ordinary applications for its projects await a decision; `endsEarly`: a project ends
 * before the window.
 */
export function missingFor(round: RoundFacts, { hasPublished, isAwaited, endsEarly = false }: ProjectFacts, now: Date): Missing[] {
  if (round.announcedAt !== null) return []
  const { opensAt, closesAt } = round
  return [
    ...(opensAt === null || closesAt === null ? (['window'] as const) : []),
    ...(closesAt !== null && closesAt <= now.toISOString() ? (['closed'] as const) : []),
    ...(hasPublished ? [] : (['project'] as const)),
    ...(isAwaited && round.mode === 'ranked' ? (['applications'] as const) : []),
    ...(endsEarly ? (['dates'] as const) : []),
  ]
}

export const roundKeys = ['name', 'slug', 'mode', 'rule', 'opensAt', 'closesAt', 'mostChoices', 'offerHours', 'bundleFor'] as const
export type RoundKey = (typeof roundKeys)[number]

/** Teams choose after it: a bundle they were told is for participants is not opened to everybody from then on. */
export const untilOpen: RoundState[] = ['draft', 'announced']
const untilSealed: RoundState[] = [...untilOpen, 'open']
const untilPublished: RoundState[] = [...untilSealed, 'sealed']

/** Projects join until the window closes. */
export const joinableIn: readonly RoundState[] = untilSealed

/** In which states curators can change what. Which projects can join and leave depends on the state, too. */
export const editableIn: Record<RoundKey, readonly RoundState[]> & { projects: readonly RoundState[] } = {
  name: [...untilPublished, 'published', 'ended'],
  slug: ['draft'],
  mode: ['draft'],
  rule: untilPublished,
  opensAt: untilOpen,
  closesAt: untilSealed,
  mostChoices: untilSealed,
  offerHours: [...untilPublished, 'published'],
  bundleFor: [...untilPublished, 'published', 'ended'],
  projects: [...untilPublished, 'published', 'ended'],
}
