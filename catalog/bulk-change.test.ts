import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Project, sorts } from '#contract/project.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { share } from '#tests/support/tier.ts'
import { ask, closeCatalogs, everythingOf, manyProjects, open, total } from '#tests/support/world/catalogs.ts'
import type { Catalog } from './catalog.ts'

let database: TestDatabase
before(async () => {
  database = await manyProjects(1000 + share(1500))
})
after(() => database?.close())
afterEach(closeCatalogs)

test('truncating a table causes a full reload', async () => {
  const catalog = await open(database)
  assert.equal(await total(catalog, { text: 'fourth' }), 5)
  await database.sql`truncate project_tag`
  await database.sql`insert into project_tag values (7, 3)`
  await catalog.refresh()
  assert.equal(await total(catalog, { tags: '1,2' }), 0)
  assert.equal(await total(catalog, { text: 'third' }), 1)
  assert.equal(await total(catalog, { text: 'fourth' }), 0)
})

test('one refresh loads thousands of changes', async () => {
  const { sql } = database
  const followed = await open(database)
  for (const sort of sorts) await ask(followed, {}, { sort })
  await sql`update project set name = 'Bulk ' || id % 7, date_start = date '2026-06-01' - id % 90, team_limit = id % 3 where id <= 2000`
  await sql`update project set state = 'archived' where id between 500 and 700`
  await sql`insert into project_tag select id, 3 from project where id % 3 = 0 on conflict do nothing`
  await followed.refresh()
  const fresh = await open(database)
  const texts = ['bulk', 'original', 'third common', 'bulk 3']
  assert.deepEqual(await everythingOf(followed, texts), await everythingOf(fresh, texts))
})

// An answer has all projects. One in each turn of the loader would also keep it from its transaction, which may not be idle for long.
const TURNS_BETWEEN = 4

// The field client relies on this for every response, also in the middle of a refresh.
async function assertSoundWhile(work: Promise<void>, catalog: Catalog, filters: object): Promise<void> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let rounds = 0
  for (; !isDone; rounds++) {
    const answer = JSON.parse(await ask(catalog, filters, { pageSize: 10_000 }))
    assert.equal(answer.projects.length, answer.total, 'the list is as long as its total says')
    const brought = new Set(answer.tags.map(({ id }: { id: number }) => id))
    for (const project of answer.projects as Project[])
      for (const id of project.tags) assert.ok(brought.has(id), `tag ${id} of ${project.slug} is not in the answer`)
    for (let turn = 0; turn < TURNS_BETWEEN; turn++) await nextTurn()
  }
  await done
  assert.ok(rounds > 3, `only ${rounds} answers in between`)
}

test('responses during a bulk change are consistent', async () => {
  const catalog = await open(database)
  await ask(catalog, { text: 'bulk' })
  await database.sql`update project set date_start = date_start + 1 where id <= 2000`
  await assertSoundWhile(catalog.refresh(), catalog, { tags: '3' })
})

test('responses during the removal of a tag include every tag they refer to', async () => {
  const catalog = await open(database)
  await ask(catalog, { text: 'bulk' })
  await database.sql`insert into project_tag select id, 2 from project where state = 'published' on conflict do nothing`
  await catalog.refresh()
  await database.sql`delete from tag where id = 2`
  await assertSoundWhile(catalog.refresh(), catalog, {})
})
