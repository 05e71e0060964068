import { enrollmentWindow, type Interval, projectInterval, type WrittenDates } from '#rules/project/project.ts'
import { datesOf } from '#rules/request/request.ts'
import { type Calendar, writeDay } from './day.ts'

// The timeline of projects: when teams can apply, and when they work.

export type Span = { from: string | null; to: string | null }

const written = ({ from, to }: Interval): Span => ({
  from: from === -Infinity ? null : writeDay(from),
  to: to === Infinity ? null : writeDay(to),
})

/** An unpublished project has a window only if it has days of its own. */
export function spansOf(project: WrittenDates & { publishedAt: Date | string | null }, calendar: Calendar) {
  const dates = datesOf({ ...project, publishedAt: project.publishedAt ?? new Date(0) }, calendar)
  const isPlanned = project.enrollmentStart !== null || project.enrollmentEnd !== null
  const window = enrollmentWindow(project.publishedAt === null ? { ...dates, published: -Infinity } : dates)
  const hasWindow = (project.publishedAt !== null || isPlanned) && window.from <= window.to
  const hasWork = dates.dateStart !== null || dates.dateEnd !== null
  return { enrollment: hasWindow ? written(window) : null, work: hasWork ? written(projectInterval(dates)) : null }
}

type Spans = { enrollment: Span | null; work: Span | null }

/** Days as text compare like days. */
export const isDuring = (span: Span | null, from: string, to: string): boolean =>
  span !== null && (span.from === null || span.from <= to) && (span.to === null || span.to >= from)

/** The day a project begins in the timeline; projects without one come last. */
export const firstDayOf = ({ enrollment, work }: Spans): string => enrollment?.from ?? work?.from ?? enrollment?.to ?? work?.to ?? '9999'

export type ScheduleEvent<P> = { day: string; what: 'enrollment_starts' | 'enrollment_ends' | 'starts' | 'ends'; project: P }

/** The days on which something begins or ends, between two days. */
export function eventsOf<P extends Spans>(projects: readonly P[], from: string, to: string): ScheduleEvent<P>[] {
  return projects
    .flatMap((project) => {
      const days = [
        { what: 'enrollment_starts', day: project.enrollment?.from },
        { what: 'starts', day: project.work?.from },
        { what: 'enrollment_ends', day: project.enrollment?.to },
        { what: 'ends', day: project.work?.to },
      ] as const
      return days.flatMap(({ what, day }) => (day && from <= day && day <= to ? [{ day, what, project }] : []))
    })
    .sort((a, b) => a.day.localeCompare(b.day))
}
