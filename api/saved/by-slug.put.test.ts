import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { MOST_SAVED, saveProjects } from '#contract/saved.ts'
import { addProject } from '#tests/support/requests.ts'
import { save, savedRows, slugsOf, unsave } from '#tests/support/saved.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service, anna } = useService({ people: ['anna'] })
beforeEach(() => service.sql`truncate saved_project, saved_reminder`)

test('a project is saved once, however often it is saved, and removed once', async () => {
  assert.deepEqual(await save(anna, 'city-tree-census'), { slug: 'city-tree-census' })
  const [first] = await savedRows(service.sql, 'anna')
  await Promise.all([save(anna, 'city-tree-census'), save(anna, 'city-tree-census')])
  assert.deepEqual(await savedRows(service.sql, 'anna'), [first])
  await unsave(anna, 'city-tree-census')
  await unsave(anna, 'city-tree-census')
  assert.deepEqual(await slugsOf(anna), [])
})

test('a project that is not public cannot be saved; one that is hidden later is not listed, and can be removed', async () => {
  const { sql } = service
  await refused('project_not_found', save(anna, 'no-such-project'))
  await refused('project_not_found', save(anna, 'parking-sensor-pilot'))
  await addProject(sql, 'hidden-later')
  await service.app.catalog.refresh()
  await save(anna, 'hidden-later')
  await sql`update project set state = 'archived' where slug = 'hidden-later'`
  await service.app.catalog.refresh()
  assert.deepEqual([await slugsOf(anna), (await savedRows(service.sql, 'anna')).length], [[], 1])
  await unsave(anna, 'hidden-later')
  assert.equal((await savedRows(service.sql, 'anna')).length, 0)
})

test(`nobody saves more than ${MOST_SAVED}: one more is refused, a list is cut`, async () => {
  const { sql } = service
  await sql`insert into project (slug, name, state, published_at) select 'many-' || n, 'Many ' || n, 'published', now() from generate_series(1, ${MOST_SAVED + 2}) n`
  await service.app.catalog.refresh()
  const slugs = Array.from({ length: MOST_SAVED - 2 }, (_, n) => `many-${n + 1}`)
  await anna(saveProjects, { body: { slugs } })
  const last = [-1, 0, 1, 2].map((n) => `many-${MOST_SAVED + n}`)
  await anna(saveProjects, { body: { slugs: last } })
  const saved = await slugsOf(anna)
  assert.deepEqual([saved.length, saved.slice(0, 2)], [MOST_SAVED, last.slice(0, 2)])
  await refused('too_many_saved', save(anna, 'muzey-radio'))
  assert.deepEqual(await save(anna, 'many-1'), { slug: 'many-1' }, 'what is saved already is not refused')
  await unsave(anna, 'many-1')
  const answers = await Promise.allSettled(['muzey-radio', 'city-tree-census', 'library-chatbot'].map((slug) => save(anna, slug)))
  assert.deepEqual(
    [answers.filter(({ status }) => status === 'fulfilled').length, (await savedRows(service.sql, 'anna')).length],
    [1, MOST_SAVED],
  )
  await sql`delete from project where slug like 'many-%'`
  await service.app.catalog.refresh()
  assert.ok((await savedRows(service.sql, 'anna')).length <= 1, 'with a project its rows are removed')
})
