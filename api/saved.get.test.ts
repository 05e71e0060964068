import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { getConsoleProject, listConsoleProjects } from '#contract/console/project.ts'
import { exportUser } from '#contract/profile.ts'
import { findProjects, getProject } from '#contract/project.ts'
import { listSaved } from '#contract/saved.ts'
import { personOf } from '#tests/support/requests.ts'
import { save, slugsOf, unsave } from '#tests/support/saved.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { strictClient } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service, anna } = useService({ people: ['anna'] })
beforeEach(() => service.sql`truncate saved_project, saved_reminder`)

test('the last saved one is first; the answer has the tags of the projects', async () => {
  for (const slug of ['city-tree-census', 'muzey-radio', 'night-bus-planner']) await save(anna, slug)
  const { projects, tags, total } = await anna(listSaved)
  assert.deepEqual(
    projects.map(({ slug }) => slug),
    ['night-bus-planner', 'muzey-radio', 'city-tree-census'],
  )
  assert.deepEqual(new Set(projects.flatMap((project) => project.tags)), new Set(tags.map(({ id }) => id)))
  assert.equal(total, 3)
})

test('everyone has a list of their own', async () => {
  const boris = await callAs(service, 'boris')
  await save(anna, 'muzey-radio')
  await save(boris, 'city-tree-census')
  await unsave(boris, 'muzey-radio')
  assert.deepEqual([await slugsOf(anna), await slugsOf(boris)], [['muzey-radio'], ['city-tree-census']])
})

test('only curators see how many people saved a project', async () => {
  const [gleb, curator] = [await callAs(service, 'gleb'), await callAs(service, 'curator')]
  await Promise.all([save(anna, 'muzey-radio'), save(gleb, 'muzey-radio'), save(gleb, 'city-tree-census')])
  const { projects } = await curator(listConsoleProjects, { query: { sort: 'saved' } })
  assert.deepEqual(
    projects.slice(0, 3).map(({ slug, savedCount }) => `${slug} ${savedCount}`),
    ['muzey-radio 2', 'city-tree-census 1', `${projects[2]!.slug} 0`],
  )
  assert.equal((await curator(getConsoleProject, { params: { id: String(projects[0]!.id) } })).savedCount, 2)
  const { savedCount, ...open } = projects[0]!
  const guest = strictClient(service.url)
  for (const call of [guest, anna])
    for (const answer of [
      await call(getProject, { params: { slug: open.slug } }),
      await call(findProjects, { body: { filters: { text: open.name } } }),
      ...(call === anna ? [await anna(listSaved)] : []),
    ])
      assert.doesNotMatch(JSON.stringify(answer), /saved/i)
})

test('saved projects are in the person’s own data, and removed with the account', async () => {
  const vera = await callAs(service, 'vera')
  await save(vera, 'muzey-radio')
  const id = await personOf(service.sql, 'vera')
  await service.sql`insert into saved_reminder select ${id}, id, '2026-11-20', now() from project where slug = 'muzey-radio'`
  const own = (await vera(exportUser)) as { saved: { project: string }[]; reminders: { project: string; closesOn: string }[] }
  assert.deepEqual(
    [own.saved.map(({ project }) => project), own.reminders.map(({ project, closesOn }) => `${project} ${closesOn}`)],
    [['muzey-radio'], ['muzey-radio 2026-11-20']],
  )
  await fetch(`${service.url}/user`, { method: 'DELETE', headers: { authorization: `Bearer ${vera.tokens.accessToken}` } })
  const rest = await service.sql`
    select 1 from saved_project where person_id = ${id} union all select 1 from saved_reminder where person_id = ${id}`
  assert.equal(rest.length, 0)
})
