import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { listIdsOfTeamsWith, listTeams } from './published.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
  const { sql } = database
  await sql`
    insert into person (id, login, name, surname, patronymic, github_login, avatar) values
      (1, 'ada', 'Ada', 'Lovelace', '', 'ada', 'https://a.example/1.png'), (2, 'ivan', 'Иван', 'Петров', 'Ильич', null, null)`
  await sql`insert into role (id, name) values (1, 'Writer'), (2, 'Coder'), (3, 'Artist')`
  await sql`insert into team (id, name, description) values (1, 'Working', 'At work'), (2, 'Finished', null), (3, 'Idle', null), (4, 'Empty', null)`
  await sql`
    insert into member (id, team_id, person_id, name, is_administrator) values
      (12, 1, 2, 'stale name', false), (11, 1, 1, 'stale name', true), (13, 1, null, 'No Account', true), (14, 2, 1, 'x', false)`
  await sql`insert into member_role (member_id, role_id, position) values (11, 1, 2), (11, 2, 1), (11, 3, 1)`
  await sql`
    insert into project (id, slug, name, state, published_at) values
      (1, 'open-one', 'Open', 'published', now()), (2, 'secret', 'Secret', 'draft', null)`
  await sql`
    insert into assignment (team_id, project_id, ended_at, outcome) values
      (1, 1, null, null), (2, 1, now(), 'finished'), (4, 1, now(), 'finished'), (4, 2, null, null)`
})
after(() => database?.close())

test('teams with current or former assignments are listed, or those with the given ids', async () => {
  const ids = async (given?: number[]) => (await listTeams(database.sql, given)).map(({ id }) => id)
  assert.deepEqual(await ids(), [1, 2, 4])
  assert.deepEqual(await ids([3, 1, 99]), [1, 3])
  assert.deepEqual(await ids([]), [])
})

test('a team has its current project', async () => {
  const projects = (await listTeams(database.sql, [1, 2, 3])).map(({ project }) => project)
  assert.deepEqual(projects, ['open-one', null, null])
})

test('an unpublished project is not exposed while a team works on it', async () => {
  assert.equal((await listTeams(database.sql, [4]))[0]!.project, null)
})

test('members are ordered by id and have the current name of the person and their roles in order', async () => {
  const [team] = await listTeams(database.sql, [1])
  assert.deepEqual(team, {
    id: 1,
    name: 'Working',
    description: 'At work',
    project: 'open-one',
    members: [
      {
        id: 11,
        name: 'Lovelace Ada',
        isAdministrator: true,
        user: 1,
        roles: ['Artist', 'Coder', 'Writer'],
        githubLogin: 'ada',
        avatar: 'https://a.example/1.png',
      },
      { id: 12, name: 'Петров Иван Ильич', isAdministrator: false, user: 2, roles: [], githubLogin: null, avatar: null },
      { id: 13, name: 'No Account', isAdministrator: true, user: null, roles: [], githubLogin: null, avatar: null },
    ],
  })
  assert.deepEqual((await listTeams(database.sql, [3]))[0]!.members, [])
})

test('teams are found by people, members and roles, each once', async () => {
  const find = async (who: { people?: number[]; members?: number[]; roles?: number[] }) =>
    (await listIdsOfTeamsWith(database.sql, { people: [], members: [], roles: [], ...who })).toSorted()
  assert.deepEqual(await find({ people: [1] }), [1, 2])
  assert.deepEqual(await find({ members: [14] }), [2])
  assert.deepEqual(await find({ roles: [3] }), [1])
  assert.deepEqual(await find({ people: [1, 2], members: [11, 12], roles: [1, 2, 3] }), [1, 2])
  assert.deepEqual(await find({ people: [99], members: [99], roles: [99] }), [])
  assert.deepEqual(await find({}), [])
})
