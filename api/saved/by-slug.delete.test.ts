import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addProject } from '#tests/support/requests.ts'
import { save, slugsOf, unsave } from '#tests/support/saved.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'

type Caller = Awaited<ReturnType<typeof callAs>>
let service: TestService
let anna: Caller
before(async () => {
  service = await startService()
  anna = await callAs(service, 'anna')
})
after(() => service.close())
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
