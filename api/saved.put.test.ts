import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { listSaved, saveProject, saveProjects, unsaveProject } from '#contract/saved.ts'
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
const _unsave = (call: Caller, slug: string) => call(unsaveProject, { params: { slug } })
const _rowsOf = (login: string) =>
  service.sql`select s.* from saved_project s join person p on p.id = s.person_id where p.login = ${login} order by project_id`.then(
    (rows) => [...rows],
  )

test('a list is added to what is saved, in its order; what is unknown, hidden or given twice is left out', async () => {
  await save(anna, 'muzey-radio')
  const slugs = ['library-chatbot', 'no-such-project', 'parking-sensor-pilot', 'muzey-radio', 'city-tree-census', 'library-chatbot', 'Ω']
  for (let times = 0; times < 2; times++) {
    await anna(saveProjects, { body: { slugs } })
    assert.deepEqual(await slugsOf(anna), ['library-chatbot', 'city-tree-census', 'muzey-radio'])
  }
  await anna(saveProjects, { body: { slugs: [] } })
  assert.equal((await slugsOf(anna)).length, 3)
})
