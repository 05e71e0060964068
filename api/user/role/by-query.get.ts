import { handle } from '#api/app.ts'
import type { FieldFault } from '#contract/errors.ts'
import { findRoles } from '#contract/user.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readCount } from '#rules/paging.ts'

export default handle(findRoles, ({ app, params, query }) => {
  const faults: FieldFault[] = []
  const limit = readCount('limit', query.limit, 5, 50, faults)
  refuseIfFaulty(faults)
  return app.catalog.roles(params.query, limit)
})
