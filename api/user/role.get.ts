import { handle } from '#api/app.ts'
import type { FieldFault } from '#contract/errors.ts'
import { listRoles } from '#contract/user.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readCount } from '#rules/paging.ts'

export default handle(listRoles, ({ app, query }) => {
  const faults: FieldFault[] = []
  const limit = readCount('limit', query.limit, query.query ? 5 : 50, 50, faults)
  refuseIfFaulty(faults)
  return app.catalog.roles(query.query ?? '', limit)
})
