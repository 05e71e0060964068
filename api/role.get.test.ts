import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRoleNames } from '#contract/user.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

test('every role has its names in both languages, hidden ones too: members may have them', async () => {
  await service.sql`update role set is_hidden = true where name = 'QA'`
  await service.app.catalog!.refresh()
  const roles = await service.call(listRoleNames)
  const rows = await service.sql`select name, name_ru as "nameRu" from role order by position, id`
  assert.deepEqual(roles, [...rows])
  assert.deepEqual(
    roles.find(({ name }) => name === 'QA'),
    { name: 'QA', nameRu: 'Тестировщик' },
  )
})
