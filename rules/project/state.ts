import type { ProjectState } from '#contract/console/project.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { readDay } from '#rules/time/day.ts'
import type { WrittenDates } from './project.ts'

// State machine of a project.

const steps: Record<ProjectState, readonly ProjectState[]> = {
  draft: ['published'],
  published: ['archived', 'withdrawn'],
  archived: ['published'],
  withdrawn: ['draft'],
}

export const nextStates = (state: ProjectState): readonly ProjectState[] => steps[state]

/** The outcome of the teams' assignments; null when they continue. */
export const outcomeOf = (wanted: ProjectState): 'finished' | 'left' | null =>
  wanted === 'archived' ? 'finished' : wanted === 'withdrawn' ? 'left' : null

export function whyNotStep(
  state: ProjectState,
  wanted: ProjectState,
  requestsWaiting: number,
): (ErrorCode & ('project_state' | 'requests_waiting')) | null {
  if (!steps[state].includes(wanted)) return 'project_state'
  return outcomeOf(wanted) !== null && requestsWaiting > 0 ? 'requests_waiting' : null
}

/** Transitions by import: neither to nor from withdrawn, and no assignment ends. */
export function whyNotImportStep(state: ProjectState, wanted: ProjectState, isBusy: boolean): ReturnType<typeof whyNotStep> {
  if (state === 'withdrawn' || wanted === 'withdrawn') return 'project_state'
  return whyNotStep(state, wanted, Number(isBusy))
}

export type Use = { state: ProjectState; wasPublished: boolean; teams: number; requests: number; results: number }

/** Only drafts that were never published and have no teams, requests or results can be deleted. */
export const whyNotRemove = ({ state, wasPublished, teams, requests, results }: Use): ErrorCode | null =>
  state !== 'draft' || wasPublished || teams > 0 || requests > 0 || results > 0 ? 'project_in_use' : null

const isAfter = (one: string | null, other: string | null): boolean => one !== null && other !== null && readDay(one)! > readDay(other)!

/** The date that is inconsistent with another one. */
export function misplacedDate({ dateStart, dateEnd, enrollmentStart, enrollmentEnd }: WrittenDates): keyof WrittenDates | null {
  if (isAfter(dateStart, dateEnd)) return 'dateEnd'
  return isAfter(enrollmentStart, enrollmentEnd) || isAfter(enrollmentEnd, dateEnd) ? 'enrollmentEnd' : null
}

export const whyNotDates = (dates: WrittenDates): ErrorCode | null => (misplacedDate(dates) === null ? null : 'invalid_dates')

/** Projects in a round have its window. */
export const hasOtherWindow = (one: WrittenDates, other: WrittenDates): boolean =>
  one.enrollmentStart !== other.enrollmentStart || one.enrollmentEnd !== other.enrollmentEnd
