import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { listSaved, saveProject, unsaveProject } from '#contract/saved.ts'
import { addProject } from '#tests/support/requests.ts'
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

const slugsOf = async (call: Caller): Promise<string[]> => (await call(listSaved)).projects.map(({ slug }) => slug)
const save = (call: Caller, slug: string) => call(saveProject, { params: { slug } })
const unsave = (call: Caller, slug: string) => call(unsaveProject, { params: { slug } })
const _rowsOf = (login: string) =>
  service.sql`select s.* from saved_project s join person p on p.id = s.person_id where p.login = ${login} order by project_id`.then(
    (rows) => [...rows],
  )

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
