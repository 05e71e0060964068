import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acceptInvitation, answerInvitation, answerJoinRequest, createInvitation, createJoinRequest } from '#contract/invitation.ts'
import { handOverTeam, removeOwnMember, requestLeave } from '#contract/team.ts'
import { expireJoining } from '#run/duties/sweep.ts'
import { TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { addProject } from '#tests/support/world/requests.ts'
import { addOwnTeam, addPerson, clientOf } from '#tests/support/world/teams.ts'
import type { ReadyMail } from './mail.ts'

// The emails about joining and leaving teams, as the calls write them.

let database: TestDatabase
let service: TestService
const ids: Record<string, number> = {}
const clients: Record<string, Awaited<ReturnType<typeof clientOf>>> = {}
before(async () => {
  database = await testDatabase(TEMPLATE)
  const { sql } = database
  await sql`select add_built_in_roles()`
  await sql`update setting set document = document || '{"undoMinutes": 0}'`
  service = await startService({ database })
  for (const login of ['ada', 'ben', 'cleo', 'curator']) {
    ids[login] = await addPerson(sql, login, 'QA')
    clients[login] = await clientOf(service, login)
  }
  await sql`update person set access = 'curator' where login = 'curator'`
})
after(async () => {
  await service.close()
  await database.close()
})

/** Composes all emails of the outbox in a language and empties it. */
async function composed(language = 'en'): Promise<{ to: string; kind: string; subject: string; text: string }[]> {
  const { sql } = database
  await sql`update person set language = ${language}`
  const rows = await sql<{ id: number; kind: string; personId: number; data: Record<string, unknown>; createdAt: Date }[]>`
    select id::float8 as id, kind, person_id as "personId", data, created_at as "createdAt" from outbox where kind <> 'new_sign_in' order by id`
  const emails = []
  for (const row of rows) {
    const made = await service.app.emailPreview.compose({ ...row, attempt: 1, tries: 1, address: null, requestId: null })
    assert.ok('raw' in made, `${row.kind}: ${JSON.stringify(made)}`)
    const { to, subject, text } = (made as ReadyMail).shown
    emails.push({ to: to.split('@')[0]!.replace(/^.*</, ''), kind: row.kind, subject, text })
  }
  await sql`delete from outbox`
  return emails
}
const subjectsOf = async (language?: string) => (await composed(language)).map(({ to, kind, subject }) => `${to} ${kind}: ${subject}`)

const ofTeam = (team: number) => ({ params: { id: String(team) } })
const disbandAll = async () => {
  await database.sql`update team set disbanded_at = now(), is_looking = false where disbanded_at is null`
  await database.sql`delete from outbox`
}

test('an invitation, and somebody who joins by it or by a link', async () => {
  const team = await addOwnTeam(database.sql, ['ada'], { name: 'Tree Counters' })
  const { invited } = await clients.ada!(createInvitation, { ...ofTeam(team), body: { person: ids.ben!, message: 'We need a tester.' } })
  const [email] = await composed()
  assert.equal(email!.subject, 'Name of ada Surname of ada invites you to the team “Tree Counters”')
  assert.match(email!.text, /Message:\n> We need a tester\./)
  assert.match(email!.text, /Never invite me again/)
  assert.match(email!.text, /unsubscribe\?token=\S+&kind=team_invitation/)
  assert.match(email!.text, new RegExp(`${service.config.publicUrl}/my\\n`))
  await clients.ben!(answerInvitation, { params: { id: String(invited!.id) }, body: { isAccepted: true } })
  assert.deepEqual(await subjectsOf(), ['ada team_joined: Name of ben Surname of ben joined “Tree Counters”'])
  const { link } = await clients.ada!(createInvitation, { ...ofTeam(team), body: {} })
  await clients.cleo!(acceptInvitation, { params: { token: link!.token } })
  assert.deepEqual(await subjectsOf('ru'), ['ada team_joined: Новый участник в команде «Tree Counters»: Name of cleo Surname of cleo'])
  await disbandAll()
})

test('an invitation that was answered before its email is sent is not emailed', async () => {
  const team = await addOwnTeam(database.sql, ['ada'])
  const { invited } = await clients.ada!(createInvitation, { ...ofTeam(team), body: { person: ids.ben! } })
  await clients.ben!(answerInvitation, { params: { id: String(invited!.id) }, body: { isAccepted: false } })
  await assert.rejects(composed(), /subject_deleted/)
  await disbandAll()
})

test('a request to join: asked, accepted, declined, expired', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada'], { name: 'Mappers', isLooking: true })
  const ask = async (login: string) => (await clients[login]!(createJoinRequest, { ...ofTeam(team), body: { message: 'Me too' } })).id
  const answer = (id: number, isAccepted: boolean) => clients.ada!(answerJoinRequest, { params: { id: String(id) }, body: { isAccepted } })
  const first = await ask('ben')
  const [email] = await composed('ru')
  assert.equal(email!.subject, 'Запрос на вступление в команду «Mappers»: Name of ben Surname of ben')
  assert.match(email!.text, /Сообщение:\n> Me too/)
  assert.match(email!.text, new RegExp(`/my/team/${team}\\n`))
  await answer(first, false)
  assert.deepEqual(await subjectsOf(), ['ben join_request_answered: “Mappers” declined your request to join'])
  const second = await ask('ben')
  await sql`delete from outbox`
  await answer(second, true)
  assert.deepEqual(await subjectsOf(), ['ben join_request_answered: You’re now in the team “Mappers”'])

  const third = await ask('cleo')
  await sql`delete from outbox`
  await sql`insert into person_invitation (team_id, person_id, created_at, expires_at) values (${team}, ${ids.cleo!}, now() - interval '15 days', now() - interval '1 day')`
  const { log } = service.app
  assert.equal(await expireJoining({ sql, now: () => new Date(), log }), 0, 'not before its time')
  const later = new Date(Date.now() + 14 * 86_400_000 + 1000)
  const runs = await Promise.all([1, 2].map(() => expireJoining({ sql, now: () => later, log })))
  assert.deepEqual(runs.toSorted(), [0, 1], 'of two at once, one expires it')
  const [row] =
    await sql`select r.status, i.status as invited from join_request r, person_invitation i where r.id = ${third} and i.team_id = ${team}`
  assert.deepEqual({ ...row }, { status: 'expired', invited: 'expired' })
  const [told] = await composed()
  assert.equal(told!.subject, 'No answer from “Mappers”')
  assert.match(told!.text, /didn’t answer your request to join within 14 days/)
  assert.match(told!.text, /\/my\/find-team\n/)
  await disbandAll()
})

test('whoever asked to join a team that is disbanded is told', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada'], { name: 'Divers', isLooking: true })
  await clients.ben!(createJoinRequest, { ...ofTeam(team), body: {} })
  await sql`delete from outbox`
  await sql`update team set disbanded_at = now(), is_looking = false where id = ${team}`
  const [email, ...others] = await composed()
  assert.deepEqual([email!.subject, others.length], ['The team “Divers” was disbanded', 0])
  assert.match(email!.text, /your request to join it is closed/)
  assert.match(email!.text, /\/my\/find-team\n/)
})

test('a new admin, and a removed member', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada', 'ben', 'cleo'], { name: 'Hikers' })
  const member = async (login: string) =>
    String((await sql`select id from member where team_id = ${team} and person_id = ${ids[login]!}`)[0]!.id)
  await clients.ada!(handOverTeam, { params: { id: String(team), member: await member('ben') }, body: {} })
  assert.deepEqual(await subjectsOf(), ['ben team_admin: You’re now an admin of “Hikers”'])
  await clients.ada!(removeOwnMember, { params: { id: String(team), member: await member('cleo') } })
  assert.deepEqual(await subjectsOf('ru'), ['cleo team_removed: Вы больше не в команде «Hikers»'])
  await sql`delete from member where team_id = ${team} and is_administrator and person_id = ${ids.ada!}`
  await disbandAll()
})

test('a request to leave, for the curators; the answer, for the person and the admins', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada', 'ben'], { name: 'Builders' })
  await addProject(sql, 'built')
  await sql`insert into assignment (team_id, project_id) select ${team}, id from project where slug = 'built'`
  await clients.ben!(requestLeave, { ...ofTeam(team), body: { message: 'I move to another city.' } })
  const [email] = await composed()
  assert.deepEqual([email!.to, email!.subject], ['curator', 'Name of ben Surname of ben asks to leave “Builders”'])
  assert.match(email!.text, /Message:\n> I move to another city\./)
  assert.match(email!.text, /\/console\/teams\/leave-requests\n/)
  for (const isAgreed of [true, false])
    for (const login of isAgreed ? ['ben', 'ada'] : ['ben'])
      await sql`insert into outbox (kind, person_id, data, created_at) values ('leave_request_answered', ${ids[login]!},
        ${sql.json({ team, by: ids.curator!, person: ids.ben!, isAgreed })}, now())`
  assert.deepEqual(await subjectsOf(), [
    'ben leave_request_answered: You left the team “Builders”',
    'ada leave_request_answered: Name of ben Surname of ben left “Builders”',
    'ben leave_request_answered: You’re staying in the team “Builders”',
  ])
  await disbandAll()
})
