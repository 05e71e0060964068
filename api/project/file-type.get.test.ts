import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFileTypes } from '#contract/project.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

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
