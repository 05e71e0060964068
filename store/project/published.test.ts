import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { listIdsOfProjectsWithTerms, listPublishedProjects, type PublishedProject } from './published.ts'

let database: TestDatabase
const digest = 'a'.repeat(64)

before(async () => {
  database = await testDatabase()
  const { sql } = database
  await sql`insert into tag (id, name) values (1, 'one'), (2, 'two'), (3, 'three')`
  await sql`insert into platform (id, name) values (1, 'GitHub'), (2, 'Figma')`
  await sql`insert into file_type (id, name) values (1, 'Report'), (2, 'Slides')`
  await sql`insert into team (id, name) select n, 'Team ' || n from generate_series(1, 5) n`
  await sql`
    insert into project (id, slug, name, state, published_at, date_start, date_end, enrollment_start, enrollment_end, team_limit,
      developer_requirements, client_contact, updated_at)
    values (1, 'full', 'Full', 'published', '2026-01-02T03:04:05.678Z', '2026-02-28', '2026-03-01', '2024-02-29', '2026-02-27', 3,
      array['Rust', 'Терпение'], 'someone@example.org', '2026-01-03T00:00:00Z')`
  await sql`insert into project (id, slug, name, state, published_at) values (2, 'bare', 'Bare', 'published', '2026-01-01T00:00:00Z')`
  await sql`insert into project (id, slug, name, state, published_at)
    values (3, 'draft', 'Draft', 'draft', null), (4, 'archived', 'Archived', 'archived', now()), (5, 'withdrawn', 'Gone', 'withdrawn', now())`
  await sql`insert into project_tag values (1, 3), (1, 1), (3, 2)`
  await sql`insert into role (id, name, name_ru) values (1001, 'Potter', 'Гончар'), (1002, 'Diver', null)`
  await sql`insert into project_wanted_role (project_id, role_id, count, position) values (1, 1001, 1, 1), (1, 1002, 3, 0), (3, 1002, 1, 0)`
  await sql`insert into project_related (project_id, related_id, position) values (1, 3, 2), (1, 2, 1), (1, 5, 1)`
  await sql`insert into link (id, project_id, platform_id, url) values (2, 1, 2, 'https://b.example'), (1, 1, 1, 'https://a.example')`
})
after(() => database?.close())

async function list(ids: number[] | null = null): Promise<PublishedProject[]> {
  return database.sql.begin(async (sql) => {
    const all: PublishedProject[] = []
    for await (const batch of listPublishedProjects(sql, ids)) all.push(...batch)
    return all
  })
}
const full = async () => (await list([1]))[0]!

test('only published projects are listed, all or those with the given ids', async () => {
  assert.deepEqual(
    (await list()).map(({ slug }) => slug),
    ['full', 'bare'],
  )
  assert.deepEqual(
    (await list([2, 3, 99])).map(({ slug }) => slug),
    ['bare'],
  )
  assert.deepEqual(await list([]), [])
})

test('missing values are null or empty lists, never null lists', async () => {
  const [bare] = await list([2])
  const { updatedAt, publishedAt, ...rest } = bare!
  assert.ok(updatedAt instanceof Date)
  assert.equal(publishedAt.toISOString(), '2026-01-01T00:00:00.000Z')
  const unknown = { shortDescription: null, description: null, dateStart: null, dateEnd: null, enrollmentStart: null, enrollmentEnd: null }
  const noPeople = { curator: null, client: null, clientContact: null, teamLimit: null, workFormat: null, teamsWorking: 0, requestCount: 0 }
  const none = {
    developerRequirements: [],
    projectRequirements: [],
    tags: [],
    teams: [],
    related: [],
    formerSlugs: [],
    links: [],
    wantedRoles: [],
    files: [],
    cover: null,
    round: null,
    teamMayChangeCover: false,
  }
  assert.deepEqual(rest, { id: 2, slug: 'bare', name: 'Bare', ...unknown, ...noPeople, ...none })
})

test('a project has its dates as text, its tags by id, its related projects and wanted roles by position and its links by id', async () => {
  const project = await full()
  assert.deepEqual(
    [project.dateStart, project.dateEnd, project.enrollmentStart, project.enrollmentEnd],
    ['2026-02-28', '2026-03-01', '2024-02-29', '2026-02-27'],
  )
  assert.equal(project.publishedAt.toISOString(), '2026-01-02T03:04:05.678Z')
  assert.deepEqual(project.developerRequirements, ['Rust', 'Терпение'])
  assert.deepEqual(project.tags, [1, 3])
  assert.deepEqual(project.related, [2, 5, 3])
  assert.deepEqual(project.wantedRoles, [
    { role: 'Diver', roleRu: null, count: 3 },
    { role: 'Potter', roleRu: 'Гончар', count: 1 },
  ])
  assert.deepEqual(project.links, [
    { id: 1, platform: 'GitHub', link: 'https://a.example' },
    { id: 2, platform: 'Figma', link: 'https://b.example' },
  ])
})

test('working and finished teams are listed once each; only working ones take a place', async () => {
  await database.sql`
    insert into assignment (team_id, project_id, ended_at, outcome) values
      (4, 1, null, null), (1, 1, now(), 'finished'), (2, 1, now(), 'left'), (3, 2, null, null), (1, 1, null, null)`
  const project = await full()
  assert.deepEqual(project.teams, [4, 1])
  assert.equal(project.teamsWorking, 2)
})

test('only submitted requests are counted', async () => {
  await database.sql`insert into refusal_reason (id, text_en, text_ru) values (1, 'No', 'Нет')`
  await database.sql`
    insert into request (team_id, project_id, status, reason_id) values (1, 1, 'submitted', null), (2, 1, 'submitted', null),
      (3, 1, 'withdrawn', null), (4, 1, 'declined', 1), (5, 1, 'approved', null), (5, 1, 'superseded', null), (5, 2, 'submitted', null)`
  assert.equal((await full()).requestCount, 2)
})

test('files have their current version; removed files and files of requests are excluded', async () => {
  const { sql } = database
  const [request] = await sql`select min(id) as id from request`
  await sql`
    insert into file (id, kind, project_id, team_id, request_id, file_type_id, is_public, version, deleted_at) values
      (1, 'description', 1, null, null, null, true, 1, null),
      (2, 'result', 1, 1, null, 1, false, 2, null),
      (3, 'result', 1, 1, null, 2, true, 1, now()),
      (4, 'request', 1, 1, ${request!.id}, null, false, 1, null)`
  await sql`
    insert into file_version (file_id, version, name, mime, size, sha256, created_at)
    select f, v, 'file' || f || '.v' || v, 'text/plain', 5000000000, ${digest}, '2026-01-02T03:04:05.678Z'
    from (values (1, 1), (2, 1), (2, 2), (3, 1), (4, 1)) as made (f, v)`
  const common = { mime: 'text/plain', size: 5_000_000_000, sha256: digest, date: '2026-01-02T03:04:05.678Z' }
  assert.deepEqual((await full()).files, [
    { id: 1, kind: 'description', name: 'file1.v1', category: null, team: null, isPublic: true, version: 1, ...common },
    { id: 2, kind: 'result', name: 'file2.v2', category: 'Report', team: 1, isPublic: false, version: 2, ...common },
  ])
})

test('more projects than one batch are listed completely and in order', async () => {
  const other = await testDatabase()
  await other.sql`
    insert into project (id, slug, name, state, published_at)
    select n, 'p-' || n, 'P', 'published', now() from generate_series(1, 1203) n order by random()`
  const sizes: number[] = []
  const ids: number[] = []
  await other.sql.begin(async (sql) => {
    for await (const batch of listPublishedProjects(sql)) {
      sizes.push(batch.length)
      ids.push(...batch.map(({ id }) => id))
    }
  })
  await other.close()
  assert.deepEqual(
    ids,
    Array.from({ length: 1203 }, (_, i) => i + 1),
  )
  assert.ok(Math.max(...sizes) <= 500)
})

test('projects are found by the tags, wanted roles, platforms and file categories they use, each once', async () => {
  const find = async (words: { tags?: number[]; roles?: number[]; platforms?: number[]; fileTypes?: number[] }) =>
    (await listIdsOfProjectsWithTerms(database.sql, { tags: [], roles: [], platforms: [], fileTypes: [], ...words })).toSorted()
  assert.deepEqual(await find({ tags: [1, 3] }), [1])
  assert.deepEqual(await find({ tags: [1, 2] }), [1, 3])
  assert.deepEqual(await find({ roles: [1001] }), [1])
  assert.deepEqual(await find({ roles: [1001, 1002] }), [1, 3])
  assert.deepEqual(await find({ platforms: [1, 2] }), [1])
  assert.deepEqual(await find({ fileTypes: [1] }), [1])
  assert.deepEqual(await find({ tags: [2], platforms: [1], fileTypes: [1] }), [1, 3])
  assert.deepEqual(await find({ tags: [99], platforms: [99], fileTypes: [99] }), [])
  assert.deepEqual(await find({}), [])
})

const refusals: [string, string][] = [
  ['a slug with capitals', `insert into project (slug, name) values ('Bridge', 'x')`],
  ['a slug with two dashes in a row', `insert into project (slug, name) values ('a--b', 'x')`],
  ['a slug that ends with a line break', `insert into project (slug, name) values (E'a\\n', 'x')`],
  ['a slug of 81 characters', `insert into project (slug, name) values (repeat('a', 81), 'x')`],
  ...['active', 'new', 'findmany', 'results', 'links', 'file-type'].map((slug): [string, string] => [
    `the reserved slug ${slug}`,
    `insert into project (slug, name) values ('${slug}', 'x')`,
  ]),
  ['a slug that is taken', `insert into project (slug, name) values ('full', 'x')`],
  [
    'a project that ends before it starts',
    `insert into project (slug, name, date_start, date_end) values ('a', 'x', '2026-02-02', '2026-02-01')`,
  ],
  ['a published project without its instant', `insert into project (slug, name, state) values ('a', 'x', 'published')`],
  ['a role wanted twice', `insert into project_wanted_role values (1, 1001, 1, 5)`],
  ['no people of a wanted role', `insert into project_wanted_role values (2, 1001, 0, 0)`],
  ['21 people of a wanted role', `insert into project_wanted_role values (2, 1001, 21, 0)`],
  ['a thirteenth wanted role', `insert into project_wanted_role values (2, 1001, 1, 12)`],
  ['two wanted roles at one position', `insert into project_wanted_role values (2, 1001, 1, 0), (2, 1002, 1, 0)`],
  ['the deletion of a wanted role', `delete from role where id = 1001`],
  ['a project related to itself', `insert into project_related values (2, 2)`],
  ['a negative limit of teams', `insert into project (slug, name, team_limit) values ('a', 'x', -1)`],
  ['a second project at a time for a team', `insert into assignment (team_id, project_id) values (4, 2)`],
  ['a second live request of a team for a project', `insert into request (team_id, project_id) values (1, 1)`],
  ['a link to anything but the web', `insert into link (project_id, platform_id, url) values (1, 1, 'javascript:alert(1)')`],
]

for (const [what, statement] of refusals)
  test(`the database rejects ${what}`, async () => {
    await assert.rejects(database.sql.unsafe(statement).then(), { code: /^23/ })
  })

test('a date that cannot be written as YYYY-MM-DD is rejected', async () => {
  for (const day of ['infinity', '-infinity', '10000-01-01', '0044-03-15 BC'])
    await assert.rejects(database.sql`update project set date_end = ${day}::text::date where id = 1`, /check constraint/, day)
  await database.sql`update project set date_end = '9999-12-31' where id = 1`
})
