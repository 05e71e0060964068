import { handle } from '#api/app.ts'
import { listConsoleProjects } from '#contract/console/project.ts'
import { MAX_ID } from '#contract/shared.ts'
import { refuseIfFaulty } from '#http/problem.ts'
import { readPage } from '#rules/paging.ts'
import { readResponsible } from '#rules/responsibility.ts'
import { readText } from '#rules/text.ts'
import { countByState, listConsoleRows } from '#store/console-project.ts'
import { projectAttention, projectListView } from './project/project-input.ts'

export default handle(listConsoleProjects, async ({ app, caller, query }) => {
  const faults: Parameters<typeof readPage>[1] = []
  const { page, pageSize } = readPage(query, faults, MAX_ID)
  refuseIfFaulty(faults)
  const { status, attention } = query
  const tag = query.tag === undefined ? null : Math.min(Number(query.tag), MAX_ID)
  const words = (readText(query.text) ?? '').split(/\s+/).filter(Boolean)
  const curator = readResponsible({ mine: query.mine, id: query.curatorId }, caller.id)
  const sort = query.sort ?? 'changed'
  const offset = (page - 1) * pageSize
  const counts = await countByState(app.sql, { words, tag, curator })
  const answer = { page, pageSize, counts }
  if (status === undefined && attention === undefined) {
    const rows = await listConsoleRows(app.sql, { words, tag, curator, state: query.state ?? null }, sort, { limit: pageSize, offset })
    const total = query.state ? counts[query.state] : Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { ...answer, projects: rows.map((row) => projectListView(row, app)), total }
  }
  // Only published projects have a status or need attention. Both depend on the day and are not stored, so all of them are read and filtered here.
  const isPossible = query.state === undefined || query.state === 'published'
  const rows = isPossible ? await listConsoleRows(app.sql, { words, tag, curator, state: 'published' }, sort, null) : []
  const matching = rows
    .filter((row) => attention === undefined || projectAttention(row, app).includes(attention))
    .map((row) => projectListView(row, app))
    .filter((project) => status === undefined || project.status === status)
  return { ...answer, projects: matching.slice(offset, offset + pageSize), total: matching.length }
})
