import { handle } from '#api/app.ts'
import { findProjects, sorts } from '#contract/project.ts'
import { Refusal, refuseIfFaulty } from '#http/problem.ts'
import { readFilters, readSort } from '#rules/filters.ts'

const PAGE_SIZE = 5 // the field client takes a shorter page for the last one
const MOST = 100

export default handle(findProjects, async ({ app, body, spend }) => {
  const { wanted, faults } = readFilters(body.filters ?? {})
  const sort = readSort(body.sort, wanted.text !== null)
  if (sort === undefined) faults.push({ path: 'sort', code: 'unknown_word', params: { expected: sorts.join(', ') } })
  refuseIfFaulty(faults)
  if (wanted.text !== null) {
    spend('search')
    if (!(await app.catalog.isSearchable())) throw new Refusal('warming_up')
  }
  return app.catalog.find({ wanted, sort: sort!, page: body.page ?? 1, pageSize: Math.min(body.pageSize ?? PAGE_SIZE, MOST) })
})
