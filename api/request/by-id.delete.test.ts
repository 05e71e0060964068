import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequest, type ProjectRequest, withdrawRequest } from '#contract/request.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { addProject, addTeam, historyOf, mailAbout, personOf } from '#tests/support/world/requests.ts'

const { service, anna } = useService({ people: ['anna'] })

let made = 0
async function applied(): Promise<ProjectRequest> {
  const team = await addTeam(service.sql, 'Team', 'anna*', 'boris*', 'vera')
  await addProject(service.sql, `gone-${++made}`)
  return anna(createRequest, { body: { project: `gone-${made}`, team } })
}
const withdraw = (id: number | string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/request/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${anna.tokens.accessToken}`, ...headers },
  })
const statusOf = async (id: number) => (await service.sql`select status from request where id = ${id}`)[0]!.status

test('withdrawing is idempotent', async () => {
  const { id, team, project } = await applied()
  for (let n = 0; n < 3; n++) assert.deepEqual(await anna(withdrawRequest, { params: { id: String(id) } }), { id, status: 'withdrawn' })
  const actor = await personOf(service.sql, 'anna')
  const [submitted, ...rest] = await historyOf(service.sql, id)
  assert.equal(submitted!.to, 'submitted')
  assert.deepEqual(rest, [{ from: 'submitted', to: 'withdrawn', actor, reason: null, comment: null }])
  const mail = (await mailAbout(service.sql, id)).filter(({ kind }) => kind !== 'request_received')
  const data = { request: id, project, team }
  assert.deepEqual(mail, [
    { kind: 'request_withdrawn', login: 'anna', data },
    { kind: 'request_withdrawn', login: 'boris', data },
  ])
  const [row] = await service.sql`select decided_at from request where id = ${id}`
  assert.ok(row!.decided_at instanceof Date)
})

test('members and curators are refused, others do not find the application', async () => {
  const { id } = await applied()
  const call = async (login: string) => (await callAs(service, login))(withdrawRequest, { params: { id: String(id) } })
  await refused('not_team_administrator', call('vera'))
  await refused('not_team_administrator', call('curator'))
  await refused('request_not_found', call('gleb'))
  assert.equal(await statusOf(id), 'submitted')
  for (const none of ['0', '2147483647', '2147483648', '9999999999', String(id + 2 ** 32)])
    await assertProblem(await withdraw(none), 'request_not_found')
  await assertProblem(await withdraw('x'), 'invalid_input')
})

test('a decided application cannot be withdrawn', async () => {
  const { id } = await applied()
  await service.sql`update request set status = 'superseded' where id = ${id}`
  await refused('request_decided', anna(withdrawRequest, { params: { id: String(id) } }))
  assert.equal(await statusOf(id), 'superseded')
})

test('an outdated If-Match is refused', async () => {
  const { id } = await applied()
  await assertProblem(await withdraw(id, { 'if-match': '"something else"' }), 'precondition_failed')
  assert.equal(await statusOf(id), 'submitted')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${anna.tokens.accessToken}` }
  const seen = await fetch(`${service.url}/request`, { method: 'PUT', headers, body: JSON.stringify({ request: id }) })
  const match = { 'if-match': seen.headers.get('etag')! }
  assert.equal((await withdraw(id, match)).status, 200)
  assert.equal((await withdraw(id, match)).status, 200, 'saying it again does no harm')
})
