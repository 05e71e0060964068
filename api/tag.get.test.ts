import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTags } from '#contract/tag.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

test('all tags are sorted by name, each with the number of published projects', async () => {
  const tags = await service.call(listTags)
  assert.equal(tags.length, 12)
  const names = tags.map(({ name }) => name.toLowerCase().replaceAll('ё', 'е'))
  assert.deepEqual(names, names.toSorted())
  const rows = await service.sql`
    select t.id, count(p.id)::int as count from tag t
    left join project_tag pt on pt.tag_id = t.id left join project p on p.id = pt.project_id and p.state = 'published' group by t.id`
  for (const { id, count } of rows) assert.equal(tags.find((tag) => tag.id === id)?.projectCount, count)
})

test('a renamed tag has its new name after the change is read', async () => {
  const [first] = await service.call(listTags)
  await service.sql`update tag set name = 'Aardvark' where id = ${first!.id}`
  await service.app.catalog.refresh()
  const renamed = (await service.call(listTags)).find(({ id }) => id === first!.id)
  assert.equal(renamed?.name, 'Aardvark')
})
