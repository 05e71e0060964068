import { t } from '#client/texts/index.ts'
import type { Project } from '#contract/project.ts'
import { readDay, writeDay } from '#rules/day.ts'
import { day } from '#ui/format.ts'

// One sentence about a project's dates relative to today.

const SOON_DAYS = 14

export function todayHere(now = new Date()): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 10)
}

/** The last day to apply: the end of enrollment, or the day before the project starts. */
export const lastDayToApply = ({ enrollmentEnd, dateStart }: Pick<Project, 'enrollmentEnd' | 'dateStart'>): string | null =>
  enrollmentEnd ?? (dateStart === null ? null : writeDay(readDay(dateStart)! - 1))

/** The first day to apply if it is in the future. */
export const futureFirstDay = ({ enrollmentStart }: Pick<Project, 'enrollmentStart'>, today = todayHere()): string | null =>
  enrollmentStart !== null && enrollmentStart > today ? enrollmentStart : null

function whileOpen(project: Project, today: string): string {
  const last = lastDayToApply(project)
  if (last === null) return t('today.open')
  const left = readDay(last)! - readDay(today)!
  if (left <= 0) return t('today.endsToday')
  if (left === 1) return t('today.endsTomorrow')
  return left <= SOON_DAYS ? t('today.endsIn', { count: left }) : t('today.openUntil', { day: day(last) })
}

export function todaysSentence(project: Project, today = todayHere()): string {
  const { status, dateStart, dateEnd } = project
  if (status === 'open') return whileOpen(project, today)
  if (status === 'completed') return t('today.finished', { day: day(dateEnd!) })
  if (status === 'active') return dateEnd ? t('today.runsUntil', { day: day(dateEnd) }) : t('today.runsSince', { day: day(dateStart!) })
  const firstDay = futureFirstDay(project, today)
  if (firstDay !== null) return t('today.opensOn', { day: day(firstDay) })
  return dateStart ? t('today.startsOn', { day: day(dateStart) }) : t('today.announced')
}
