import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findProjects, getProject, listActiveProjects, type Project, type Sort } from '#contract/project.ts'
import type { Tag } from '#contract/vocabulary/tag.ts'
import { readFilters, readSort } from '#rules/project/filters.ts'
import { createCalendar } from '#rules/time/day.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { readJson as read } from '#tests/support/json.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { type Catalog, openCatalog } from './catalog.ts'

let database: TestDatabase
let guarded: Catalog
let opened: Catalog
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  const { sql } = database
  // Words that occur in private fields only.
  await sql`update project set client_contact = 'Zyxwvut Contactqerson zyxmail@example.org'`
  await sql`update person set surname = 'Qwxpersonov', github_login = 'qwxlogin'`
  await sql`update member set name = 'Vwqmemberov' where person_id is null`
  await sql`update file_version set name = 'jqxfilename.pdf'`
  await sql`update team set name = 'Kjxteam ' || id, description = 'kjxdescription'`
  await sql`update request set message = 'wqjmessage'`
  const options = {
    sql,
    now: () => new Date(),
    calendar: createCalendar('UTC'),
    apiUrl: 'http://a.example/api',
    log: { info() {}, warn() {} },
  }
  guarded = await openCatalog({ ...options, publicPeople: false })
  opened = await openCatalog({ ...options, publicPeople: true })
})
after(async () => {
  await Promise.all([guarded?.close(), opened?.close()])
  await database?.close()
})

async function find(text: string | null, given: { sort?: Sort; page?: number; pageSize?: number } = {}, catalog = guarded) {
  const { filter } = readFilters({ text })
  while (!(await catalog.isSearchable())) {} // gives up after a while
  const answer = catalog.find({ filter, sort: readSort(given.sort, filter.text !== null)!, page: 1, pageSize: 5, ...given })
  return read(answer)
}
const all = async () => (await find(null, { pageSize: 100 })).projects as Project[]
const detail = (slug: string, knowsPeople = false, catalog = guarded) =>
  read(catalog.project(slug, knowsPeople ? { id: 0, isCurator: false } : null))
const slugWithPeople = async () => {
  const [row] = await database.sql`
    select p.slug from project p join assignment a on a.project_id = p.id and a.ended_at is null join member m on m.team_id = a.team_id
    where p.state = 'published' and m.is_administrator and m.person_id is not null order by p.id limit 1`
  return row!.slug as string
}

test('every response matches the contract exactly', async () => {
  assertShape(findProjects.answer, await find(null), 'findmany')
  assertShape(findProjects.answer, await find('робот'), 'findmany with a text')
  assertShape(listActiveProjects.answer, read(guarded.listActive(null, 1, 100)), 'active')
  assertShape(listActiveProjects.answer, read(guarded.listNew(50)), 'new')
  const slugs = (await all()).map(({ slug }) => slug)
  const details = [false, true].flatMap((knowsPeople) => slugs.map((slug) => detail(slug, knowsPeople)))
  assertShape({ type: 'array', items: getProject.answer }, details, 'details')
})

test('a guest sees no people anywhere', async () => {
  for (const { slug } of await all()) {
    const answer = detail(slug)
    assert.deepEqual([answer.members, answer.users, answer.project.clientContact], [[], [], null], slug)
    for (const team of answer.teams) assert.deepEqual([team.members, team.administrators, team.documents], [[], [], []])
    assert.doesNotMatch(JSON.stringify(answer), /Qwxpersonov|Vwqmemberov|qwxlogin|Zyxwvut/)
  }
})

test('members, users and the contact are visible when signed in, and to everybody when people are public', async () => {
  const slug = await slugWithPeople()
  for (const answer of [detail(slug, true), detail(slug, false, opened)]) {
    assert.match(answer.project.clientContact, /Zyxwvut/)
    assert.ok(answer.members.length > 0 && answer.users.length > 0)
    assert.ok(answer.teams.some((team: { administrators: number[] }) => team.administrators.length > 0))
    const memberIds = new Set(answer.members.map(({ id }: { id: number }) => id))
    const userIds = answer.users.map(({ id }: { id: number }) => id)
    assert.equal(new Set(userIds).size, userIds.length, 'each user once')
    for (const team of answer.teams) {
      for (const id of team.members) assert.ok(memberIds.has(id))
      for (const id of team.administrators) assert.ok(userIds.includes(id))
      assert.deepEqual(team.documents, [], 'objects here break the field client')
    }
    for (const member of answer.members) if (member.user !== null) assert.ok(userIds.includes(member.user))
  }
})

const usedTags = (projects: Project[]) => [...new Set(projects.flatMap(({ tags }) => tags))].sort((a, b) => a - b)
const idsOf = (tags: { id: number }[]) => tags.map(({ id }) => id)

test('the tags of a response are exactly those of its projects', async () => {
  const answers = [
    read(guarded.listActive(null, 1, 100)),
    read(guarded.listActive(null, 1, 2)),
    read(guarded.listNew(3)),
    await find('app'),
  ]
  for (let page = 1; page <= 8; page++) answers.push(await find(null, { page }))
  for (const { projects, tags } of answers) assert.deepEqual(idsOf(tags), usedTags(projects))
  assert.deepEqual((await find(null, { page: 99 })).tags, [])
  for (const { slug } of await all()) {
    const { project, tags } = detail(slug)
    assert.deepEqual(idsOf(tags), usedTags([project, ...project.related]), slug)
  }
})

test('only published related projects are included, in their order', async () => {
  const rows = await database.sql`
    select p.slug, array(select r.slug from project_related pr join project r on r.id = pr.related_id
      where pr.project_id = p.id and r.state = 'published' order by pr.position, r.id) as related
    from project p where p.state = 'published'`
  assert.ok(rows.some(({ related }) => related.length > 0))
  for (const { slug, related } of rows) {
    const slugs = detail(slug).project.related.map((project: Project) => project.slug)
    assert.deepEqual(slugs, related, slug)
  }
})

test('a project that is unknown or not published is not found', async () => {
  const rows = await database.sql`select slug from project where state <> 'published'`
  assert.ok(rows.length > 0)
  for (const slug of [...rows.map((row) => row.slug), 'nobody', '', '__proto__'])
    assert.equal(guarded.project(slug, { id: 0, isCurator: false }), undefined, slug)
})

test('documents are public results only, for guests and for signed-in callers', async () => {
  const rows = await database.sql`
    select p.slug, array_agg(f.id order by f.id) filter (where f.is_public) as public, count(*) filter (where not f.is_public)::int as private
    from file f join project p on p.id = f.project_id where f.kind = 'result' and f.deleted_at is null and p.state = 'published' group by p.id`
  assert.ok(rows.some((row) => row.private > 0) && rows.some((row) => row.public !== null))
  for (const row of rows) assert.deepEqual(idsOf(detail(row.slug).project.documents), row.public ?? [])
})

test('contacts, people, teams, files and requests are not searchable', async () => {
  const words = 'Zyxwvut Contactqerson zyxmail Qwxpersonov qwxlogin Vwqmemberov jqxfilename Kjxteam kjxdescription wqjmessage'
  for (const catalog of [guarded, opened]) for (const word of words.split(' ')) assert.equal((await find(word, {}, catalog)).total, 0, word)
})

test('a query without words returns everything in the default order', async () => {
  const everything = await find(null)
  for (const text of ['!!!', '…', '«»', '- - -']) assert.deepEqual(await find(text), everything, text)
})

test('concurrent searches each get their own result', async () => {
  const texts = [...new Set((await all()).map(({ name }) => name))].slice(0, 12)
  const slugsFor = async (text: string) => (await find(text)).projects.map(({ slug }: Project) => slug)
  const alone: unknown[] = []
  for (const text of texts) alone.push(await slugsFor(text))
  assert.deepEqual(await Promise.all(texts.map(slugsFor)), alone)
})

test('running projects are sorted by latest start and filtered by any of the tags', async () => {
  const rows = await database.sql`
    select slug from project where state = 'published' and date_start <= current_date and coalesce(date_end, current_date) >= current_date`
  const active = read(guarded.listActive(null, 1, 100))
  assert.equal(active.total, rows.length)
  assert.deepEqual(active.projects.map(({ slug }: Project) => slug).toSorted(), rows.map(({ slug }) => slug).toSorted())
  const starts = active.projects.map(({ dateStart }: Project) => dateStart)
  assert.deepEqual(starts, starts.toSorted().toReversed())
  const [first, second] = active.tags
  const some = read(guarded.listActive([first.id, second.name.toLowerCase()], 1, 100))
  const expected = active.projects.filter(({ tags }: Project) => tags.includes(first.id) || tags.includes(second.id))
  assert.deepEqual(some.projects, expected)
  assert.equal(read(guarded.listActive(['no such tag'], 1, 100)).total, 0)
  assert.deepEqual(read(guarded.listActive(null, 2, 3)).projects, active.projects.slice(3, 6))
})

test('new projects are sorted by latest publication, without completed ones', async () => {
  const projects = (await all()).filter(({ status }) => status !== 'completed')
  const instants = projects
    .map(({ publishedAt }) => publishedAt)
    .sort()
    .toReversed()
  const list = read(guarded.listNew(4))
  assert.deepEqual(
    list.projects.map(({ publishedAt }: Project) => publishedAt),
    instants.slice(0, 4),
  )
  assert.equal(list.total, projects.length)
  assert.equal(read(guarded.listNew(50)).projects.length, Math.min(50, projects.length))
})

test('roles are found by name and alias, up to the limit', () => {
  const roles = read(guarded.roles('', 50))
  assert.ok(roles.length > 3)
  assert.deepEqual(read(guarded.roles('', 3)), roles.slice(0, 3))
  assert.deepEqual(read(guarded.roles('qqqqqq', 5)), [])
})

test('tags are sorted by name, each with its number of published projects', async () => {
  const projects = await all()
  const tags: Tag[] = read(guarded.tags())
  for (const { id, projectCount } of tags) assert.equal(projectCount, projects.filter((project) => project.tags.includes(id)).length)
  const names = tags.map(({ name }) => name.toLowerCase().replaceAll('ё', 'е'))
  assert.deepEqual(names, names.toSorted())
})
