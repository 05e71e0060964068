import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerJoinRequest, cancelJoinRequest, createJoinRequest, listJoinRequests } from '#contract/invitation.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addOwnTeam, teamWorld } from '#tests/support/teams.ts'

const world = teamWorld({ ada: [], ben: [], cleo: ['QA'], dan: [], curator: [] })
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
