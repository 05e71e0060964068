import type { ProjectAttention } from '#contract/console/project.ts'
import { freePlaces, type Places, type ProjectDates } from '#rules/project/project.ts'
import { windowToApply } from '#rules/request/request.ts'

// Projects that curators should look at before it is too late.

const WEEK = 7 // days

export type ConsideredProject = ProjectDates & Places & { requestsWaiting: number }

/**
 * `empty`: the project will probably have free places. Nobody works on it and nobody has applied, although enrollment has closed, closes within
 * a week or has been open for a week; or it closes within a week with fewer applications than free places.
 * `closing`: enrollment closes within a week, nobody works on it and nobody has applied.
 */
export function attentionOf(project: ConsideredProject, today: number): ProjectAttention[] {
  const { from, to } = windowToApply(project)
  const free = freePlaces(project)
  const isOver = project.dateEnd !== null && project.dateEnd < today
  if (isOver || from > today || free === 0) return []
  const isClosing = today <= to && to < today + WEEK
  if (project.teamsWorking === 0 && project.requestsWaiting === 0) {
    if (isClosing) return ['empty', 'closing']
    return to < today || today - from >= WEEK ? ['empty'] : []
  }
  return isClosing && free !== null && project.requestsWaiting < free ? ['empty'] : []
}
