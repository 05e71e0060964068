import type { ProjectState } from '#contract/console/project.ts'
import type { ProjectChange } from '#contract/console/project-bulk.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { dateKeys, type ProjectValues } from '#contract/project/fields.ts'
import { readDay, writeDay } from '#rules/time/day.ts'
import { readDraft } from './draft.ts'
import { hasOtherWindow, whyNotDates, whyNotStep } from './state.ts'

// One change of many projects: what it makes of each of them, by the rules of a single change.

export const MOST_TAGS = 50

type Present = ProjectValues & { state: ProjectState; requestsWaiting: number; tags: readonly number[]; isInRound?: boolean }
type Planned = { values: ProjectValues; tags: number[]; state: ProjectState }
type Why = Extract<ErrorCode, 'invalid_dates' | 'project_in_round' | 'too_many_tags' | 'project_state' | 'requests_waiting'>

const LAST_DAY = readDay('9999-12-31')!
const FIRST_DAY = readDay('0001-01-01')!

/** The day moved by a number of days; undefined beyond the calendar. */
export function shiftedDay(day: string | null, days: number): string | null | undefined {
  if (day === null) return null
  const moved = readDay(day)! + days
  return moved < FIRST_DAY || moved > LAST_DAY ? undefined : writeDay(moved)
}

/** The project after the change, or why it cannot be changed. */
export function planChange(present: Present, change: ProjectChange): { planned: Planned; why: null } | { planned: null; why: Why } {
  const refused = (why: Why) => ({ planned: null, why })
  const { state, shiftDays, addTags = [], removeTags = [], curatorId: _, ...given } = change
  const dates = Object.fromEntries(shiftDays === undefined ? [] : dateKeys.map((key) => [key, shiftedDay(present[key], shiftDays)]))
  if (Object.values(dates).includes(undefined)) return refused('invalid_dates')
  const { values, faults } = readDraft({ ...dates, ...given }, present)
  if (faults.length > 0) return refused('invalid_dates')
  if (present.isInRound && hasOtherWindow(present, values)) return refused('project_in_round')
  if (whyNotDates(values)) return refused('invalid_dates')
  const tags = [...new Set([...present.tags, ...addTags])].filter((tag) => !removeTags.includes(tag)).sort((one, other) => one - other)
  if (tags.length > MOST_TAGS) return refused('too_many_tags')
  const why = state === undefined || state === present.state ? null : whyNotStep(present.state, state, present.requestsWaiting)
  return why ? refused(why) : { planned: { values, tags, state: state ?? present.state }, why: null }
}

type UndoFacts = {
  changedAt: Date // by the change that is undone
  updatedAt: Date // of the project now
  stateBefore: ProjectState
  state: ProjectState
  requestsWaiting: number
  teamsWorking: number
  /** Teams whose work would be resumed, but who have another project now. */
  busyTeams: number
}

/** Changed afterwards, or something happened that only the new state allowed. */
export function whyNotUndo(facts: UndoFacts): Extract<ErrorCode, 'changed_since' | 'requests_waiting'> | null {
  if (facts.updatedAt.getTime() !== facts.changedAt.getTime()) return 'changed_since'
  if (facts.state === facts.stateBefore) return null
  if (facts.state !== 'published') return facts.busyTeams > 0 ? 'changed_since' : null
  if (facts.requestsWaiting > 0) return 'requests_waiting'
  return facts.teamsWorking > 0 ? 'changed_since' : null
}
