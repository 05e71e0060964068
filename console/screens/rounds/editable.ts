import { type ConsoleRound, createRound, getConsoleRound, updateRound } from '#contract/console/round.ts'
import type { BundleReaders, PlacementRule, RoundMode } from '#contract/round.ts'
import { versioned } from '#ui/form/versioned.ts'
import { call } from '#ui/server/api.ts'
import { cacheAnswer, readNow } from '#ui/server/if-match.ts'
import { instantOf, wallClock } from '#ui/time/directory-time.ts'
import { at } from './labels.tsx'

// The form of a round. Times are in the time zone of the directory.

export type FormProject = { id: number; name: string }
export type RoundForm = {
  name: string
  slug: string
  mode: RoundMode
  rule: PlacementRule
  opensAt: string
  closesAt: string
  mostChoices: string
  offerHours: string
  bundleFor: BundleReaders
  projects: FormProject[]
}

const localTime = (instant: string | null): string => (instant === null ? '' : wallClock(instant))
const momentOf = (local: string): string | null => (local === '' ? null : new Date(instantOf(local)).toISOString())

const bodyOf = (form: RoundForm) => ({
  name: form.name,
  slug: form.slug.trim() || null,
  mode: form.mode,
  rule: form.rule,
  opensAt: momentOf(form.opensAt),
  closesAt: momentOf(form.closesAt),
  mostChoices: Number(form.mostChoices),
  offerHours: Number(form.offerHours),
  bundleFor: form.bundleFor,
  projects: form.projects.map(({ id }) => id),
})

const cached = (round: ConsoleRound): ConsoleRound => {
  cacheAnswer(getConsoleRound, at(round), round)
  return round
}

export const editableRound = versioned<ConsoleRound, RoundForm>({
  formOf: (round) => ({
    name: round?.name ?? '',
    slug: round?.slug ?? '',
    mode: round?.mode ?? 'ranked',
    rule: round?.rule ?? 'fair',
    opensAt: localTime(round?.opensAt ?? null),
    closesAt: localTime(round?.closesAt ?? null),
    mostChoices: String(round?.mostChoices ?? 5),
    offerHours: String(round?.offerHours ?? 48),
    bundleFor: round?.bundleFor ?? 'everyone',
    projects: (round?.projects ?? []).map(({ id, name }) => ({ id, name })),
  }),
  read: (round) => readNow(getConsoleRound, at(round)),
  // Only what was changed: a time of the store has seconds.
  write: async (round, form, base, headers) => {
    const former = bodyOf(base)
    const changed = Object.entries(bodyOf(form)).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(former[key as 'name']))
    return cached(await call(updateRound, { ...at(round), body: Object.fromEntries(changed), headers }))
  },
  create: async (form) => cached(await call(createRound, { body: bodyOf(form) })),
  fieldOf: { invalid_name: 'name', project_in_round: 'projects', project_not_found: 'projects', round_incomplete: 'projects' },
})
