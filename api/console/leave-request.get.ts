import { handle } from '#api/app.ts'
import { listLeaveRequests } from '#contract/console/team-formation.ts'
import { pageOf } from '#http/request/page.ts'
import { readId } from '#rules/id.ts'
import { listLeaveRequestRows } from '#store/team/leave-request.ts'

export default handle(listLeaveRequests, async ({ app, query }) => {
  const { page, part } = pageOf(query)
  const { status, team } = query
  const filter = { status, team: team === undefined ? undefined : readId(team) }
  return { ...(await listLeaveRequestRows(app.sql, filter, part)), ...page }
})
