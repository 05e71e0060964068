import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerInvitation, createInvitation, listInvitations } from '#contract/invitation.ts'
import { refused } from '#tests/support/strict-client.ts'
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

test('an invited person sees who invites and why, accepts, and the admins get an email', async () => {
  const { sql } = world
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
  await world.disbandAll()
})
