import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Sql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { addProject, addTeam, historyOf, mailAbout } from '#tests/support/world/requests.ts'
import { approveRequest, changeRequest, closeRequest, insertRequest } from './change.ts'
import { listRepresentedTeams, lockForApplication, lockRequest } from './lock.ts'

let database: TestDatabase
let sql: Sql
let anna: number
let team: number
let project: number
let made = 0
before(async () => {
  database = await testDatabase()
  sql = database.sql
  anna = (await sql`insert into person (login) values ('anna') returning id`)[0]!.id
  await sql`insert into refusal_reason (id, text_en, text_ru) values (1, 'No', 'Нет')`
})
after(() => database.close())
beforeEach(async () => {
  team = await addTeam(sql, 'Team', 'anna*')
  project = await addProject(sql, `store-${++made}`, { teamLimit: 1 })
})

const at = new Date('2026-09-01T10:00:00.123Z')
const given = { comment: null, today: '2026-09-01' }
const tellAt = new Date('2026-09-01T10:10:00.123Z')
const act = () => ({ actorId: anna, at, tellAt })
const file = (name: string) => ({ name, mime: 'text/plain', size: 3, sha256: name[0]!.repeat(64) })
const insert = (files = [] as ReturnType<typeof file>[]) =>
  insertRequest(sql, { projectId: project, teamId: team, message: 'Hi', files }, act())
const breaks = (constraint: string) => (error: { constraint?: string }) => {
  assert.equal(error.constraint, constraint)
  return true
}

test('a request and its files are read back as they were written, in upload order', async () => {
  const { id, files } = await insert([file('b.txt'), file('a.txt'), file('b-again.txt')])
  const locked = (await lockRequest(sql, { id, personId: anna, reasonId: 1 }))!
  assert.deepEqual(locked.request, {
    ...{
      id,
      team,
      project: `store-${made}`,
      status: 'submitted',
      message: 'Hi',
      comment: null,
      reason: null,
      decidedAt: null,
      round: null,
      rank: null,
    },
    ...{ createdAt: '2026-09-01T10:00:00.123Z', updatedAt: '2026-09-01T10:00:00.123Z', files },
  })
  assert.deepEqual(
    files.map(({ name }) => name),
    ['b.txt', 'a.txt', 'b-again.txt'],
  )
  assert.deepEqual(locked.givenReason, { id: 1, en: 'No', ru: 'Нет' })
  assert.equal(locked.team.storedBytes, 9)
  assert.equal(locked.team.teamRole, 'administrator')
  assert.equal((await sql`select 1 from blob where sha256 = any(${files.map(({ sha256 }) => sha256)})`).length, 2)
  assert.equal(await lockRequest(sql, { id: 2_147_483_647, personId: anna }), undefined)
})

test('missing rows are returned as null', async () => {
  assert.deepEqual(
    { ...(await lockForApplication(sql, 'no-such', 2_147_483_647, anna)) },
    { project: null, team: null, request: null, givenReason: null, round: null },
  )
})

test('new files replace the old ones; null keeps them', async () => {
  const { id, files } = await insert([file('a.txt')])
  assert.deepEqual(await changeRequest(sql, id, { message: 'One', files: null }, act()), [])
  assert.deepEqual((await lockRequest(sql, { id, personId: anna }))!.request.files, files)
  const after = await changeRequest(sql, id, { message: 'Two', files: [file('c.txt'), file('d.txt')] }, act())
  const { request, team: owner } = (await lockRequest(sql, { id, personId: anna }))!
  assert.deepEqual(request.files, after)
  assert.equal(owner.storedBytes, 9, 'replaced files count until they are purged')
  assert.equal((await sql`select 1 from file where request_id = ${id}`).length, 3, 'replaced files stay in the history')
})

test('the database rejects a second submitted request of a team for a project', async () => {
  await insert()
  await assert.rejects(insert(), breaks('request_live'))
})

test('the database rejects every transition except from submitted', async () => {
  const { id } = await insert()
  await closeRequest(sql, id, { status: 'withdrawn', reasonId: null, comment: null }, act())
  await assert.rejects(closeRequest(sql, id, { status: 'declined', reasonId: 1, comment: null }, act()), breaks('request_step'))
  await assert.rejects(approveRequest(sql, { id, team }, given, act()), breaks('request_step'))
  await assert.rejects(sql`update request set status = 'submitted' where id = ${id}`, breaks('request_step'))
  assert.equal((await historyOf(sql, id)).length, 2)
  assert.equal((await mailAbout(sql, id)).length, 2)
})

test('the database enforces the team limit', async () => {
  const { id } = await insert()
  const other = await addTeam(sql, 'Other')
  await sql`insert into assignment (team_id, project_id) values (${other}, ${project})`
  await assert.rejects(approveRequest(sql, { id, team }, given, act()), breaks('project_places'))
  assert.equal((await lockRequest(sql, { id, personId: anna }))!.request.status, 'submitted', 'all of it or nothing')
  await sql`update assignment set ended_at = now(), outcome = 'left' where team_id = ${other}`
  await approveRequest(sql, { id, team }, given, act())
})

test('the database rejects two current projects for a team', async () => {
  const { id } = await insert()
  await sql`insert into assignment (team_id, project_id) values (${team}, ${await addProject(sql, `other-${made}`)})`
  await assert.rejects(approveRequest(sql, { id, team }, given, act()), breaks('assignment_current'))
})

test('an ended project of a team is marked finished when the team gets another one', async () => {
  const { id } = await insert()
  const over = await addProject(sql, `over-${made}`)
  await sql`update project set date_end = '2026-08-31' where id = ${over}`
  await sql`insert into assignment (team_id, project_id) values (${team}, ${over})`
  await approveRequest(sql, { id, team }, given, act())
  const work = await sql`select project_id, ended_at, outcome from assignment where team_id = ${team} order by id`
  assert.deepEqual(
    work.map((row) => Object.values(row)),
    [
      [over, at, 'finished'],
      [project, null, null],
    ],
  )
})

test('a declined request needs a reason', async () => {
  const { id } = await insert()
  await assert.rejects(closeRequest(sql, id, { status: 'declined', reasonId: null, comment: null }, act()), /check constraint/)
})

test('deleted people get no email', async () => {
  const [gone] = await sql`insert into person (login, deleted_at) values (${`gone-${made}`}, now()) returning id`
  await sql`insert into member (team_id, person_id, name, is_administrator) values (${team}, ${gone!.id}, 'Gone', true)`
  const { id } = await insert()
  assert.deepEqual(
    (await mailAbout(sql, id)).map(({ login }) => login),
    ['anna'],
  )
})

test('a call that waited for the project lock sees what was committed meanwhile', async () => {
  const { id } = await insert()
  let second: Promise<string> | undefined
  await sql.begin(async (tx) => {
    await lockRequest(tx, { id, personId: anna })
    second = sql.begin(async (other) => (await lockRequest(other, { id, personId: anna }))!.request.status) as Promise<string>
    await approveRequest(tx, { id, team }, given, act())
    for (let waiting = 0; waiting === 0; ) waiting = (await sql`select count(*)::int as n from pg_locks where not granted`)[0]!.n
  })
  assert.equal(await second, 'approved')
  assert.deepEqual(
    (await listRepresentedTeams(sql, anna)).filter((one) => one.id === team).map(({ worksOn }) => worksOn !== null),
    [true],
  )
})
