import type { Project } from '#contract/project.ts'
import { readDay } from '#rules/time/day.ts'

// The order of saved projects: what needs a decision first.

export type SavedGroup = 'open' | 'pending' | 'closed'
type Dates = Pick<Project, 'status' | 'freePlaces' | 'dateStart' | 'dateEnd' | 'enrollmentStart' | 'enrollmentEnd'>

const dayOf = (text: string | null): number => (text === null ? Infinity : (readDay(text) ?? Infinity))

// The last day to apply, as windowToApply in request.ts computes it.
const lastDay = ({ enrollmentEnd, dateStart, dateEnd }: Dates): number =>
  Math.min(enrollmentEnd === null ? dayOf(dateStart) - 1 : dayOf(enrollmentEnd), dayOf(dateEnd))

// A project that has not started yet may be full, or its enrollment may be over.
function groupOf(project: Dates, today: number): SavedGroup {
  if (project.status === 'open') return 'open'
  return project.status === 'pending' && project.freePlaces !== 0 && lastDay(project) >= today ? 'pending' : 'closed'
}

const keys: Record<SavedGroup, (project: Dates) => number> = {
  open: lastDay,
  pending: ({ enrollmentStart, dateStart }) => Math.min(dayOf(enrollmentStart), dayOf(dateStart)),
  closed: (project) => -lastDay(project),
}

/** Open ones, soonest last day first; then coming ones, soonest first; then closed ones, latest first. */
export const savedGroups = <P extends Dates>(projects: P[], today: string): { group: SavedGroup; projects: P[] }[] =>
  (Object.keys(keys) as SavedGroup[])
    .map((group) => ({
      group,
      projects: projects
        .filter((project) => groupOf(project, dayOf(today)) === group)
        .toSorted((a, b) => compare(keys[group](a), keys[group](b))),
    }))
    .filter((one) => one.projects.length > 0)

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
