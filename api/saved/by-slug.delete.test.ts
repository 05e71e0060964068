import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { addProject } from '#tests/support/requests.ts'
import { save, slugsOf, unsave } from '#tests/support/saved.ts'
import { useService } from '#tests/support/use-service.ts'

const { service, anna } = useService({ people: ['anna'] })
beforeEach(() => service.sql`truncate saved_project, saved_reminder`)

test('a former slug works like the present one', async () => {
  const { sql } = service
  const id = await addProject(sql, 'new-slug')
  await sql`insert into former_slug (slug, project_id) values ('old-slug', ${id})`
  await service.app.catalog.refresh()
  await save(anna, 'old-slug')
  assert.deepEqual(await slugsOf(anna), ['new-slug'])
  await unsave(anna, 'old-slug')
  assert.deepEqual(await slugsOf(anna), [])
})
