import { t } from '#console/texts.ts'
import type { ConsoleProject } from '#contract/console/project.ts'
import { enrollmentWindow, type ProjectDates, statusOf } from '#rules/project/project.ts'
import { readDay, writeDay } from '#rules/time/day.ts'
import { dayOf, directoryToday } from '#ui/time/directory-time.ts'
import { day } from '#ui/time/format.ts'
import type { Form, FormKey } from './form.ts'

// Explains what the entered dates mean.

const read = (text: string): number | null => (text === '' ? null : (readDay(text) ?? null))

function datesOf(form: Form, project: ConsoleProject | null, today: number): ProjectDates {
  return {
    dateStart: read(form.dateStart),
    dateEnd: read(form.dateEnd),
    enrollmentStart: read(form.enrollmentStart),
    enrollmentEnd: read(form.enrollmentEnd),
    published: project?.publishedAt ? readDay(dayOf(project.publishedAt))! : today,
  }
}

/** The first field with an impossible date, and why. */
export function wrongDate(form: Form): { key: FormKey; text: string } | null {
  const isAfter = (one: string, other: string) => one !== '' && other !== '' && one > other
  if (isAfter(form.enrollmentStart, form.enrollmentEnd)) return { key: 'enrollmentEnd', text: t('projects.endsBeforeStart') }
  if (isAfter(form.dateStart, form.dateEnd)) return { key: 'dateEnd', text: t('projects.endsBeforeStart') }
  if (isAfter(form.enrollmentEnd, form.dateEnd)) return { key: 'enrollmentEnd', text: t('projects.enrollsAfterEnd') }
  return null
}

const dayName = (number: number) => day(writeDay(number))

export function meaningOf(form: Form, project: ConsoleProject | null, today = readDay(directoryToday())!): string {
  const dates = datesOf(form, project, today)
  const teamLimit = form.teamLimit === '' ? null : Number(form.teamLimit)
  const places = { teamLimit, teamsWorking: project?.teamsWorking ?? 0 }
  const { from, to } = enrollmentWindow(dates)
  switch (statusOf({ ...dates, ...places }, today)) {
    case 'completed':
      return t('projects.meansFinished', { day: dayName(dates.dateEnd!) })
    case 'open':
      return to === Infinity ? t('projects.meansOpen') : t('projects.meansOpenUntil', { day: dayName(to) })
    case 'active':
      return dates.dateEnd === null
        ? t('projects.meansRunning', { day: dayName(dates.dateStart!) })
        : t('projects.meansRunningUntil', { day: dayName(dates.dateEnd) })
    default:
      if (from > today && from <= to) return t('projects.meansOpens', { day: dayName(from) })
      if (dates.dateStart !== null && dates.dateStart > today) return t('projects.meansStarts', { day: dayName(dates.dateStart) })
      return t('projects.meansAnnounced')
  }
}
