import type { ProjectState } from '#contract/console/project.ts'
import type { ErrorCode, Language } from '#contract/errors.ts'
import { readDay } from './day.ts'
import type { WrittenDates } from './project.ts'

// Where a project stands and where it can go from there.

const steps: Record<ProjectState, readonly ProjectState[]> = {
  draft: ['published'],
  published: ['archived', 'withdrawn'],
  archived: ['published'],
  withdrawn: ['draft'],
}

export const nextStates = (state: ProjectState): readonly ProjectState[] => steps[state]

/** What becomes of the work of its teams; null when it goes on. */
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

/** The same for a step an import makes: it neither withdraws projects nor brings them back, and ends no team's work. */
export function whyNotImportStep(state: ProjectState, wanted: ProjectState, isBusy: boolean): ReturnType<typeof whyNotStep> {
  if (state === 'withdrawn' || wanted === 'withdrawn') return 'project_state'
  return whyNotStep(state, wanted, Number(isBusy))
}

export type Use = { state: ProjectState; wasPublished: boolean; teams: number; requests: number; results: number }

/** Only what nobody has ever seen or built on can go without a trace. */
export const whyNotRemove = ({ state, wasPublished, teams, requests, results }: Use): ErrorCode | null =>
  state !== 'draft' || wasPublished || teams > 0 || requests > 0 || results > 0 ? 'project_in_use' : null

const isAfter = (one: string | null, other: string | null): boolean => one !== null && other !== null && readDay(one)! > readDay(other)!

/** The date that contradicts another one. */
export function misplacedDate({ dateStart, dateEnd, enrollmentStart, enrollmentEnd }: WrittenDates): keyof WrittenDates | null {
  if (isAfter(dateStart, dateEnd)) return 'dateEnd'
  return isAfter(enrollmentStart, enrollmentEnd) || isAfter(enrollmentEnd, dateEnd) ? 'enrollmentEnd' : null
}

export const whyNotDates = (dates: WrittenDates): ErrorCode | null => (misplacedDate(dates) === null ? null : 'invalid_dates')

const standing: Record<ProjectState, Record<Language, string>> = {
  draft: { en: 'a draft', ru: 'черновик' },
  published: { en: 'published', ru: 'опубликован' },
  archived: { en: 'archived', ru: 'в архиве' },
  withdrawn: { en: 'unpublished', ru: 'снят с публикации' },
}
const becoming: Record<ProjectState, Record<Language, string>> = {
  draft: { en: 'a draft', ru: 'черновиком' },
  published: { en: 'published', ru: 'опубликованным' },
  archived: { en: 'archived', ru: 'архивным' },
  withdrawn: { en: 'unpublished', ru: 'снятым с публикации' },
}

/** For the sentence that refuses a step. */
export const stepInWords = (state: ProjectState, wanted: ProjectState, language: Language) => ({
  state: standing[state][language],
  wanted: becoming[wanted][language],
})
