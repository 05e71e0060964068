import type { WrittenDates } from '#rules/project/project.ts'
import { type Calendar, DAY_MS, readDay, writeDay } from '#rules/time/day.ts'

// Figures of the console overview, by the calendar of the directory.

export const SOON_DAYS = 14
export const FIGURE_DAYS = 30
export const FIGURE_WEEKS = 8
const MOST_WANTED = 10
const HOUR_MS = 3_600_000

/** Lower bound for a query of the last days: one day more, because days start earlier in other time zones. */
export const daysBack = (now: Date, days: number): Date => new Date(now.getTime() - (days + 1) * DAY_MS)

const isRecent = (day: number, today: number, days: number): boolean => day <= today && day > today - days

/** Counts per day for the last days, including zeros. */
export function countsByDay(instants: readonly Date[], calendar: Calendar, today: number): { day: string; count: number }[] {
  const counts = new Map<number, number>()
  for (const instant of instants) counts.set(calendar(instant), (counts.get(calendar(instant)) ?? 0) + 1)
  return Array.from({ length: FIGURE_DAYS }, (_, index) => today - FIGURE_DAYS + 1 + index).map((day) => ({
    day: writeDay(day),
    count: counts.get(day) ?? 0,
  }))
}

export type ProjectRequest = { at: Date; projectId: number; projectName: string; isWaiting: boolean }

/** The projects with the most requests in the last days; ties by requests awaiting a decision. */
export function mostRequested(requests: readonly ProjectRequest[], calendar: Calendar, today: number) {
  const projects = new Map<number, { id: number; name: string; count: number; waiting: number }>()
  for (const { at, projectId: id, projectName: name, isWaiting } of requests) {
    if (!isRecent(calendar(at), today, FIGURE_DAYS)) continue
    const project = projects.get(id) ?? { id, name, count: 0, waiting: 0 }
    projects.set(id, { ...project, count: project.count + 1, waiting: project.waiting + Number(isWaiting) })
  }
  return [...projects.values()]
    .sort((a, b) => b.count - a.count || b.waiting - a.waiting || a.name.localeCompare(b.name) || a.id - b.id)
    .slice(0, MOST_WANTED)
}

/** The Monday of that week. 1 January 1970 was a Thursday. */
export const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Median hours from request to decision, by week of the decision. */
export function answerHours(answers: readonly { askedAt: Date; decidedAt: Date }[], calendar: Calendar, today: number) {
  const thisWeek = mondayOf(today)
  return Array.from({ length: FIGURE_WEEKS }, (_, index) => thisWeek - (FIGURE_WEEKS - 1 - index) * 7).map((week) => {
    const hours = answers
      .filter(({ decidedAt }) => mondayOf(calendar(decidedAt)) === week)
      .map(({ askedAt, decidedAt }) => Math.max(0, decidedAt.getTime() - askedAt.getTime()) / HOUR_MS)
    const median = medianOf(hours)
    return { week: writeDay(week), median: median === null ? null : Math.round(median * 10) / 10, count: hours.length }
  })
}

const events = [
  ['enrollment_starts', 'enrollmentStart'],
  ['starts', 'dateStart'],
  ['enrollment_ends', 'enrollmentEnd'],
  ['ends', 'dateEnd'],
] as const

/** Upcoming starts and ends, the nearest first, including today. */
export function comingUp<P extends WrittenDates>(projects: readonly P[], today: number) {
  return projects
    .flatMap((project) =>
      events.flatMap(([what, key]) => {
        const day = project[key] === null ? undefined : readDay(project[key])
        return day !== undefined && day >= today && day <= today + SOON_DAYS ? [{ day: writeDay(day), what, project }] : []
      }),
    )
    .sort((a, b) => a.day.localeCompare(b.day))
}

/** Counts only projects with a team limit. */
export function placesTaken(projects: readonly { teamLimit: number | null; teamsWorking: number }[]) {
  const limited = projects.filter(({ teamLimit }) => teamLimit !== null)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    taken: sum(limited.map(({ teamLimit, teamsWorking }) => Math.min(teamLimit!, teamsWorking))),
    all: sum(limited.map(({ teamLimit }) => teamLimit!)),
    isLimited: limited.length > 0,
  }
}
