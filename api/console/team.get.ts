import { handle } from '#api/app.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readPage } from '#rules/paging.ts'
import { findTeams } from './list/lists.ts'

export default handle(listConsoleTeams, async (context) => {
  const { app, query } = context
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults)
  refuseIfFaulty(faults)
  return { page, pageSize, ...(await findTeams(app.sql, context, query, { limit: pageSize, offset: (page - 1) * pageSize })) }
})
