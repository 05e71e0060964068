import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerJoinRequest, cancelJoinRequest, createJoinRequest, listJoinRequests } from '#contract/invitation.ts'
import { addProject } from '#tests/support/requests.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addOwnTeam, mailsOfTeam, teamWorld } from '#tests/support/teams.ts'

const world = teamWorld({ ada: [], ben: [], cleo: ['QA'], dan: [], curator: [] })
const { clients } = world

const ask = (login: string, team: number, message?: string) =>
  clients[login]!(createJoinRequest, { params: { id: String(team) }, body: message === undefined ? {} : { message } })
const answer = (login: string, id: number, isAccepted: boolean) =>
  clients[login]!(answerJoinRequest, { params: { id: String(id) }, body: { isAccepted } })
const cancel = (login: string, id: number) => clients[login]!(cancelJoinRequest, { params: { id: String(id) } })
const looking = (...logins: string[]) => addOwnTeam(world.sql, logins, { isLooking: true })

test('a declined one tells the person; they can ask again', async () => {
  const { sql } = world
  const team = await looking('ada')
  const { id } = await ask('cleo', team)
  await refused('join_request_not_found', answer('dan', id, false))
  await refused('join_request_not_found', answer('ada', 2_147_483_647, false))
  assert.equal((await answer('ada', id, false)).status, 'declined')
  assert.equal((await answer('ada', id, false)).status, 'declined')
  await refused('join_request_over', answer('ada', id, true))
  assert.deepEqual(
    (await mailsOfTeam(sql, team)).map(({ kind, login, data }) => [kind, login, data.status]),
    [
      ['join_request', 'ada', undefined],
      ['join_request_answered', 'cleo', 'declined'],
    ],
  )
  const again = await ask('cleo', team)
  assert.deepEqual(
    (await clients.cleo!(listJoinRequests)).own.slice(0, 2).map((one) => one.id),
    [again.id, id],
  )
  await sql`update join_request set ended_at = ended_at - interval '31 days' where id = ${id}`
  assert.ok(!(await clients.cleo!(listJoinRequests)).own.some((one) => one.id === id))
  await world.disbandAll()
})

test('after 14 days a request is over, for everybody and at once', async () => {
  const { sql } = world
  const team = await looking('ada')
  const { id } = await ask('cleo', team)
  await sql`update join_request set created_at = created_at - interval '14 days', expires_at = expires_at - interval '14 days' where id = ${id}`
  await refused('join_request_over', answer('ada', id, true))
  await refused('join_request_over', cancel('cleo', id))
  assert.deepEqual((await clients.ada!(listJoinRequests)).toAnswer, [])
  const own = (await clients.cleo!(listJoinRequests)).own.find((one) => one.id === id)!
  assert.deepEqual([own.status, own.endedAt], ['expired', own.expiresAt])
  await ask('cleo', team)
  const told = (await mailsOfTeam(sql, team)).filter(({ kind }) => kind === 'join_request_answered')
  assert.deepEqual(told, [{ kind: 'join_request_answered', login: 'cleo', data: { team, joinRequest: id, status: 'expired', by: null } }])
  await world.disbandAll()
})

test('the rules of joining count at the moment of the answer; a decline is always possible', async () => {
  const { sql } = world
  const team = await looking('ada')
  const { id } = await ask('cleo', team)
  const accept = () => answer('ada', id, true)
  const other = await addOwnTeam(sql, ['cleo'])
  const problem = await refused('person_has_team', accept())
  assert.match(problem.detail, /^Surname of cleo Name of cleo /)
  await sql`update team set disbanded_at = now() where id = ${other}`
  await world.set({ mostTeamSize: 1 })
  await refused('team_full', accept())
  await world.set({ mostTeamSize: 8, whoFormsTeams: 'curators' })
  await refused('teams_by_curators_only', accept())
  await world.set({ whoFormsTeams: 'members' })
  await addProject(sql, 'answered')
  await sql`insert into assignment (team_id, project_id) select ${team}, id from project where slug = 'answered'`
  await refused('team_has_project', accept())
  await sql`delete from assignment`
  await sql`insert into pending_team_change (team_id, kind, decided_at, due_at) values (${team}, 'disband', now(), now() + interval '10 minutes')`
  await refused('team_disbanding', accept())
  await sql`update person set disabled_at = now() where login = 'cleo'`
  await sql`delete from pending_team_change`
  await refused('join_request_over', accept())
  await sql`update person set disabled_at = null where login = 'cleo'`
  await world.set({ whoFormsTeams: 'curators' })
  assert.equal((await answer('ada', id, false)).status, 'declined')
  await world.set({ whoFormsTeams: 'members' })
  await world.disbandAll()
})
