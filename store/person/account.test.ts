import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listTeams } from '#store/team/published.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { changePeople } from '#tests/support/world/teams.ts'
import { confirmEmail, findAccount, findAvatar, putAvatar, removeAvatar, updateContact } from './account.ts'
import { anonymisePerson, exportPerson, lockForDeletion } from './delete.ts'
import { findMemberships } from './memberships.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
})
after(() => database.close())

const now = new Date()
const idOf = async (login: string): Promise<number> => (await database.sql`select id from person where login = ${login}`)[0]!.id
const blob = (letter: string) => ({ sha256: letter.repeat(64), size: 9 })

test('an uploaded avatar has priority over the provider’s, in the account and in the team', async () => {
  const { sql } = database
  const id = await idOf('anna')
  await sql`update person set avatar = 'https://example.org/anna' where id = ${id}`
  const avatars = async () => {
    const [{ teamId } = { teamId: 0 }] = await sql<{ teamId: number }[]>`select team_id as "teamId" from member where person_id = ${id}`
    const [team] = await listTeams(sql, [teamId])
    return [(await findAccount(sql, id)).avatar, team!.members.find(({ user }) => user === id)!.avatar]
  }
  assert.deepEqual(await avatars(), ['https://example.org/anna', 'https://example.org/anna'])
  await putAvatar(sql, id, { small: blob('a'), large: blob('b'), mime: 'image/webp' }, now)
  const path = `/avatar/${id}?v=${'b'.repeat(32)}`
  assert.deepEqual(await avatars(), [path, path])
  assert.deepEqual(
    { ...(await findAvatar(sql, id, 'b'.repeat(32), 'small')) },
    { sha256: 'a'.repeat(64), size: 9, mime: 'image/webp', isDamaged: false },
  )
  assert.equal((await findAvatar(sql, id, 'b'.repeat(32), 'large'))!.sha256, 'b'.repeat(64))
  assert.equal(await findAvatar(sql, id, 'c'.repeat(32), 'large'), undefined)
  await removeAvatar(sql, id)
  assert.deepEqual(await avatars(), ['https://example.org/anna', 'https://example.org/anna'])
})

test('the same bytes of two people are one blob', async () => {
  const { sql } = database
  for (const login of ['anna', 'boris'])
    await putAvatar(sql, await idOf(login), { small: blob('d'), large: blob('e'), mime: 'image/webp' }, now)
  assert.equal((await sql`select 1 from blob where sha256 in (${'d'.repeat(64)}, ${'e'.repeat(64)})`).length, 2)
  await putAvatar(sql, await idOf('anna'), { small: blob('f'), large: blob('f'), mime: 'image/webp' }, now)
})

test('a change of person, avatar or pending email is in the change feed', async () => {
  const { sql } = database
  const id = await idOf('vera')
  const noted = async (work: () => Promise<unknown>) => {
    await sql`delete from change`
    await work()
    return (await sql`select 1 from change where kind = 'person' and key = ${id}`).length > 0
  }
  const emailChange = {
    email: 'v@example.org',
    token: 't',
    tokenHash: Buffer.from('h'),
    expiresAt: new Date(now.getTime() + 9e6),
    language: 'ru',
  }
  assert.ok(await noted(() => updateContact(sql, id, { phone: null, emailChange, now })))
  assert.ok(await noted(() => confirmEmail(sql, Buffer.from('h'), now)))
  assert.ok(await noted(() => putAvatar(sql, id, { small: blob('a'), large: blob('b'), mime: 'image/webp' }, now)))
  assert.ok(await noted(() => removeAvatar(sql, id)))
})

test('memberships are read with a fixed number of statements', async () => {
  const { sql } = database
  const id = await idOf('gleb')
  await sql`insert into member (team_id, person_id, name) select id, ${id}, '' from team`
  const { teams, work, requests, projects } = await findMemberships(sql, id)
  const [count] = await sql`select (select count(*)::int from team) as teams, (select count(*)::int from request) as requests,
    (select count(distinct (team_id, project_id))::int from assignment) as work`
  assert.deepEqual({ teams: teams.length, requests: requests.length, work: work.length }, { ...count })
  const listed = new Set(projects.map((project) => project.id))
  for (const one of [...work, ...requests]) assert.ok(listed.has(one.projectId))
  assert.equal(listed.size, projects.length)
  assert.ok(
    requests.every(({ createdAt }, i) => i === 0 || requests[i - 1]!.createdAt >= createdAt),
    'newest first',
  )
  assert.ok(projects.every(({ publishedAt }) => publishedAt instanceof Date))
  await sql`delete from member where person_id = ${id}`
})

test('a team that is assigned again counts by its current assignment', async () => {
  const { sql } = database
  const id = await idOf('anna')
  const [past] =
    await sql`select a.team_id, a.project_id from assignment a join member m using (team_id) where m.person_id = ${id} and ended_at is not null`
  await sql`insert into assignment (team_id, project_id) values (${past!.team_id}, ${past!.project_id})`
  assert.deepEqual(
    (await findMemberships(sql, id)).work.map(({ projectId, outcome }) => [projectId, outcome]),
    [[past!.project_id, null]],
  )
})

test('an anonymised person is still one row, and its export contains no personal data', async () => {
  const { sql } = database
  const id = await idOf('boris')
  const facts = await lockForDeletion(sql, id)
  assert.deepEqual({ ...facts }, { isAdministrator: false, otherAdministrators: 1 })
  await changePeople(sql, [id], (sql) => anonymisePerson(sql, id, { login: 'deleted-1-x', name: 'Gone', now }))
  const { account, identities, picture, mail } = await exportPerson(sql, id)
  assert.deepEqual([identities, picture, mail], [[], null, []])
  const { name, surname, email, phone, githubLogin, avatar, importEmail } = account as Record<string, unknown>
  assert.deepEqual([name, surname, email, phone, githubLogin, avatar, importEmail], ['Gone', '', null, null, null, null, null])
})
