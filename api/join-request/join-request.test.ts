import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerJoinRequest, cancelJoinRequest, createJoinRequest, listJoinRequests } from '#contract/invitation.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addProject } from '#tests/support/world/requests.ts'
import { addOwnTeam, addPerson, mailsOfTeam, membersOf, teamWorld } from '#tests/support/world/teams.ts'

const world = teamWorld({ ada: [], ben: [], cleo: ['QA'], dan: [], curator: [] })

describe('listJoinRequests', () => {
  const { clients, ids } = world

  const ask = (login: string, team: number, message?: string) =>
    clients[login]!(createJoinRequest, { params: { id: String(team) }, body: message === undefined ? {} : { message } })
  const answer = (login: string, id: number, isAccepted: boolean) =>
    clients[login]!(answerJoinRequest, { params: { id: String(id) }, body: { isAccepted } })
  const cancel = (login: string, id: number) => clients[login]!(cancelJoinRequest, { params: { id: String(id) } })
  const looking = (...logins: string[]) => addOwnTeam(world.sql, logins, { isLooking: true })

  test('a request is asked, listed for the admins, accepted, and both sides get an email', async () => {
    const { sql } = world
    const team = await looking('ada', 'ben', 'dan')
    await sql`update member set is_administrator = true where team_id = ${team} and person_id = ${ids.ben!}`
    const request = await ask('cleo', team, ' I can test. ')
    const person = { id: ids.cleo!, name: 'Surname of cleo Name of cleo', avatar: null, roles: ['QA'] }
    assert.deepEqual([request.status, request.message, request.endedAt, request.person], ['open', 'I can test.', null, person])
    assert.equal(Date.parse(request.expiresAt) - Date.parse(request.createdAt), 14 * 86_400_000)
    await refused('already_asked_to_join', ask('cleo', team))
    assert.deepEqual(await clients.ada!(listJoinRequests), { own: [], toAnswer: [request] })
    assert.deepEqual(await clients.cleo!(listJoinRequests), { own: [request], toAnswer: [] })
    assert.deepEqual(await clients.dan!(listJoinRequests), { own: [], toAnswer: [] }, 'other members do not see it')
    for (const login of ['dan', 'cleo', 'curator']) await refused('not_team_administrator', answer(login, request.id, true))

    const accepted = await answer('ben', request.id, true)
    assert.deepEqual([accepted.status, accepted.endedAt === null], ['accepted', false])
    assert.deepEqual(await answer('ada', request.id, true), accepted, 'a retry has the same answer')
    await refused('join_request_over', answer('ada', request.id, false))
    await refused('join_request_over', cancel('cleo', request.id))
    assert.deepEqual(await membersOf(sql, team), ['ada', 'ben', 'dan', 'cleo'])
    assert.deepEqual(await clients.cleo!(listJoinRequests), { own: [accepted], toAnswer: [] })
    const data = { team, joinRequest: request.id }
    assert.deepEqual(await mailsOfTeam(sql, team), [
      { kind: 'join_request', login: 'ada', data: { ...data, by: ids.cleo } },
      { kind: 'join_request', login: 'ben', data: { ...data, by: ids.cleo } },
      { kind: 'join_request_answered', login: 'cleo', data: { ...data, status: 'accepted', by: ids.ben } },
      { kind: 'team_joined', login: 'ada', data: { team, by: ids.cleo } },
    ])
    await refused('already_member', ask('cleo', team))
    await world.disbandAll()
  })
})

describe('createJoinRequest', () => {
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
})

describe('cancelJoinRequest', () => {
  const { clients } = world

  const ask = (login: string, team: number, message?: string) =>
    clients[login]!(createJoinRequest, { params: { id: String(team) }, body: message === undefined ? {} : { message } })
  const answer = (login: string, id: number, isAccepted: boolean) =>
    clients[login]!(answerJoinRequest, { params: { id: String(id) }, body: { isAccepted } })
  const cancel = (login: string, id: number) => clients[login]!(cancelJoinRequest, { params: { id: String(id) } })
  const looking = (...logins: string[]) => addOwnTeam(world.sql, logins, { isLooking: true })

  test('only its author can cancel a request', async () => {
    const team = await looking('ada')
    const { id } = await ask('cleo', team)
    await refused('join_request_not_found', cancel('ada', id))
    await refused('join_request_not_found', cancel('cleo', 2_147_483_647))
    for (let n = 0; n < 2; n++) assert.equal((await cancel('cleo', id)).status, 'cancelled')
    await refused('join_request_over', answer('ada', id, true))
    assert.deepEqual((await clients.ada!(listJoinRequests)).toAnswer, [])
    await world.disbandAll()
  })
})

describe('answerJoinRequest', () => {
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
})
