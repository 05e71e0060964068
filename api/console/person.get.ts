import { handle } from '#api/app.ts'
import { listPeople } from '#contract/console/person.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readPage } from '#rules/paging.ts'
import { findPeople } from './list/lists.ts'

export default handle(listPeople, async ({ app, query }) => {
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults)
  refuseIfFaulty(faults)
  return { page, pageSize, ...(await findPeople(app.sql, query, { limit: pageSize, offset: (page - 1) * pageSize })) }
})
