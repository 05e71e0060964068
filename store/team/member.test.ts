import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { connectPatiently, untilWaiting } from '#tests/support/lock-waits.ts'
import { findMemberToChange, setRoles } from './member.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
  const { sql } = database
  await sql`insert into person (id, login, name, surname) values (1, 'ada', 'Ada', 'Lovelace'), (2, 'ivan', '', ''), (3, 'zoe', 'Zoe', '')`
  await sql`insert into role (id, name, aliases, position) values (1, 'Writer', '{scribe}', 2), (2, 'Coder', '{}', 1)`
  await sql`insert into team (id, name) values (1, 'Shown'), (2, 'Hidden'), (3, 'Left')`
  await sql`
    insert into member (id, team_id, person_id, name, is_administrator) values
      (11, 1, 1, 'stale', true), (12, 1, 2, 'stale', false), (13, 1, null, 'No Account', false), (21, 2, 2, 'x', true), (31, 3, 2, 'x', false)`
  await sql`insert into project (id, slug, name, state, published_at) values (1, 'one', 'One', 'published', now()), (2, 'two', 'Two', 'draft', null)`
  await sql`insert into assignment (team_id, project_id, ended_at, outcome) values
    (1, 1, now(), 'finished'), (2, 2, null, null), (3, 1, now(), 'left')`
})
after(() => database.close())

const find = (memberId: number, id: number, access = 'member') => findMemberToChange(database.sql, memberId, { id, access })
const relation = async (memberId: number, id: number, access?: string) => {
  const found = (await find(memberId, id, access))!.relation
  return Object.entries(found)
    .filter(([, is]) => is)
    .map(([name]) => name)
    .toSorted()
}
const roles = async (memberId: number) => (await find(memberId, 1))!.member.roles

test('a member has the name of the person, or a name of its own without an account', async () => {
  assert.deepEqual((await find(11, 1))?.member, { id: 11, name: 'Lovelace Ada', roles: [], isAdministrator: true, user: 1, team: 1 })
  assert.deepEqual((await find(13, 1))?.member, { id: 13, name: 'No Account', roles: [], isAdministrator: false, user: null, team: 1 })
  assert.equal((await find(11, 1))?.teamName, 'Shown')
  assert.equal(await find(99, 1), undefined)
})

test('the relation of the caller to a member', async () => {
  assert.deepEqual(await relation(11, 1), ['isSelf', 'isShown', 'isTeamAdministrator', 'isTeamMate'])
  assert.deepEqual(await relation(12, 1), ['isShown', 'isTeamAdministrator', 'isTeamMate'])
  assert.deepEqual(await relation(11, 2), ['isShown', 'isTeamMate'])
  assert.deepEqual(await relation(13, 3), ['isShown'])
  assert.deepEqual(await relation(21, 3), [], 'a draft makes nobody visible')
  assert.deepEqual(await relation(31, 3), [], 'nor does a project that was left')
  assert.deepEqual(await relation(21, 3, 'curator'), ['isShown'])
})

test('the vocabulary is in order and has aliases', async () => {
  assert.deepEqual((await find(11, 1))?.vocabulary, [
    { id: 2, name: 'Coder', aliases: [] },
    { id: 1, name: 'Writer', aliases: ['scribe'] },
  ])
})

test('roles are set, reordered and cleared, and only changes are written to the change feed', async () => {
  const { sql } = database
  const noted = async () => (await sql`delete from change returning kind, key`).map(({ kind, key }) => `${kind} ${key}`)
  await noted()
  await setRoles(sql, 12, [1, 2])
  assert.deepEqual(await roles(12), ['Writer', 'Coder'])
  assert.deepEqual(await noted(), ['member 12', 'member 12'])
  await setRoles(sql, 12, [1, 2])
  assert.deepEqual(await noted(), [])
  await setRoles(sql, 12, [2, 1])
  assert.deepEqual(await roles(12), ['Coder', 'Writer'])
  await setRoles(sql, 12, [1])
  assert.deepEqual(await roles(12), ['Writer'])
  await setRoles(sql, 12, [])
  assert.deepEqual(await roles(12), [])
  assert.deepEqual(await roles(11), [], 'nobody else is touched')
})

test('a call that waited for the member lock sees what was committed meanwhile', async (t) => {
  const { sql } = database
  const patient = connectPatiently(database)
  t.after(() => patient.end())
  await setRoles(sql, 12, [1])
  let second: ReturnType<typeof findMemberToChange> | undefined
  await sql.begin(async (sql) => {
    await findMemberToChange(sql, 12, { id: 2, access: 'member' })
    second = patient.begin((sql) => findMemberToChange(sql, 12, { id: 2, access: 'member' }))
    await untilWaiting(sql)
    await setRoles(sql, 12, [2])
  })
  const seen = await second
  assert.deepEqual(seen?.member.roles, ['Coder'])
})
