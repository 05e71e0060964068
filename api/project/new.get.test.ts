import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNewProjects } from '#contract/project.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

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
