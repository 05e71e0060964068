import { handle } from '#api/app.ts'
import { listPeople } from '#contract/console/person.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/problem.ts'
import { readPage } from '#rules/paging.ts'
import { searchWords } from '#rules/team.ts'
import { listConsolePeople } from '#store/console-person.ts'

export default handle(listPeople, async ({ app, query }) => {
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults)
  refuseIfFaulty(faults)
  const { access, state, group } = query
  const { people, total } = await listConsolePeople(app.sql, { words: searchWords(query.text), access, group, state, page, pageSize })
  return { people, total, page, pageSize }
})
