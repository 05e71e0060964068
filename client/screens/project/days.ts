import type { Project } from '#contract/project.ts'
import { readDay, writeDay } from '#rules/day.ts'

// Days of a project, without texts.

/** The last day to apply: the end of enrollment, or the day before the project starts. */
export const lastDayToApply = ({ enrollmentEnd, dateStart }: Pick<Project, 'enrollmentEnd' | 'dateStart'>): string | null =>
  enrollmentEnd ?? (dateStart === null ? null : writeDay(readDay(dateStart)! - 1))

/** The first day to apply if it is in the future. */
export const futureFirstDay = ({ enrollmentStart }: Pick<Project, 'enrollmentStart'>, today: string): string | null =>
  enrollmentStart !== null && enrollmentStart > today ? enrollmentStart : null
