import { handle } from '#api/app.ts'
import { listConsoleProjects } from '#contract/console/project.ts'
import { MAX_ID } from '#contract/shared.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readPage } from '#rules/paging.ts'
import { findProjects } from './project/project-list.ts'

export default handle(listConsoleProjects, async (context) => {
  const { app, query } = context
  const faults: Parameters<typeof readPage>[1] = []
  const { page, pageSize } = readPage(query, faults, MAX_ID)
  refuseIfFaulty(faults)
  return { page, pageSize, ...(await findProjects(app.sql, context, query, pageSize, (page - 1) * pageSize)) }
})
