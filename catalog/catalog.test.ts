import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Project } from '#contract/project.ts'
import type { ReservedSql } from '#database/sql.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { textOf } from '#tests/support/json.ts'
import { ask, closeCatalogs, everythingOf, MANY, manyProjects, open, total } from '#tests/support/world/catalogs.ts'
import type { Catalog } from './catalog.ts'

let database: TestDatabase
before(async () => {
  database = await manyProjects()
})
const others: TestDatabase[] = []
async function otherDatabase(template?: string): Promise<TestDatabase> {
  const other = await testDatabase(template)
  others.push(other)
  return other
}
after(() => Promise.all([database, ...others].map((one) => one?.close())))
afterEach(closeCatalogs)

// Opens a catalog and commits the changes while the index is built from an older snapshot.
async function openBefore(changes: (other: ReservedSql) => Promise<unknown>): Promise<Catalog> {
  const other = await database.sql.reserve()
  try {
    await other`begin`
    await other`set local idle_in_transaction_session_timeout = 0` // a busy machine may take longer than the limit
    await changes(other)
    let catalog = await open(database)
    const views = () => database.sql`
      select 1 from pg_stat_activity where datname = current_database() and backend_xmin is not null and (query like '%p.id, p.slug%' or query like 'fetch % from batch_%')
        and pid <> pg_backend_pid()`
    for (let missed = 0; (await views()).length === 0; ) {
      if (!catalog.searchIsReady) continue
      assert.ok(++missed < 10, 'too quick: this test needs more projects')
      catalog = await open(database)
    }
    await other`commit`
    await catalog.refresh()
    return catalog
  } finally {
    await other`rollback`
    other.release()
  }
}

test('changes during the build of the search index are in it afterwards', async () => {
  const catalog = await openBefore(async (other) => {
    await other`update project set name = 'Changedword' where id in (3, ${MANY})`
    await other`update project set state = 'archived' where id in (4, ${MANY - 1})`
    await other`insert into project (id, slug, name, state, published_at) values (9001, 'fresh', 'Freshword', 'published', now())`
    await other`update tag set name = 'Renamedword' where id = 4`
  })
  assert.equal(await total(catalog, { text: 'changedword' }), 2)
  assert.equal(await total(catalog, { text: `number${MANY}` }), 0, 'the old name is gone')
  assert.equal(await total(catalog, { text: `number${MANY - 1}` }), 0, 'the archived project is gone')
  assert.equal(await total(catalog, { text: 'freshword' }), 1)
  assert.equal(await total(catalog, { text: 'renamedword' }), 5)
  assert.equal(await total(catalog, { text: 'common' }), MANY - 2)
})

test('a full reload during the build of the search index is in it afterwards', async () => {
  const catalog = await openBefore(async (other) => {
    await other`insert into project (id, slug, name, state, published_at) values (9002, 'late', 'Lateword', 'published', now())`
    await other`update project set name = 'Turnedword' where id = ${MANY}`
    await other`insert into change (kind, key) values ('everything', 0)`
  })
  assert.equal(await total(catalog, { text: 'lateword' }), 1)
  assert.equal(await total(catalog, { text: 'turnedword' }), 1)
  assert.equal(await total(catalog, { text: 'changedword' }), 1, 'the old name is gone')
})

test('concurrent searches during the build of the index each get their own result', async () => {
  const catalog = await open(database)
  const texts = ['number8', 'common', 'number9', 'number77', 'nothingatall', 'w4 w8']
  const together = await Promise.all(texts.map((text) => ask(catalog, { text })))
  for (const [i, text] of texts.entries()) assert.equal(together[i]!, await ask(catalog, { text }), text)
})

test('two processes on one database respond with the same bytes, whatever changes each has loaded', async () => {
  const demo = await otherDatabase(DEMO_TEMPLATE)
  const first = await open(demo)
  const texts = ['app', 'робот', 'data', 'школа планетарий', 'карта города', '!!!', 'sensor', 'robot data']
  await everythingOf(first, texts)
  const { sql } = demo
  await sql`update project set state = 'archived' where id in (select id from project where state = 'published' order by id limit 5)`
  await first.refresh()
  await sql`insert into project (slug, name, state, published_at) select 'made-' || n, 'Data robot', 'published', now() from generate_series(1, 8) n`
  await first.refresh()
  await sql`update project set state = 'published' where state = 'archived' and published_at is not null`
  await sql`update tag set name = name || ' data' where id % 2 = 0`
  await sql`update project set slug = 'renamed', name = 'Sensor app' where slug = 'made-3'`
  await sql`delete from project where slug = 'made-5'`
  // Removed documents must not affect the scores: without these, “robot” is rare and “data” is not.
  await sql`insert into project (slug, name, state, published_at) select 'gone-' || n, 'Robot', 'published', now() from generate_series(1, 900) n`
  await sql`insert into project (slug, name, description, state, published_at) values
    ('weighed-a', 'Robot', 'data', 'published', now()), ('weighed-b', 'Data', 'robot', 'published', now())`
  await first.refresh()
  await sql`delete from project where slug like 'gone-%'`
  await first.refresh()
  const second = await open(demo)
  assert.deepEqual(await everythingOf(second, texts), await everythingOf(first, texts))
})

test('a new day changes statuses and lists without a write', async () => {
  const demo = await otherDatabase()
  await demo.sql`
    insert into project (slug, name, state, published_at, date_start, date_end, enrollment_start, enrollment_end) values
      ('ending', 'Ending', 'published', '2026-01-01', '2026-02-01', '2026-03-10', null, '2026-01-20'),
      ('starting', 'Starting', 'published', '2026-01-01', '2026-03-11', '2026-04-01', null, null),
      ('enrolling', 'Enrolling', 'published', '2026-01-01', '2026-05-01', null, '2026-03-11', null)`
  let now = new Date('2026-03-10T23:59:59Z')
  const catalog = await open(demo, { now: () => now })
  const statuses = async () => JSON.parse(await ask(catalog, {}, { sort: 'name' })).projects.map(({ status }: Project) => status)
  const running = () => JSON.parse(textOf(catalog.listActive(null, 1, 100))).projects.map(({ slug }: Project) => slug)
  assert.deepEqual([await statuses(), running()], [['active', 'pending', 'open'], ['ending']])
  now = new Date('2026-03-11T00:00:00Z')
  await catalog.refresh()
  assert.deepEqual([await statuses(), running()], [['completed', 'open', 'active'], ['starting']])
  assert.equal(await total(catalog, { status: 'Завершённые' }), 1)
  assert.equal(JSON.parse(textOf(catalog.listNew(9))).total, 2)
  // The database is unreachable at midnight: the statuses are updated as soon as it is back.
  await demo.sql`alter table link rename to link_away`
  now = new Date('2026-05-01T00:00:00Z')
  await assert.rejects(catalog.refresh())
  await demo.sql`alter table link_away rename to link`
  await catalog.refresh()
  assert.deepEqual([await statuses(), running()], [['completed', 'active', 'completed'], ['enrolling']])
})

test('onChange is called after a change was loaded, and not without changes', async () => {
  const demo = await otherDatabase(DEMO_TEMPLATE)
  const heard: (number | undefined)[] = []
  let catalog: Catalog | undefined
  catalog = await open(demo, { onChange: () => heard.push(catalog?.projectCount) })
  const before = catalog.projectCount
  heard.length = 0
  await catalog.refresh()
  assert.deepEqual(heard, [])
  await demo.sql`insert into project (slug, name, state, published_at) values ('heard', 'Heard', 'published', now())`
  await catalog.refresh()
  assert.deepEqual(heard, [before + 1])
})
