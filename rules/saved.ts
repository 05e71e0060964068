import type { Project } from '#contract/project.ts'
import { readDay } from './day.ts'

// The order of saved projects: what needs a decision first.

export type SavedGroup = 'open' | 'pending' | 'closed'
type Dates = Pick<Project, 'status' | 'dateStart' | 'dateEnd' | 'enrollmentStart' | 'enrollmentEnd'>

const dayOf = (text: string | null): number => (text === null ? Infinity : (readDay(text) ?? Infinity))

const groupOf = ({ status }: Dates): SavedGroup => (status === 'open' || status === 'pending' ? status : 'closed')

// The last day to apply, as windowToApply in request.ts computes it.
const lastDay = ({ enrollmentEnd, dateStart, dateEnd }: Dates): number =>
  Math.min(enrollmentEnd === null ? dayOf(dateStart) - 1 : dayOf(enrollmentEnd), dayOf(dateEnd))

const keys: Record<SavedGroup, (project: Dates) => number> = {
  open: lastDay,
  pending: ({ enrollmentStart, dateStart }) => Math.min(dayOf(enrollmentStart), dayOf(dateStart)),
  closed: (project) => -lastDay(project),
}

/** Open ones, soonest last day first; then coming ones, soonest first; then closed ones, latest first. */
export const savedGroups = <P extends Dates>(projects: P[]): { group: SavedGroup; projects: P[] }[] =>
  (Object.keys(keys) as SavedGroup[])
    .map((group) => ({
      group,
      projects: projects.filter((project) => groupOf(project) === group).toSorted((a, b) => compare(keys[group](a), keys[group](b))),
    }))
    .filter((one) => one.projects.length > 0)

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
