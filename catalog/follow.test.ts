import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '#contract/project.ts'
import { connectionOwner } from '#database/sql/owner.ts'
import { connect, type Sql } from '#database/sql.ts'
import { readFilters, readSort } from '#rules/project/filters.ts'
import { createCalendar } from '#rules/time/day.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { readJson, textOf } from '#tests/support/json.ts'
import { type Catalog, openCatalog } from './catalog.ts'

let database: TestDatabase
let writer: Sql // stands for another process
let catalog: Catalog
let now: Date
let logged: string[]
let sql: Sql
let polls: number
beforeEach(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  polls = 0
  const onStatement = (text: string) => {
    if (text.includes('pg_visible_in_snapshot')) polls++
  }
  sql = connect(database.database, { connectTimeout: 60_000, statementTimeout: 60_000, onStatement })
  writer = connect(database.database, { max: 2 })
  now = new Date()
  logged = []
  catalog = await openCatalog({
    sql,
    now: () => now,
    calendar: createCalendar('UTC'),
    apiUrl: 'http://a.example/api',
    publicPeople: true,
    log: { info: (_, text) => logged.push(text), warn: (_, text) => logged.push(text) },
  })
})
afterEach(async () => {
  await catalog?.close()
  await sql?.end({ timeout: 1 })
  await writer?.end({ timeout: 1 })
  await database?.close()
})

const detail = (slug: string) => {
  const bytes = catalog.project(slug, null)
  return bytes && readJson(bytes)
}
async function find(filters: object = {}, pageSize = 100) {
  const { filter } = readFilters(filters)
  while (!(await catalog.isSearchable())) {} // gives up after a while
  const answer = catalog.find({ filter, sort: readSort(null, filter.text !== null)!, page: 1, pageSize })
  return readJson(answer)
}
const found = async (filters: object) => (await find(filters)).projects.map(({ slug }: Project) => slug)
const someSlug = async () => (await writer`select slug from project where state = 'published' order by id limit 1`)[0]!.slug as string

async function until(what: string, holds: () => boolean, patience = 20_000): Promise<number> {
  const startedAt = performance.now()
  while (!holds()) {
    assert.ok(performance.now() - startedAt < patience, `${what} did not show within ${patience} ms`)
    await sleep(5)
  }
  return performance.now() - startedAt
}

test('a write is visible as soon as refresh resolves', async () => {
  const slug = await someSlug()
  for (let round = 1; round <= 20; round++) {
    await writer`update project set name = ${`Own ${round}`} where slug = ${slug}`
    const others = [catalog.refresh(), catalog.refresh()]
    await catalog.refresh()
    assert.equal(detail(slug).project.name, `Own ${round}`)
    await Promise.all(others)
  }
})

test('an unpublished project disappears from lists, details, search and counts, and returns when it is published again', async () => {
  const slug = await someSlug()
  const { total } = await find()
  await writer`update project set name = 'Xylophonist', state = 'archived' where slug = ${slug}`
  await catalog.refresh()
  assert.equal(detail(slug), undefined)
  assert.equal((await find()).total, total - 1)
  assert.equal(catalog.projectCount, total - 1)
  assert.deepEqual(await found({ text: 'xylophonist' }), [])
  await writer`update project set state = 'published' where slug = ${slug}`
  await catalog.refresh()
  assert.deepEqual(await found({ text: 'xylophonist' }), [slug])
  await writer`delete from project_tag`
  await catalog.refresh()
  assert.ok(readJson(catalog.tags()).every(({ projectCount }: { projectCount: number }) => projectCount === 0))
})

test('a renamed tag is shown, filtered by and searched under its new name only', async () => {
  const [tag] = await writer`
    select t.id, t.name, count(*)::int as uses from tag t join project_tag pt on pt.tag_id = t.id join project p on p.id = pt.project_id
    where p.state = 'published' group by t.id order by uses limit 1`
  await writer`update tag set name = 'Zoetrope' where id = ${tag!.id}`
  await catalog.refresh()
  const tagged = await found({ tags: [tag!.id] })
  assert.equal(tagged.length, tag!.uses)
  assert.deepEqual((await found({ text: 'zoetrope' })).toSorted(), tagged.toSorted())
  assert.deepEqual(await found({ tags: 'zoetrope' }), tagged)
  assert.deepEqual(await found({ tags: String(tag!.name).replaceAll(',', '\\,') }), [])
})

test('a renamed role, its Russian name and its aliases are shown and searched in the projects that look for it', async () => {
  const [role] = await writer`
    select r.id, r.name, count(*)::int as uses from role r join project_wanted_role w on w.role_id = r.id group by r.id order by uses desc limit 1`
  const wanting = (await find()).projects.filter(({ wantedRoles }: Project) => wantedRoles.some((one) => one.role === role!.name))
  const slugs = wanting.map(({ slug }: Project) => slug).toSorted()
  assert.equal(slugs.length, role!.uses)
  await writer`update role set name = 'Zoetroper', name_ru = 'Праксиноскопист', aliases = array['thaumatropist'] where id = ${role!.id}`
  await catalog.refresh()
  for (const text of ['zoetroper', 'праксиноскопист', 'thaumatropist']) assert.deepEqual((await found({ text })).toSorted(), slugs, text)
  assert.ok(detail(slugs[0]!).project.wantedRoles.some((one: { roleRu: string }) => one.roleRu === 'Праксиноскопист'))
  await writer`update role set aliases = array['kinetoscopist'] where id = ${role!.id}`
  await catalog.refresh()
  assert.deepEqual([await found({ text: 'thaumatropist' }), (await found({ text: 'kinetoscopist' })).toSorted()], [[], slugs])
  await writer`delete from project_wanted_role where role_id = ${role!.id}`
  await catalog.refresh()
  assert.deepEqual(await found({ text: 'zoetroper' }), [])
})

test('after a change of slug both addresses find the project, no other project can take them, and teams are updated', async () => {
  const [one] = await writer`
    select p.id, p.slug, a.team_id as team from project p join assignment a on a.project_id = p.id and a.ended_at is null
    where p.state = 'published' order by p.id desc limit 1`
  const [other] = await writer`select id, slug from project where state = 'published' and id < ${one!.id} order by id limit 1`
  await writer`update project set slug = 'moved-away' where id = ${one!.id}`
  const taken = { code: '23505', constraint: 'project_slug_key' }
  await assert.rejects(writer`update project set slug = ${one!.slug} where id = ${other!.id}`, taken)
  await assert.rejects(writer`insert into project (slug, name) values (${one!.slug}, 'Another')`, taken)
  await catalog.refresh()
  const moved = detail('moved-away')
  assert.equal(moved.teams.find(({ id }: { id: number }) => id === one!.team).project, 'moved-away')
  assert.equal(detail(one!.slug).project.id, 'moved-away')
  assert.equal(detail(other!.slug).project.id, other!.slug)
  await writer`update project set slug = ${one!.slug} where id = ${one!.id}`
  await catalog.refresh()
  for (const slug of [one!.slug, 'moved-away']) assert.equal(detail(slug).project.id, one!.slug, 'it may have its old address back')
  const slugs = await found({})
  assert.equal(new Set(slugs).size, slugs.length)
})

const peopleCases: [string, string, string][] = [
  ['a person', `update person set surname = 'Renamedova', name = '', patronymic = ''`, 'Renamedova'],
  ['a role', `update role set name = 'Renamed role ' || id`, 'Renamed role'],
  ['a team', `update team set name = 'Renamed team ' || id`, 'Renamed team'],
  ['a member without an account', `update member set name = 'Renamed member', person_id = null`, 'Renamed member'],
  ['a platform', `update platform set name = 'Renamed platform ' || id`, 'Renamed platform'],
  ['a category of files', `update file_type set name = 'Renamed category ' || id, is_public = true`, 'Renamed category'],
]
for (const [what, statement, expected] of peopleCases)
  test(`${what} that is renamed has its new name everywhere`, async () => {
    await writer.unsafe(statement)
    await catalog.refresh()
    const details = (await found({})).map((slug: string) => JSON.stringify(detail(slug))).join()
    assert.ok(details.includes(expected))
    const after = await openCatalog({
      sql: writer,
      now: () => now,
      calendar: createCalendar('UTC'),
      apiUrl: 'http://a.example/api',
      publicPeople: true,
      log: { info() {}, warn() {} },
    })
    const fresh = (await found({})).map((slug: string) => JSON.stringify(JSON.parse(textOf(after.project(slug, null))))).join()
    await after.close()
    assert.equal(details, fresh)
  })

test('the catalog keeps responding while its connections are terminated, and catches up afterwards', async () => {
  const slug = await someSlug()
  const killer = connect(database.database, { max: 1 })
  for (let round = 1; round <= 4; round++) {
    await killer`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await killer`update project set name = ${`Killed ${round}`} where slug = ${slug}`
    assert.ok(detail(slug))
    assert.ok((await find()).total > 0)
    await until('the change', () => detail(slug).project.name === `Killed ${round}`)
  }
  await killer.end()
})

test('a change that could not be loaded is retried; the failure and the recovery are logged once', async () => {
  const slug = await someSlug()
  await writer.begin(async (tx) => {
    await tx`update project set name = 'Read later' where slug = ${slug}`
    await tx`alter table link rename to link_away`
  })
  await assert.rejects(catalog.refresh())
  await until('the warning', () => logged.some((text) => text.startsWith('cannot poll')))
  const before = polls
  await until('it was tried again', () => polls > before + 2)
  assert.notEqual(detail(slug).project.name, 'Read later')
  assert.deepEqual(logged.filter((text) => text.startsWith('cannot poll')).length, 1)
  await writer`alter table link_away rename to link`
  await catalog.refresh()
  assert.equal(detail(slug).project.name, 'Read later')
  await until('the recovery', () => logged.includes('polling the change feed again'))
})

test('a closed catalog stops polling', async () => {
  const slug = await someSlug()
  await catalog.close()
  await writer`update project set name = 'Unseen' where slug = ${slug}`
  const before = polls
  await sleep(300) // a timer for the next poll would fire before this one
  assert.equal(polls, before)
  assert.notEqual(detail(slug).project.name, 'Unseen')
})

test('a refresh that a call has started needs none of the connections of its person: others wait for it too', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const share = 3
  let held = 0
  await connectionOwner.run('greedy', async () => {
    const hold = async () => {
      held++
      await promise
    }
    const calls = Array.from({ length: 2 * share }, () => sql.begin(hold))
    while (held < share) await sleep(1)
    await catalog.refresh()
    assert.equal(held, share)
    resolve()
    await Promise.all(calls)
  })
})
