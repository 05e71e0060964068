import type { dateKeys, ProjectValues } from '#contract/project/fields.ts'
import type { ProjectStatus } from '#contract/project.ts'
import { normalised } from '#rules/text/text.ts'

/** The dates of a project as YYYY-MM-DD. */
export type WrittenDates = Pick<ProjectValues, (typeof dateKeys)[number]>

// Days as integers (rules/time/day.ts); null = unknown.
export type ProjectDates = {
  dateStart: number | null
  dateEnd: number | null
  enrollmentStart: number | null
  enrollmentEnd: number | null
  published: number
}
export type Places = { teamLimit: number | null; teamsWorking: number }
export type Interval = { from: number; to: number }

export const freePlaces = ({ teamLimit, teamsWorking }: Places): number | null =>
  teamLimit === null ? null : Math.max(0, teamLimit - teamsWorking)

export const projectInterval = (dates: ProjectDates): Interval => ({ from: dates.dateStart ?? -Infinity, to: dates.dateEnd ?? Infinity })

// Without dates of its own, enrollment runs from publication to the day before the start.
export const enrollmentWindow = (dates: ProjectDates): Interval => ({
  from: dates.enrollmentStart ?? dates.published,
  to: dates.enrollmentEnd ?? (dates.dateStart === null ? Infinity : dates.dateStart - 1),
})

export const includesDay = (interval: Interval, day: number): boolean => interval.from <= day && day <= interval.to

export const overlaps = (a: Interval, b: Interval): boolean => a.from <= a.to && b.from <= b.to && a.from <= b.to && b.from <= a.to

export const isRunning = (dates: ProjectDates, today: number): boolean =>
  dates.dateStart !== null && dates.dateStart <= today && today <= (dates.dateEnd ?? Infinity)

export function statusOf(project: ProjectDates & Places, today: number): ProjectStatus {
  if (project.dateEnd !== null && project.dateEnd < today) return 'completed'
  if (includesDay(enrollmentWindow(project), today) && freePlaces(project) !== 0) return 'open'
  if (project.dateStart !== null && project.dateStart <= today) return 'active'
  return 'pending'
}

/** The status is "upcoming" on the wire, but there is nothing to wait for: all places are taken. */
export const isFull = ({ status, freePlaces }: { status: ProjectStatus | null; freePlaces?: number | null }): boolean =>
  status === 'pending' && freePlaces === 0

const LONG = 1e9 // days; longer than any interval
const ranks: Record<ProjectStatus, number> = { open: 0, active: 1, pending: 2, completed: 3 }

/** Sort key of the recommended order: open ones by their deadline, then running, announced and finished ones, the nearest first. */
export function recommendedKey(status: ProjectStatus, dates: ProjectDates): number {
  const { dateStart, dateEnd, enrollmentStart } = dates
  const day = {
    open: enrollmentWindow(dates).to,
    active: -(dateStart ?? 0),
    pending: enrollmentStart ?? dateStart ?? Infinity,
    completed: -(dateEnd ?? 0),
  }[status]
  return ranks[status] * 4 * LONG + Math.max(-LONG, Math.min(LONG, day))
}

// Sort key for both alphabets: ignores case, and ё = е.
export const nameKey = (name: string): string => normalised(name).toLowerCase().replaceAll('ё', 'е')

/** Key for equality of names: ignores case, ё and white space. */
export const matchKey = (name: string): string => nameKey(name).trim().replace(/\s+/g, ' ')
