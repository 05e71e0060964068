import { handle } from '#api/app.ts'
import { listConsoleRequests } from '#contract/console/request.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/problem.ts'
import { readPage } from '#rules/paging.ts'
import { readResponsible } from '#rules/responsibility.ts'
import { readText } from '#rules/text.ts'
import { listReviewRequests } from '#store/review-request.ts'
import { reviewView } from './request/review-view.ts'

export default handle(listConsoleRequests, async ({ app, caller, query, language }) => {
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults, Infinity)
  refuseIfFaulty(faults)
  const { status, project } = query
  const reviewer = readResponsible({ mine: query.mine, id: query.reviewerId }, caller.id)
  const filter = { status, project, team: query.team === undefined ? undefined : Number(query.team), text: readText(query.text), reviewer }
  const part = { limit: pageSize, offset: (page - 1) * pageSize }
  const { requests, counts } = await listReviewRequests(app.sql, filter, part)
  const total = status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[status]
  return { requests: requests.map((one) => reviewView(one, language, app)), total, page, pageSize, counts }
})
