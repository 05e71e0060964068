import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listActiveProjects, listFileTypes, listNewProjects } from '#contract/project.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { startService } from '#tests/support/service.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

describe('listActiveProjects', () => {
  const today = () => new Date().toISOString().slice(0, 10)
  const list = (query?: { tags?: string; page?: string; pageSize?: string }) => service.call(listActiveProjects, { query })

  test('the list has exactly the published projects running today, newest start first, then by name', async () => {
    const rows = await service.sql`
    select slug from project where state = 'published' and date_start <= ${today()} and (date_end is null or date_end >= ${today()})`
    const { projects, total } = await list()
    assert.ok(rows.length > 5)
    assert.deepEqual(projects.map(({ id }) => id).toSorted(), rows.map(({ slug }) => slug).toSorted())
    assert.equal(total, rows.length)
    const key = (name: string) => name.toLowerCase().replaceAll('ё', 'е')
    const sorted = projects.toSorted((a, b) =>
      a.dateStart! > b.dateStart! ? -1 : a.dateStart! < b.dateStart! ? 1 : key(a.name) < key(b.name) ? -1 : 1,
    )
    assert.deepEqual(
      projects.map(({ id }) => id),
      sorted.map(({ id }) => id),
    )
  })

  test('the tags are exactly those the listed projects use, each once', async () => {
    for (const query of [{}, { tags: '1' }, { pageSize: '1' }, { page: '999' }]) {
      const { projects, tags } = await list(query)
      assert.deepEqual(
        tags.map(({ id }) => id),
        [...new Set(projects.flatMap((project) => project.tags))].sort((a, b) => a - b),
      )
    }
  })

  test('tags filter the list: any of them, by id or by name', async () => {
    const all = await list()
    const tags = await service.call(listTags)
    const [first, second] = tags.filter(({ id }) => all.projects.some((project) => project.tags.includes(id)))
    const withAny = (ids: number[]) => all.projects.filter((project) => project.tags.some((id) => ids.includes(id))).map(({ id }) => id)
    const ids = async (wanted: string) => (await list({ tags: wanted })).projects.map(({ id }) => id)
    assert.deepEqual(await ids(String(first!.id)), withAny([first!.id]))
    assert.deepEqual(await ids(`${first!.id},${second!.id}`), withAny([first!.id, second!.id]))
    assert.deepEqual(await ids(first!.name.toUpperCase()), withAny([first!.id]))
    assert.deepEqual(await ids('no such tag'), [])
    assert.deepEqual(await ids('2147483647'), [])
    assert.deepEqual(
      await ids(''),
      all.projects.map(({ id }) => id),
    )
  })

  test('paging: at most a hundred per page, empty past the end', async () => {
    const all = await list()
    const pages = [await list({ page: '1', pageSize: '4' }), await list({ page: '2', pageSize: '4' })]
    assert.deepEqual(
      pages.flatMap(({ projects }) => projects),
      all.projects.slice(0, 8),
    )
    assert.equal(pages[1]!.total, all.total)
    assert.deepEqual((await list({ pageSize: '1000' })).projects, all.projects)
    assert.deepEqual(await list({ page: '1000000000' }), { projects: [], tags: [], total: all.total })
  })

  test('page 0 is a 422, “one” a 400', async () => {
    const { errors } = await refused('invalid_value', list({ page: '0', pageSize: '-1' }))
    assert.deepEqual(
      errors?.map(({ path, code }) => `${path} ${code}`),
      ['page out_of_range', 'pageSize out_of_range'],
    )
    await refused('invalid_input', list({ page: 'one' }))
    await refused('invalid_input', list({ pageSize: '1.5' }))
    await refused('invalid_value', list({ tags: 'x'.repeat(501) }))
  })

  test('start and end use the time zone of the directory, not of the server', async (t) => {
    const day = 86_400_000
    let now = new Date(`${today()}T10:30:00Z`) // the next day has begun in Kiritimati
    const far = await startService({ env: { TIME_ZONE: 'Pacific/Kiritimati' }, now: () => now })
    t.after(() => far.close())
    const ids = async () => (await far.call(listActiveProjects)).projects.map(({ id }) => id)
    const tomorrow = new Date(now.getTime() + day).toISOString().slice(0, 10)
    const [row] = await far.sql`
    update project set date_start = ${tomorrow}, date_end = ${tomorrow}, enrollment_start = null, enrollment_end = null
    where slug = 'karta-dvorov' returning slug`
    await far.app.catalog.refresh()
    assert.ok((await ids()).includes(row!.slug))
    now = new Date(now.getTime() + day)
    await far.app.catalog.refresh()
    assert.ok(!(await ids()).includes(row!.slug))
  })
})

describe('listNewProjects', () => {
  const list = (limit?: string) => service.call(listNewProjects, { query: { limit } })

  test('the latest publications first, without finished ones, six by default', async () => {
    const rows = await service.sql`
    select slug from project where state = 'published' and (date_end is null or date_end >= current_date) order by published_at desc, id`
    const few = await list()
    assert.equal(few.projects.length, 6)
    assert.equal(few.total, rows.length)
    const { projects } = await list('50')
    assert.equal(projects.length, Math.min(50, rows.length))
    assert.deepEqual(projects.map(({ id }) => id).toSorted(), rows.map(({ slug }) => slug).toSorted())
    const moments = projects.map(({ publishedAt }) => publishedAt)
    assert.deepEqual(moments, moments.toSorted().reverse())
    assert.ok(projects.every(({ status }) => status !== 'completed'))
    assert.deepEqual(few.projects, projects.slice(0, 6))
  })

  test('the tags are exactly those the listed projects use', async () => {
    for (const limit of ['1', '6', '50']) {
      const { projects, tags } = await list(limit)
      assert.deepEqual(
        tags.map(({ id }) => id),
        [...new Set(projects.flatMap((project) => project.tags))].sort((a, b) => a - b),
      )
    }
  })

  test('a limit above fifty counts as fifty', async () => {
    assert.deepEqual(await list('51'), await list('50'))
    assert.deepEqual(await list('9999999999'), await list('50'))
  })

  test('a newly published project is first after the change is read, and gone when withdrawn', async () => {
    await service.sql`update project set state = 'published', published_at = now() + interval '1 minute' where slug = (
    select slug from project where state = 'draft' and date_end is null or date_end > current_date limit 1)`
    const [row] = await service.sql`select slug from project where published_at > now()`
    await service.app.catalog.refresh()
    assert.equal((await list('1')).projects[0]?.id, row!.slug)
    await service.sql`update project set state = 'withdrawn' where slug = ${row!.slug}`
    await service.app.catalog.refresh()
    assert.ok((await list('50')).projects.every(({ id }) => id !== row!.slug))
  })

  test('limit 0 is a 422, a word a 400', async () => {
    for (const limit of ['0', '-5']) await refused('invalid_value', list(limit))
    for (const limit of ['six', '1e3', '0x10', '6 ']) await refused('invalid_input', list(limit))
  })
})

describe('listFileTypes', () => {
  test('categories of result files are in the configured order', async () => {
    const rows = await service.sql`select id, name, name_ru as "nameRu", is_public as "isPublic" from file_type order by position, id`
    assert.ok(rows.length >= 3)
    assert.deepEqual(await service.call(listFileTypes), [...rows])
  })

  test('a changed category is listed after the change is read', async () => {
    const [first] = await service.call(listFileTypes)
    await service.sql`update file_type set is_public = not is_public where id = ${first!.id}`
    await service.app.catalog.refresh()
    assert.equal((await service.call(listFileTypes))[0]?.isPublic, !first!.isPublic)
  })
})
