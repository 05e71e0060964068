import { handle } from '#api/app.ts'
import { findProjects, sorts } from '#contract/project.ts'
import { Refusal, refuseIfFaulty } from '#http/response/problem.ts'
import { readFilters, readSort } from '#rules/project/filters.ts'

const PAGE_SIZE = 5 // the field client treats a shorter page as the last one
const MOST = 100

export default handle(findProjects, ({ app, body, spend }) => {
  const { filter, faults } = readFilters(body.filters ?? {})
  const sort = readSort(body.sort, filter.text !== null)
  if (sort === undefined) faults.push({ path: 'sort', code: 'unknown_word', params: { expected: sorts.join(', ') } })
  refuseIfFaulty(faults)
  const pageSize = Math.min(body.pageSize ?? PAGE_SIZE, MOST)
  const question = {
    filter,
    sort: sort!,
    page: body.page ?? 1,
    pageSize,
    highlight: body.highlight ?? false,
    choices: body.choices ?? false,
  }
  if (filter.text === null) return app.catalog.find(question)
  spend('search')
  const isSearchable = app.catalog.isSearchable()
  if (isSearchable === true) return app.catalog.find(question) // fast path: saves a promise and a timer per search
  return whenSearchable(isSearchable, () => app.catalog.find(question))
})

async function whenSearchable<T>(isSearchable: boolean | Promise<boolean>, find: () => T): Promise<T> {
  if (!(await isSearchable)) throw new Refusal('warming_up')
  return find()
}
