import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import { readDay } from '#rules/time/day.ts'
import { directoryToday } from '#ui/time/directory-time.ts'
import { day } from '#ui/time/format.ts'
import { futureFirstDay, lastDayToApply } from './days.ts'

// One sentence about a project's dates relative to today.

const SOON_DAYS = 14

function whileOpen(project: Project, today: string): string {
  const last = lastDayToApply(project)
  if (last === null) return t('today.open')
  const left = readDay(last)! - readDay(today)!
  if (left <= 0) return t('today.endsToday')
  if (left === 1) return t('today.endsTomorrow')
  return left <= SOON_DAYS ? t('today.endsIn', { count: left }) : t('today.openUntil', { day: day(last) })
}

export function todaysSentence(project: Project, today = directoryToday()): string {
  const { status, dateStart, dateEnd } = project
  if (status === 'open') return whileOpen(project, today)
  if (status === 'completed') return t('today.finished', { day: day(dateEnd!) })
  if (status === 'active') return dateEnd ? t('today.runsUntil', { day: day(dateEnd) }) : t('today.runsSince', { day: day(dateStart!) })
  const firstDay = futureFirstDay(project, today)
  if (firstDay !== null) return t('today.opensOn', { day: day(firstDay) })
  return dateStart ? t('today.startsOn', { day: day(dateStart) }) : t('today.announced')
}
