import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerJoinRequest, cancelJoinRequest, createJoinRequest, listJoinRequests } from '#contract/invitation.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addOwnTeam, mailsOfTeam, membersOf, teamWorld } from '#tests/support/teams.ts'

const world = teamWorld({ ada: [], ben: [], cleo: ['QA'], dan: [], curator: [] })
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
