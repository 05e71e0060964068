import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answerInvitation, createInvitation, endInvitation, listInvitations } from '#contract/invitation.ts'
import { TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { addProject } from '#tests/support/requests.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addOwnTeam, addPerson, clientOf, mailsOfTeam, membersOf } from '#tests/support/teams.ts'

// Invitations of people who are open to joining.

let database: TestDatabase
let service: TestService
const ids: Record<string, number> = {}
const clients: Record<string, Awaited<ReturnType<typeof clientOf>>> = {}
before(async () => {
  database = await testDatabase(TEMPLATE)
  await database.sql`select add_built_in_roles()`
  service = await startService({ database })
  for (const login of ['ada', 'ben', 'cleo', 'dan']) {
    ids[login] = await addPerson(database.sql, login, ...(login === 'ada' ? [] : ['QA']))
    clients[login] = await clientOf(service, login)
  }
})
after(async () => {
  await service.close()
  await database.close()
})

const invite = (team: number, person: number, by = 'ada', message?: string) =>
  clients[by]!(createInvitation, { params: { id: String(team) }, body: { person, ...(message === undefined ? {} : { message }) } })
const answer = (login: string, id: number, isAccepted: boolean, neverInvite?: boolean) =>
  clients[login]!(answerInvitation, {
    params: { id: String(id) },
    body: { isAccepted, ...(neverInvite === undefined ? {} : { neverInvite }) },
  })
const received = async (login: string) => (await clients[login]!(listInvitations)).invitations
const disbandAll = () => database.sql`update team set disbanded_at = now(), is_looking = false where disbanded_at is null`
const statusOf = async (id: number) => (await database.sql`select status from person_invitation where id = ${id}`)[0]!.status

test('an invited person sees who invites and why, accepts, and the admins get an email', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada', 'ben'], { name: 'Tree Counters' })
  await sql`update team set description = 'We count.' where id = ${team}`
  await sql`insert into team_wanted_role (team_id, role_id, count, position) select ${team}, id, 1, 0 from role where name = 'QA'`
  const { invited, link } = await invite(team, ids.cleo!, 'ada', ' We need\0 a tester. ')
  assert.equal(link, null)
  assert.deepEqual([invited!.person, invited!.name, invited!.avatar], [ids.cleo, 'Surname of cleo Name of cleo', null])
  const [one, ...rest] = await received('cleo')
  assert.deepEqual(rest, [])
  const { createdAt, expiresAt, ...shown } = one!
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 14 * 86_400_000)
  const missingRoles = [{ role: 'QA', roleRu: 'Тестировщик', count: 1 }]
  assert.deepEqual(shown, {
    id: invited!.id,
    team: { id: team, name: 'Tree Counters', description: 'We count.', missingRoles },
    inviter: 'Surname of ada Name of ada',
    message: 'We need a tester.',
  })
  await refused('already_invited', invite(team, ids.cleo!))
  const joined = await answer('cleo', invited!.id, true)
  assert.equal(joined.team, team)
  assert.deepEqual(await answer('cleo', invited!.id, true), joined, 'a retry has the same answer')
  assert.deepEqual(await membersOf(sql, team), ['ada', 'ben', 'cleo'])
  assert.equal(await statusOf(invited!.id), 'accepted')
  assert.deepEqual(await received('cleo'), [])
  assert.deepEqual(await mailsOfTeam(sql, team), [
    { kind: 'team_invitation', login: 'cleo', data: { team, invitation: invited!.id, by: ids.ada } },
    { kind: 'team_joined', login: 'ada', data: { team, by: ids.cleo } },
  ])
  await refused('already_member', invite(team, ids.cleo!))
  await refused('person_not_found', invite(team, 2_147_483_647))
  await disbandAll()
})

test('a decline has no reason, and the team cannot invite the person again for 30 days', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada'])
  const { invited } = await invite(team, ids.cleo!)
  const before = await mailsOfTeam(sql, team)
  for (let n = 0; n < 2; n++) assert.deepEqual(await answer('cleo', invited!.id, false), { team: null, member: null })
  assert.deepEqual(await mailsOfTeam(sql, team), before, 'nobody gets an email about a decline')
  await refused('invitation_over', answer('cleo', invited!.id, true))
  const problem = await refused('not_open_to_joining', invite(team, ids.cleo!))
  await sql`update person_joining set is_open = false where person_id = ${ids.dan!}`
  assert.equal(
    (await refused('not_open_to_joining', invite(team, ids.dan!))).detail,
    problem.detail,
    'like a person who is not open to joining',
  )
  await sql`update person_joining set is_open = true where person_id = ${ids.dan!}`
  await sql`update person_invitation set ended_at = ended_at - interval '31 days' where id = ${invited!.id}`
  await invite(team, ids.cleo!)
  await disbandAll()
})

test('never invite me again: every open invitation is declined, and nobody can invite until the person is open again', async () => {
  const { sql } = database
  const [first, second] = [await addOwnTeam(sql, ['ada']), await addOwnTeam(sql, ['ben'])]
  const [one, two] = [(await invite(first, ids.cleo!)).invited!, (await invite(second, ids.cleo!, 'ben')).invited!]
  await answer('cleo', one.id, false, true)
  assert.deepEqual([await statusOf(one.id), await statusOf(two.id), await received('cleo')], ['declined', 'declined', []])
  await sql`update person_invitation set ended_at = ended_at - interval '31 days'`
  await refused('not_open_to_joining', invite(second, ids.cleo!, 'ben'))
  const [row] = await sql`select is_open, never_invite from person_joining where person_id = ${ids.cleo!}`
  assert.deepEqual({ ...row }, { is_open: false, never_invite: true })
  await sql`update person_joining set is_open = true, never_invite = false where person_id = ${ids.cleo!}`
  const { invited } = await invite(second, ids.cleo!, 'ben')
  await clients.ben!(endInvitation, { params: { id: String(second) }, query: { invited: String(invited!.id) } })
  await answer('cleo', invited!.id, false, true)
  assert.equal(
    (await sql`select 1 from person_joining where person_id = ${ids.cleo!} and never_invite`).length,
    1,
    'also from one that is over',
  )
  await sql`update person_joining set is_open = true, never_invite = false where person_id = ${ids.cleo!}`
  await disbandAll()
})

test('an invitation of somebody else, an ended or expired one, and one of a team that is disbanded are over', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada'])
  const { invited } = await invite(team, ids.cleo!)
  await refused('invitation_over', answer('dan', invited!.id, true))
  await refused('invitation_over', answer('cleo', 2_147_483_647, false))
  await sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${team}, 'disband', now(), now() + interval '10 minutes')`
  await refused('invitation_over', answer('cleo', invited!.id, true))
  assert.deepEqual(await received('cleo'), [])
  await sql`delete from pending_team_change`
  await sql`update person_invitation set created_at = created_at - interval '15 days', expires_at = expires_at - interval '15 days' where id = ${invited!.id}`
  for (const isAccepted of [true, false]) await refused('invitation_over', answer('cleo', invited!.id, isAccepted))
  assert.deepEqual(await received('cleo'), [])
  const again = (await invite(team, ids.cleo!)).invited!
  assert.equal(await statusOf(invited!.id), 'expired', 'a new one takes its place')
  await clients.ada!(endInvitation, { params: { id: String(team) }, query: { invited: String(again.id) } })
  for (const isAccepted of [true, false]) await refused('invitation_over', answer('cleo', again.id, isAccepted))
  const last = (await invite(team, ids.cleo!)).invited!
  await disbandAll()
  await refused('invitation_over', answer('cleo', last.id, true))
  assert.deepEqual(await membersOf(sql, team), ['ada'])
})

test('the rules of joining count at the moment of the answer', async () => {
  const { sql } = database
  const team = await addOwnTeam(sql, ['ada'])
  const { invited } = await invite(team, ids.cleo!)
  const accept = () => answer('cleo', invited!.id, true)
  const other = await addOwnTeam(sql, ['cleo'])
  await refused('too_many_teams', accept())
  await sql`update team set disbanded_at = now() where id = ${other}`
  await addProject(sql, 'busy')
  await sql`insert into assignment (team_id, project_id) select ${team}, id from project where slug = 'busy'`
  await refused('team_has_project', accept())
  await sql`delete from assignment`
  const set = async (values: object) => {
    await sql`update setting set document = document || ${sql.json(values as never)}`
    await service.app.reloadSettings()
  }
  await set({ mostTeamSize: 1 })
  await refused('team_full', accept())
  await set({ mostTeamSize: 8, whoFormsTeams: 'curators' })
  await refused('teams_by_curators_only', accept())
  await set({ whoFormsTeams: 'members' })
  await accept()
  await disbandAll()
})

test('limits: 20 open invitations of a team, 20 a day of a team and of an admin, 10 a day to one person', async () => {
  const { sql } = database
  await sql`insert into person (login, name, surname) select 'many' || n, 'M', 'N' || n from generate_series(1, 45) n`
  await sql`insert into person_joining (person_id, is_open, updated_at) select id, true, now() from person where login like 'many%'`
  const many = (await sql<{ id: number }[]>`select id from person where login like 'many%' order by id`).map(({ id }) => id)
  const [first, second] = [await addOwnTeam(sql, ['ada', 'ben']), await addOwnTeam(sql, ['ada', 'ben'])]
  await sql`update member set is_administrator = true where team_id in (${first}, ${second})`
  await sql`insert into person_invitation (team_id, person_id, invited_by, created_at, expires_at)
    select ${first}, id, ${ids.ada!}, now() - interval '2 days', now() + interval '12 days' from unnest(${many.slice(0, 19)}::int[]) as id`
  await invite(first, many[19]!)
  assert.match((await refused('too_many_invitations', invite(first, many[20]!))).detail, /limit of 20 .* in 28[78] h/)
  await sql`update person_invitation set status = 'ended', ended_at = now(), created_at = now() - interval '1 hour' where team_id = ${first}`
  assert.match((await refused('too_many_invitations', invite(first, many[20]!, 'ben'))).detail, /limit of 20 .* in 23 h/, 'of the team')
  assert.match((await refused('too_many_invitations', invite(second, many[20]!, 'ada'))).detail, /limit of 20 /, 'of the admin')
  await invite(second, many[20]!, 'ben')
  await sql`insert into person_invitation (team_id, person_id, created_at, expires_at, status, ended_at)
    select ${first}, ${many[21]!}, now() - interval '1 hour', now() + interval '1 day', 'ended', now() from generate_series(1, 10)`
  await refused('not_open_to_joining', invite(second, many[21]!, 'ben'))
  await sql`update person set disabled_at = now() where id = ${many[22]!}`
  await refused('not_open_to_joining', invite(second, many[22]!, 'ben'))
  await disbandAll()
})
