import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { saveProjects } from '#contract/saved.ts'
import { save, slugsOf } from '#tests/support/saved.ts'
import { useService } from '#tests/support/use-service.ts'

const { service, anna } = useService({ people: ['anna'] })
beforeEach(() => service.sql`truncate saved_project, saved_reminder`)

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
