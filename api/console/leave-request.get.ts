import { handle } from '#api/app.ts'
import { listLeaveRequests } from '#contract/console/team-formation.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { readPage } from '#rules/paging.ts'
import { listLeaveRequestRows } from '#store/team/leave-request.ts'

export default handle(listLeaveRequests, async ({ app, query }) => {
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults, Infinity)
  refuseIfFaulty(faults)
  const { status, team } = query
  const filter = { status, team: team === undefined ? undefined : readId(team) }
  return { ...(await listLeaveRequestRows(app.sql, filter, { limit: pageSize, offset: (page - 1) * pageSize })), page, pageSize }
})
