import type { Project } from '#contract/project.ts'
import { readDay, writeDay } from '#rules/time/day.ts'

// Days of a project, without texts.

/** The last day to apply: the end of enrollment, or the day before the project starts, but never after its end. */
export function lastDayToApply({
  enrollmentEnd,
  dateStart,
  dateEnd,
}: Pick<Project, 'enrollmentEnd' | 'dateStart' | 'dateEnd'>): string | null {
  const last = enrollmentEnd ?? (dateStart === null ? null : writeDay(readDay(dateStart)! - 1))
  return last === null || (dateEnd !== null && dateEnd < last) ? dateEnd : last
}

/** The first day to apply if it is in the future. */
export const futureFirstDay = ({ enrollmentStart }: Pick<Project, 'enrollmentStart'>, today: string): string | null =>
  enrollmentStart !== null && enrollmentStart > today ? enrollmentStart : null
