import type { RoundInput, RoundValues } from '#contract/console/round.ts'
import type { FieldFault } from '#contract/errors.ts'
import { proposeSlug } from '#rules/text/slug.ts'
import { readName } from '#rules/text/text.ts'
import type { Calendar } from '#rules/time/day.ts'
import { windowDays } from './round.ts'

// What curators give for a round, in the console and in a sheet.

/** Of a new round. */
export const defaultRound: Omit<RoundValues, 'name' | 'slug'> = {
  mode: 'ranked',
  rule: 'fair',
  opensAt: null,
  closesAt: null,
  mostChoices: 5,
  offerHours: 48,
  bundleFor: 'everyone',
}

/** 1000 to 9998: the days of the window have four digits in every time zone. */
const YEAR = /^(?!9999)[1-9]\d{3}-/

/** `free`: the proposal, or one like it that no round has. */
export type RoundSlugs = { isTaken(slug: string): boolean; free(proposal: string): string }

/** The round after the change. `isNamed`: false if the name is refused. */
export function readRound(
  draft: RoundInput,
  stored: RoundValues | null,
  slugs: RoundSlugs,
): { round: RoundValues; faults: FieldFault[]; isNamed: boolean } {
  const before = stored ?? { ...defaultRound, name: '', slug: '' }
  const name = draft.name === undefined && stored ? before.name : readName(draft.name ?? '')
  const faults: FieldFault[] = []
  const slug = draft.slug ?? (stored ? stored.slug : slugs.free(proposeSlug(name ?? '')))
  if (slug !== stored?.slug && slugs.isTaken(slug)) faults.push({ path: 'slug', code: 'taken', params: { name: slug } })
  const time = (path: 'opensAt' | 'closesAt'): string | null => {
    const given = draft[path]
    if (given === undefined) return before[path]
    if (given === null) return null
    const read = new Date(given)
    const text = Number.isNaN(read.getTime()) ? '' : read.toISOString()
    if (YEAR.test(text)) return text
    faults.push({ path, code: 'not_a_date' })
    return null
  }
  const [opensAt, closesAt] = [time('opensAt'), time('closesAt')]
  if (opensAt !== null && closesAt !== null && opensAt >= closesAt)
    faults.push({ path: 'closesAt', code: 'out_of_range', params: { expected: 'later' } })
  const { mode = before.mode, rule = before.rule, mostChoices = before.mostChoices, offerHours = before.offerHours } = draft
  const { bundleFor = before.bundleFor } = draft
  const round = { name: name ?? '', slug, mode, rule, opensAt, closesAt, mostChoices, offerHours, bundleFor }
  return { round, faults, isNamed: name !== null }
}

/** The round with the days of its window. */
export const withWindow = (round: RoundValues, calendar: Calendar) => ({
  ...round,
  ...(round.opensAt !== null && round.closesAt !== null
    ? windowDays(round.opensAt, round.closesAt, calendar)
    : { firstDay: null, lastDay: null }),
})

export type JoiningFacts = { id: number; round: number | null; isRoundOver: boolean; waiting: number }

/** What a list of projects changes in a round. `present`: at least these projects and those of the round. */
export function joiningOf<P extends JoiningFacts>(
  round: number | null,
  given: readonly number[],
  present: readonly P[],
): { added: P[]; removed: P[]; missing: number | undefined } {
  const listed = new Set(given)
  const known = new Map(present.map((project) => [project.id, project]))
  return {
    added: [...listed].flatMap((id) => known.get(id) ?? []).filter((project) => round === null || project.round !== round),
    removed: present.filter((project) => round !== null && project.round === round && !listed.has(project.id)),
    missing: given.find((id) => !known.has(id)),
  }
}

/** A project whose round is over may join another one. `mustBeFree`: of applications that await a decision. */
export function whyNotJoinRound(
  { round, isRoundOver, waiting }: JoiningFacts,
  mustBeFree: boolean,
): 'project_in_round' | 'round_incomplete' | null {
  if (round !== null && !isRoundOver) return 'project_in_round'
  return mustBeFree && waiting > 0 ? 'round_incomplete' : null
}
