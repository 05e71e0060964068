import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelJoinRequest, createJoinRequest } from '#contract/invitation.ts'
import { addProject } from '#tests/support/requests.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addOwnTeam, addPerson, teamWorld } from '#tests/support/teams.ts'

const world = teamWorld({ ada: [], ben: [], cleo: ['QA'], dan: [], curator: [] })
const { clients } = world

const ask = (login: string, team: number, message?: string) =>
  clients[login]!(createJoinRequest, { params: { id: String(team) }, body: message === undefined ? {} : { message } })
const cancel = (login: string, id: number) => clients[login]!(cancelJoinRequest, { params: { id: String(id) } })
const looking = (...logins: string[]) => addOwnTeam(world.sql, logins, { isLooking: true })

test('every rule of asking has its own error', async () => {
  const { sql } = world
  const hidden = await addOwnTeam(sql, ['ada'])
  await refused('team_not_found', ask('cleo', hidden))
  await refused('team_not_found', ask('cleo', 2_147_483_647))
  await refused('team_not_looking', ask('curator', hidden))
  await sql`update team set disbanded_at = now() where id = ${hidden}`
  const team = await looking('ada')
  await world.set({ whoFormsTeams: 'curators' })
  await refused('teams_by_curators_only', ask('cleo', team))
  await world.set({ whoFormsTeams: 'members', mostTeamSize: 1 })
  await refused('team_full', ask('cleo', team))
  await world.set({ mostTeamSize: 8 })
  await addProject(sql, 'asked')
  await sql`insert into assignment (team_id, project_id) select ${team}, id from project where slug = 'asked'`
  await refused('team_has_project', ask('cleo', team))
  await sql`delete from assignment`
  await sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${team}, 'disband', now(), now() + interval '10 minutes')`
  await refused('team_not_looking', ask('cleo', team)) // others do not know
  await sql`delete from pending_team_change`
  await sql`update team set formed_by = 'curators' where id = ${team}`
  await sql`update member set person_id = null, is_administrator = false where team_id = ${team}`
  await refused('team_not_looking', ask('cleo', team))
  await sql`update member set person_id = (select id from person where login = 'ada'), is_administrator = true where team_id = ${team}`
  const other = await addOwnTeam(sql, ['cleo'])
  await refused('too_many_teams', ask('cleo', team))
  await sql`update team set disbanded_at = now() where id = ${other}`
  await ask('cleo', team)
  await world.disbandAll()
})

test('a person has at most 5 open requests, and 10 a day', async () => {
  const { sql } = world
  await sql`delete from join_request`
  const teams: number[] = []
  for (let n = 0; n < 6; n++) {
    await addPerson(sql, `head-${n}`)
    teams.push(await looking(`head-${n}`))
  }
  const requests = []
  for (const team of teams.slice(0, 5)) requests.push(await ask('cleo', team))
  assert.match((await refused('too_many_join_requests', ask('cleo', teams[5]!))).detail, /limit of 5 .* in 336 h/)
  for (const { id } of requests) await cancel('cleo', id)
  for (const team of teams.slice(0, 5)) await cancel('cleo', (await ask('cleo', team)).id)
  assert.match((await refused('too_many_join_requests', ask('cleo', teams[5]!))).detail, /limit of 10 .* in 24 h/)
  await sql`update join_request set created_at = created_at - interval '25 hours'`
  await ask('cleo', teams[5]!)
  await world.disbandAll()
})
