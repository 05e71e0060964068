import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { getConsoleProject, listConsoleProjects } from '#contract/console/project.ts'
import { exportUser } from '#contract/profile.ts'
import { findProjects, getProject } from '#contract/project.ts'
import { listSaved, MOST_SAVED, saveProjects } from '#contract/saved.ts'
import { truncate } from '#tests/support/database.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused, strictClient } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, personOf } from '#tests/support/world/requests.ts'
import { save, savedRows, slugsOf, unsave } from '#tests/support/world/saved.ts'

const { service, anna } = useService({ people: ['anna'] })
beforeEach(() => truncate(service.sql, 'saved_project, saved_reminder'))

describe('listSaved', () => {
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
})

describe('saveProjects', () => {
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
})

describe('saveProject', () => {
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
})

describe('unsaveProject', () => {
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
})
