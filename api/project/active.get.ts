import { handle } from '#api/app.ts'
import type { FieldFault } from '#contract/errors.ts'
import { listActiveProjects } from '#contract/project.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readCount } from '#rules/paging.ts'
import { readTags } from '#rules/project/filters.ts'

export default handle(listActiveProjects, ({ app, query }) => {
  const faults: FieldFault[] = []
  const page = readCount('page', query.page, 1, Number.MAX_SAFE_INTEGER, faults)
  const pageSize = readCount('pageSize', query.pageSize, 100, 100, faults)
  refuseIfFaulty(faults)
  return app.catalog.listActive(readTags(query.tags), page, pageSize)
})
