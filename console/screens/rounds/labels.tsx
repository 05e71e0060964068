import { t } from '#console/texts.ts'
import type { ConsoleRound, ListedRound } from '#contract/console/round.ts'
import type { RoundForecast } from '#contract/console/round-placing.ts'
import { language } from '#ui/settings.ts'
import { count, deadline, moment } from '#ui/time/format.ts'

// Texts and small functions that several parts of the round page share.

export const RoundBadge = ({ round: { state } }: { round: Pick<ListedRound, 'state'> }) => (
  <span class={`badge badge-round-${state}`}>{t(`rounds.state.${state}`)}</span>
)

export const windowText = ({ opensAt, closesAt }: Pick<ListedRound, 'opensAt' | 'closesAt'>): string =>
  opensAt === null || closesAt === null ? t('rounds.noWindow') : t('rounds.window', { from: moment(opensAt), to: deadline(closesAt) })

export const placesText = (places: number | null): string => (places === null ? t('rounds.project.unlimited') : count(places))

export const at = ({ id }: { id: number }) => ({ params: { id: String(id) } })

/** Names of projects by slug. */
export const projectNamesOf = ({ projects }: ConsoleRound): ((slug: string) => string) => {
  const names = new Map(projects.map(({ slug, name }) => [slug, name]))
  return (slug) => names.get(slug) ?? slug
}

/** Names of the teams of a forecast by id. */
export const teamNamesOf = ({ odds }: RoundForecast): ((id: number) => string) => {
  const names = new Map(odds.teams.map(({ team, name }) => [team, name]))
  return (id) => names.get(id) ?? String(id)
}

/** Somebody has seen a draft of the results: later changes are published as such. */
export const isLookedAt = ({ draft, changes }: ConsoleRound): boolean => draft !== null || changes.some(({ isAfterLook }) => isAfterLook)

/** Marks and locks can change. */
export const isReviewable = ({ state, mode, publishAt }: ConsoleRound): boolean =>
  mode === 'ranked' && publishAt === null && (state === 'open' || state === 'sealed')

/** With one decimal. */
export const decimal = (value: number): string => new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 }).format(value)

export const percent = (part: number, whole: number): string => {
  const rounded = whole === 0 ? 0 : Math.round((100 * part) / whole)
  return t('rounds.odds.percent', { percent: part > 0 && rounded === 0 ? '<1' : String(rounded) })
}

export const range = ({ least, most }: { least: number; most: number }): string =>
  least === most ? count(least) : `${count(least)}–${count(most)}`
