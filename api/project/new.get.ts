import { handle } from '#api/app.ts'
import type { FieldFault } from '#contract/errors.ts'
import { listNewProjects } from '#contract/project.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readCount } from '#rules/paging.ts'

export default handle(listNewProjects, ({ app, query }) => {
  const faults: FieldFault[] = []
  const limit = readCount('limit', query.limit, 6, 50, faults)
  refuseIfFaulty(faults)
  return app.catalog.listNew(limit)
})
