import type { Language } from '#contract/language.ts'
import type { Round, RoundDetail, RoundFigures, RoundState } from '#contract/round.ts'
import { roundChangeText } from '#rules/round/change.ts'
import { roundStateAt } from '#rules/round/round.ts'
import { ruleInWords } from '#rules/text/state-texts.ts'
import type { RoundRow, StoredChange, StoredRound } from '#store/round/round.ts'

/** Of an announced round. */
export const roundView = (round: RoundRow, now: Date): Round => ({
  slug: round.slug,
  name: round.name,
  state: roundStateAt(round, now) as Exclude<RoundState, 'draft'>,
  opensAt: round.opensAt!,
  closesAt: round.closesAt!,
  mode: round.mode,
  rule: round.rule,
  seedHash: round.seedHash,
  choicesDigest: round.choicesDigest,
  projects: round.projects,
})

export function figuresOf({ places, teams, choices, results }: StoredRound): RoundFigures {
  const sum = (of: { count: number }[]): number => of.reduce((all, { count }) => all + count, 0)
  const ranked = results?.filter(({ hasPlace, rank }) => hasPlace && rank !== null) ?? []
  const last = Math.max(0, ...ranked.map(({ rank }) => rank!))
  return {
    places,
    teams,
    choices,
    placed: results && sum(results.filter(({ hasPlace }) => hasPlace)),
    unplaced: results && sum(results.filter(({ hasPlace }) => !hasPlace)),
    byRank: results && Array.from({ length: last }, (_, index) => sum(ranked.filter(({ rank }) => rank === index + 1))),
  }
}

export type ForWhom = { language: Language; timeZone: string; now: Date; isSignedIn: boolean }

export const roundDetail = (
  round: StoredRound,
  changes: StoredChange[],
  { language, timeZone, now, isSignedIn }: ForWhom,
): RoundDetail => ({
  ...roundView(round, now),
  mostChoices: round.mostChoices,
  bundleFor: round.bundleFor,
  ruleText: ruleInWords(round.rule, language),
  announcedAt: round.announcedAt!,
  publishedAt: round.publishedAt,
  endedAt: round.endedAt,
  abandonedAt: round.abandonedAt,
  figures: figuresOf(round),
  changes: changes.map(({ at, what, by }) => ({ at, what: roundChangeText(what, language, timeZone), by: isSignedIn ? by : null })),
})
