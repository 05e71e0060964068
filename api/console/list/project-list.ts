import { projectAttention, projectListView } from '#api/view/project-view.ts'
import type { exportProjects } from '#contract/console/list-export.ts'
import type { ListedProject, ProjectState } from '#contract/console/project.ts'
import { MOST_BULK } from '#contract/console/project-bulk.ts'
import { choiceKeys } from '#contract/project/choices.ts'
import { picked } from '#contract/project/fields.ts'
import { MAX_ID } from '#contract/shared.ts'
import type { AnySql } from '#database/sql.ts'
import type { Part } from '#http/request/page.ts'
import { Refusal } from '#http/response/problem.ts'
import { readResponsible } from '#rules/request/responsibility.ts'
import { readText } from '#rules/text/text.ts'
import { countByState, listConsoleRows } from '#store/project/console.ts'
import type { ListContext, ListQuery } from './list-answer.ts'

// The list of projects: for its page, exports and bulk changes.

export type ProjectQuery = ListQuery<typeof exportProjects>
type Found = { projects: ListedProject[]; total: number; counts: Record<ProjectState, number> }

export async function findProjects(
  sql: AnySql,
  { app, caller }: Pick<ListContext, 'app' | 'caller'>,
  query: ProjectQuery,
  part: Part,
): Promise<Found> {
  const { status, attention, sort = 'changed', order } = query
  const words = (readText(query.text) ?? '').split(/\s+/).filter(Boolean)
  const tag = query.tag === undefined ? null : Math.min(Number(query.tag), MAX_ID)
  const curator = readResponsible({ mine: query.mine, id: query.curatorId }, caller.id)
  const filter = { words, tag, curator, choices: picked(query, choiceKeys), ids: query.ids ?? null }
  const counts = await countByState(sql, filter)
  if (status === undefined && attention === undefined) {
    const rows = await listConsoleRows(sql, { ...filter, state: query.state ?? null }, { sort, order }, part)
    const total = query.state ? counts[query.state] : Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { projects: rows.map((row) => projectListView(row, app)), total, counts }
  }
  // Only published projects have a status or need attention. Both depend on the day and are not stored, so all of them are read and filtered here.
  const isPossible = query.state === undefined || query.state === 'published'
  const rows = isPossible ? await listConsoleRows(sql, { ...filter, state: 'published' }, { sort, order }, null) : []
  const matching = rows
    .filter((row) => attention === undefined || projectAttention(row, app).includes(attention))
    .map((row) => projectListView(row, app))
    .filter((project) => status === undefined || project.status === status)
  return { projects: matching.slice(part.offset, part.offset + part.limit), total: matching.length, counts }
}

/** The given projects, or those of the filter. */
export async function selectedIds(
  sql: AnySql,
  context: Pick<ListContext, 'app' | 'caller'>,
  { ids, filter }: { ids?: number[]; filter?: ProjectQuery },
): Promise<number[]> {
  if (ids) return [...new Set(ids)]
  const { projects, total } = await findProjects(sql, context, filter!, { limit: MOST_BULK, offset: 0 })
  if (total > MOST_BULK) throw new Refusal('too_many_rows', { count: total, most: MOST_BULK })
  return projects.map(({ id }) => id)
}
