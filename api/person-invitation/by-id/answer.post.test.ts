import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerInvitation, createInvitation, endInvitation, listInvitations } from '#contract/invitation.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addProject } from '#tests/support/world/requests.ts'
import { addOwnTeam, mailsOfTeam, membersOf, teamWorld } from '#tests/support/world/teams.ts'

const world = teamWorld({ ada: [], ben: ['QA'], cleo: ['QA'], dan: ['QA'] })
const { clients, ids } = world

const invite = (team: number, person: number, by = 'ada', message?: string) =>
  clients[by]!(createInvitation, { params: { id: String(team) }, body: { person, ...(message === undefined ? {} : { message }) } })
const answer = (login: string, id: number, isAccepted: boolean, neverInvite?: boolean) =>
  clients[login]!(answerInvitation, {
    params: { id: String(id) },
    body: { isAccepted, ...(neverInvite === undefined ? {} : { neverInvite }) },
  })
const received = async (login: string) => (await clients[login]!(listInvitations)).invitations
const statusOf = async (id: number) => (await world.sql`select status from person_invitation where id = ${id}`)[0]!.status

test('a decline has no reason, and the team cannot invite the person again for 30 days', async () => {
  const { sql } = world
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
  await world.disbandAll()
})

test('never invite me again: every open invitation is declined, and nobody can invite until the person is open again', async () => {
  const { sql } = world
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
  await world.disbandAll()
})

test('an invitation of somebody else, an ended or expired one, and one of a team that is disbanded are over', async () => {
  const { sql } = world
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
  await world.disbandAll()
  await refused('invitation_over', answer('cleo', last.id, true))
  assert.deepEqual(await membersOf(sql, team), ['ada'])
})

test('the rules of joining count at the moment of the answer', async () => {
  const { sql } = world
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
  await world.set({ mostTeamSize: 1 })
  await refused('team_full', accept())
  await world.set({ mostTeamSize: 8, whoFormsTeams: 'curators' })
  await refused('teams_by_curators_only', accept())
  await world.set({ whoFormsTeams: 'members' })
  await accept()
  await world.disbandAll()
})
