import { handle } from '#api/app.ts'
import { listConsoleRequests } from '#contract/console/request.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readPage } from '#rules/paging.ts'
import { findRequests } from './list/lists.ts'

export default handle(listConsoleRequests, async (context) => {
  const { app, query } = context
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults, Infinity)
  refuseIfFaulty(faults)
  return { page, pageSize, ...(await findRequests(app.sql, context, query, { limit: pageSize, offset: (page - 1) * pageSize })) }
})
