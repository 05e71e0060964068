import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptInvitation, createInvitation, getInvitation } from '#contract/invitation.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addProject } from '#tests/support/world/requests.ts'
import { addOwnTeam, mailsOfTeam, membersOf, teamWorld } from '#tests/support/world/teams.ts'

const world = teamWorld({ ada: [], ben: [], cleo: ['QA', 'Designer'], dan: [], eve: [], fay: [] })
const { clients } = world

const linkTo = async (team: number, uses?: number) =>
  (await clients.ada!(createInvitation, { params: { id: String(team) }, body: { ...(uses === undefined ? {} : { uses }) } })).link!
const join = (login: string, token: string) => clients[login]!(acceptInvitation, { params: { token } })

test('a link says who invites, lets a person in once, and tells the admins', async () => {
  const { sql } = world
  const team = await addOwnTeam(sql, ['ada', 'ben'])
  await sql`insert into team_wanted_role (team_id, role_id, count, position) select ${team}, id, 2, 0 from role where name = 'QA'`
  const link = await linkTo(team)
  assert.deepEqual([link.uses, link.mostUses, link.createdBy], [0, 6, 'Surname of ada Name of ada'])
  assert.equal(Date.parse(link.expiresAt) - Date.parse(link.createdAt), 7 * 86_400_000)
  assert.equal(link.url, `${world.service.config.publicUrl}/invitation/${link.token}`)

  const guest = await world.service.call(getInvitation, { params: { token: link.token } })
  assert.deepEqual(guest.team.missingRoles, [{ role: 'QA', roleRu: guest.team.missingRoles[0]!.roleRu, count: 2 }])
  assert.deepEqual([guest.team.id, guest.team.size, guest.inviter, guest.isMember, guest.code], [null, 2, 'Name of ada', false, null])
  assert.doesNotMatch(JSON.stringify(guest), /Surname|ben/)
  const signedIn = await clients.cleo!(getInvitation, { params: { token: link.token } })
  assert.deepEqual([signedIn.team.id, signedIn.inviter, signedIn.isMember], [team, 'Surname of ada Name of ada', false])

  const joined = await join('cleo', link.token)
  assert.deepEqual(await join('cleo', link.token), joined, 'opening it again changes nothing')
  assert.deepEqual(await membersOf(sql, team), ['ada', 'ben', 'cleo'])
  const [row] = await sql`select uses from team_invitation where id = ${link.id}`
  assert.equal(row!.uses, 1)
  const roles =
    await sql`select r.name from member_role mr join role r on r.id = mr.role_id where mr.member_id = ${joined.member} order by mr.position`
  assert.deepEqual(
    roles.map(({ name }) => name),
    ['QA', 'Designer'],
  )
  const [cleo] = await sql`select id from person where login = 'cleo'`
  assert.deepEqual(await mailsOfTeam(sql, team), [{ kind: 'team_joined', login: 'ada', data: { team, by: cleo!.id } }])
  assert.equal((await clients.cleo!(getInvitation, { params: { token: link.token } })).isMember, true)
  assert.deepEqual((await world.service.call(getInvitation, { params: { token: link.token } })).team.missingRoles[0]!.count, 1)
  await world.disbandAll()
})

test('whoever joined by a link for one person gets the same answer again, others do not', async () => {
  const team = await addOwnTeam(world.sql, ['ada'])
  const { token } = await linkTo(team, 1)
  const joined = await join('dan', token)
  assert.deepEqual(await join('dan', token), joined)
  assert.equal((await clients.dan!(getInvitation, { params: { token } })).isMember, true)
  await refused('invitation_over', join('eve', token))
  await refused('invitation_over', clients.eve!(getInvitation, { params: { token } }))
  await refused('invitation_over', world.service.call(getInvitation, { params: { token } }))
  assert.deepEqual(await membersOf(world.sql, team), ['ada', 'dan'])
  await world.disbandAll()
  await refused('invitation_over', join('dan', token))
})

test('what a link says is kept by no cache', async () => {
  const { token } = await linkTo(await addOwnTeam(world.sql, ['ada']))
  for (const path of [`/invitation/${token}`, `/invitation/${token}x`]) {
    const response = await fetch(world.service.url + path)
    assert.match(response.headers.get('cache-control')!, /no-store/, path)
  }
  await world.disbandAll()
})

test('every rule of joining has its own error, which the page of the link names beforehand', async () => {
  const { sql } = world
  const team = await addOwnTeam(sql, ['ada'])
  const { token } = await linkTo(team, 50)
  const expectCode = async (code: Parameters<typeof refused>[0]) => {
    const problem = await refused(code, join('ben', token))
    const page = await clients.ben!(getInvitation, { params: { token } })
    assert.deepEqual([page.code, page.why], [code, problem.detail])
  }
  await world.set({ whoFormsTeams: 'curators' })
  await expectCode('teams_by_curators_only')
  await refused('teams_by_curators_only', linkTo(team))
  await world.set({ whoFormsTeams: 'members' })

  await addProject(sql, 'frozen')
  await sql`insert into assignment (team_id, project_id) select ${team}, id from project where slug = 'frozen'`
  await expectCode('team_has_project')
  await refused('team_has_project', linkTo(team))
  await sql`update project set date_end = '2020-01-01' where slug = 'frozen'`
  assert.equal((await clients.ben!(getInvitation, { params: { token } })).code, null, 'a project that is over does not count')
  await sql`delete from assignment`
  await sql`insert into request (team_id, project_id) select ${team}, id from project where slug = 'frozen'`
  await sql`insert into pending_decision (request_id, project_id, team_id, decision, decided_at, due_at)
    select id, project_id, team_id, 'approved', now(), now() + interval '10 minutes' from request where team_id = ${team}`
  const { code, why } = await clients.ben!(getInvitation, { params: { token } })
  assert.deepEqual([code, why], [null, null], 'a decision that only curators know is not told')
  await sql`delete from pending_decision`

  await world.set({ mostTeamSize: 1 })
  await expectCode('team_full')
  await refused('team_full', linkTo(team))
  await world.set({ mostTeamSize: 8 })

  const other = await addOwnTeam(sql, ['ben'])
  await expectCode('too_many_teams')
  await world.set({ freeTeamsPerPerson: 2 })
  await join('ben', token)
  await world.set({ freeTeamsPerPerson: 1 })
  await sql`insert into assignment (team_id, project_id) select ${other}, id from project where slug = 'frozen'`
  await sql`update project set date_end = null where slug = 'frozen'`
  await sql`delete from member where team_id = ${team} and person_id = (select id from person where login = 'ben')`
  await join('ben', token)
  assert.deepEqual(await membersOf(sql, team), ['ada', 'ben'], 'a team with a running project does not count')
  await sql`delete from assignment`
  await world.disbandAll()
})
