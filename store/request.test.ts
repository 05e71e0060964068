import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { addProject, addTeam, historyOf, mailAbout } from '#tests/support/requests.ts'
import { listRepresentedTeams, lockForApplication, lockRequest } from './request.ts'
import { approveRequest, changeRequest, closeRequest, insertRequest } from './request-change.ts'
import type { Sql } from './sql.ts'

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

test('a request and its files are read back as they were written, in the order they were sent', async () => {
  const { id, files } = await insert([file('b.txt'), file('a.txt'), file('b-again.txt')])
  const held = (await lockRequest(sql, { id, personId: anna, reasonId: 1 }))!
  assert.deepEqual(held.request, {
    ...{ id, team, project: `store-${made}`, status: 'submitted', message: 'Hi', comment: null, reason: null, decidedAt: null },
    ...{ createdAt: '2026-09-01T10:00:00.123Z', updatedAt: '2026-09-01T10:00:00.123Z', files },
  })
  assert.deepEqual(
    files.map(({ name }) => name),
    ['b.txt', 'a.txt', 'b-again.txt'],
  )
  assert.deepEqual(held.givenReason, { id: 1, en: 'No', ru: 'Нет' })
  assert.equal(held.team.bytesKept, 9)
  assert.equal(held.team.callersPlace, 'administrator')
  assert.equal((await sql`select 1 from blob where sha256 = any(${files.map(({ sha256 }) => sha256)})`).length, 2)
  assert.equal(await lockRequest(sql, { id: 2_147_483_647, personId: anna }), undefined)
})

test('what is not there is not held', async () => {
  assert.deepEqual(
    { ...(await lockForApplication(sql, 'no-such', 2_147_483_647, anna)) },
    { project: null, team: null, request: null, givenReason: null },
  )
})

test('new files replace the old ones; none given leaves them', async () => {
  const { id, files } = await insert([file('a.txt')])
  assert.deepEqual(await changeRequest(sql, id, { message: 'One', files: null }, act()), [])
  assert.deepEqual((await lockRequest(sql, { id, personId: anna }))!.request.files, files)
  const after = await changeRequest(sql, id, { message: 'Two', files: [file('c.txt'), file('d.txt')] }, act())
  const { request, team: owner } = (await lockRequest(sql, { id, personId: anna }))!
  assert.deepEqual(request.files, after)
  assert.equal(owner.bytesKept, 6, 'what was replaced takes no room')
  assert.equal((await sql`select 1 from file where request_id = ${id}`).length, 3, 'nothing is forgotten')
})

test('the database refuses a second live request of a team for a project', async () => {
  await insert()
  await assert.rejects(insert(), breaks('request_live'))
})

test('the database refuses every step but those from waiting', async () => {
  const { id } = await insert()
  await closeRequest(sql, id, { status: 'withdrawn', reasonId: null, comment: null }, act())
  await assert.rejects(closeRequest(sql, id, { status: 'declined', reasonId: 1, comment: null }, act()), breaks('request_step'))
  await assert.rejects(approveRequest(sql, { id, team }, given, act()), breaks('request_step'))
  await assert.rejects(sql`update request set status = 'submitted' where id = ${id}`, breaks('request_step'))
  assert.equal((await historyOf(sql, id)).length, 2)
  assert.equal((await mailAbout(sql, id)).length, 2)
})

test('the database refuses one team too many, also from those who count wrong', async () => {
  const { id } = await insert()
  const rival = await addTeam(sql, 'Rival')
  await sql`insert into assignment (team_id, project_id) values (${rival}, ${project})`
  await assert.rejects(approveRequest(sql, { id, team }, given, act()), breaks('project_places'))
  assert.equal((await lockRequest(sql, { id, personId: anna }))!.request.status, 'submitted', 'all of it or nothing')
  await sql`update assignment set ended_at = now(), outcome = 'left' where team_id = ${rival}`
  await approveRequest(sql, { id, team }, given, act())
})

test('the database refuses two projects for a team', async () => {
  const { id } = await insert()
  await sql`insert into assignment (team_id, project_id) values (${team}, ${await addProject(sql, `other-${made}`)})`
  await assert.rejects(approveRequest(sql, { id, team }, given, act()), breaks('assignment_current'))
})

test('what a team worked on and is over is finished when it gets another project', async () => {
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

test('a refusal without a reason is refused', async () => {
  const { id } = await insert()
  await assert.rejects(closeRequest(sql, id, { status: 'declined', reasonId: null, comment: null }, act()), /check constraint/)
})

test('people who are gone get no mail', async () => {
  const [gone] = await sql`insert into person (login, deleted_at) values (${`gone-${made}`}, now()) returning id`
  await sql`insert into member (team_id, person_id, name, is_administrator) values (${team}, ${gone!.id}, 'Gone', true)`
  const { id } = await insert()
  assert.deepEqual(
    (await mailAbout(sql, id)).map(({ login }) => login),
    ['anna'],
  )
})

test('who holds a project keeps others waiting, and they see what was written meanwhile', async () => {
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
