import { type Catalog, openCatalog } from '#catalog/catalog.ts'
import { sorts } from '#contract/project.ts'
import { readFilters, readSort } from '#rules/project/filters.ts'
import { createCalendar } from '#rules/time/day.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { textOf } from '#tests/support/json.ts'

// Catalogs of a database with many projects. Each test closes what it has opened.

export const MANY = 2500

export async function manyProjects(many = MANY): Promise<TestDatabase> {
  const database = await testDatabase()
  const { sql } = database
  await sql`insert into tag (id, name) values (1, 'even'), (2, 'odd'), (3, 'third'), (4, 'fourth')`
  await sql`
    insert into project (id, slug, name, description, state, published_at, date_start)
    select n, 'p-' || n, 'Original number' || n, 'Common ' || (select string_agg('w' || (n * k) % 5000, ' ') from generate_series(1, 25) k),
      'published', now(), date '2026-01-01' + n % 50
    from generate_series(1, ${many}::int) n`
  await sql`insert into project_tag select n, 1 + n % 2 from generate_series(1, ${many}::int) n union all select n, 4 from generate_series(10, 14) n`
  return database
}

const opened: Catalog[] = []
/** For afterEach. */
export const closeCatalogs = () => Promise.all(opened.splice(0).map((catalog) => catalog.close()))

export async function open(given: TestDatabase, settings: { now?: () => Date; onChange?: () => void } = {}): Promise<Catalog> {
  const options = { now: () => new Date(), calendar: createCalendar('UTC'), apiUrl: 'http://a.example/api', publicPeople: true }
  const catalog = await openCatalog({ sql: given.sql, ...options, log: { info() {}, warn() {} }, ...settings })
  opened.push(catalog)
  return catalog
}

export async function ask(
  catalog: Catalog,
  filters: object = {},
  given: { sort?: string; page?: number; pageSize?: number } = {},
): Promise<string> {
  const { filter } = readFilters(filters)
  const sort = readSort(given.sort, filter.text !== null)!
  while (!(await catalog.isSearchable())) {} // a busy machine may need more than one timeout
  const answer = catalog.find({ filter, page: 1, pageSize: 100, ...given, sort })
  return textOf(answer)
}
export const total = async (catalog: Catalog, filters: object) => JSON.parse(await ask(catalog, filters)).total

export async function everythingOf(catalog: Catalog, texts: string[]): Promise<string[]> {
  const answers = [textOf(catalog.listActive(null, 1, 100)), textOf(catalog.listNew(50)), textOf(catalog.tags())]
  for (const sort of sorts) for (const page of [1, 2, 7]) answers.push(await ask(catalog, {}, { sort, page, pageSize: 5 }))
  for (const text of texts)
    for (const page of [1, 2, 30])
      answers.push(await ask(catalog, { text }, { page, pageSize: 7 }), await ask(catalog, { text, status: 'open' }))
  const { projects } = JSON.parse(await ask(catalog))
  for (const { slug } of projects) answers.push(textOf(catalog.project(slug, { id: 0, isCurator: false })))
  return answers
}
