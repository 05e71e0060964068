import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import { dayOf, directoryToday } from '#ui/time/directory-time.ts'
import { day } from '#ui/time/format.ts'

// The enrollment window of a project relative to today. Without rules/time/day.ts, which is not part of the first screen.

const DAY_MS = 86_400_000
const SOON_DAYS = 14
const URGENT_DAYS = 3

type Dates = Pick<Project, 'status' | 'enrollmentStart' | 'enrollmentEnd' | 'dateStart' | 'dateEnd' | 'publishedAt'>

const dayNumber = (text: string): number => Date.parse(text) / DAY_MS

/** How much of the window is left: as text, and as a share from 0 to 1 if the window has an end. Null while the project is not open. */
export type Remaining = { text: string; share: number | null; isUrgent: boolean }

export function remainingOf(project: Dates, today = directoryToday()): Remaining | null {
  if (project.status !== 'open') return null
  const { enrollmentStart, enrollmentEnd, dateStart, dateEnd, publishedAt } = project
  const end = enrollmentEnd !== null ? dayNumber(enrollmentEnd) : dateStart !== null ? dayNumber(dateStart) - 1 : Infinity
  const last = Math.min(end, dateEnd === null ? Infinity : dayNumber(dateEnd))
  if (last === Infinity) return { text: t('card.noDeadline'), share: null, isUrgent: false }
  const left = last - dayNumber(today)
  const all = last - dayNumber(enrollmentStart ?? dayOf(publishedAt)) + 1
  return {
    text:
      left <= 0
        ? t('card.lastDay')
        : left <= SOON_DAYS
          ? t('card.left', { count: left })
          : t('card.applyBy', { day: day(new Date(last * DAY_MS).toISOString().slice(0, 10)) }),
    share: Math.min(1, Math.max(0.04, (left + 1) / all)),
    isUrgent: left <= URGENT_DAYS,
  }
}
