import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOtherSessions, listSessions } from '#contract/mobile.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs, refresh, sessionOf } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

const audit = () =>
  service.sql<
    { actorId: number; sid: string; detail: object }[]
  >`select actor_id as "actorId", sid, detail from audit_event where action = 'session_revoked' order by seq`
const isValid = async (token: string) =>
  (await fetch(`${service.url}/user/sessions`, { headers: { authorization: `Bearer ${token}` } })).status === 200

test('all other sessions of the caller end at once; the current one and those of other people stay', async () => {
  const [one, two, other] = [await sessionOf(service, 'anna'), await sessionOf(service, 'anna'), await sessionOf(service, 'vera')]
  for (const { accessToken } of [one, two, other]) assert.ok(await isValid(accessToken))
  const anna = await callAs(service, 'anna')
  assert.deepEqual(await anna(endOtherSessions), { ended: 2 })
  for (const { accessToken, refreshToken } of [one, two]) {
    assert.ok(!(await isValid(accessToken)))
    const refusal = await refresh(service, refreshToken)
    assert.equal(((await refusal.json()) as { code: string }).code, 'session_revoked')
  }
  assert.ok(await isValid(other.accessToken))
  assert.equal((await anna(listSessions)).length, 1)
  const { sid } = JSON.parse(Buffer.from(anna.tokens.accessToken.split('.')[1]!, 'base64url').toString())
  assert.deepEqual({ ...(await audit()).at(-1) }, { actorId: anna.tokens.user.id, sid, detail: { ended: 2 } })
})

test('without another session nothing ends, and nothing is recorded', async () => {
  const boris = await callAs(service, 'boris')
  const before = (await audit()).length
  assert.deepEqual(await boris(endOtherSessions), { ended: 0 })
  assert.equal((await audit()).length, before)
  assert.ok(await isValid(boris.tokens.accessToken))
})

test('an id of another person in the call has no effect', async () => {
  const other = await sessionOf(service, 'vera')
  const { accessToken } = await sessionOf(service, 'gleb')
  const response = await fetch(`${service.url}/user/sessions?user=${other.user.id}&id=${other.user.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: other.user.id, userId: other.user.id, user: { id: other.user.id } }),
  })
  assert.deepEqual(await response.json(), { ended: 0 })
  assert.ok(await isValid(other.accessToken))
})

test('an invalid token is refused', async () => {
  const tokens = await sessionOf(service, 'anna')
  const headers = { authorization: `Bearer ${tokens.refreshToken}` }
  await assertProblem(await fetch(`${service.url}/user/sessions`, { method: 'DELETE', headers }), 'invalid_token')
  assert.ok(await isValid(tokens.accessToken))
})

test('an outdated If-Match is refused', async () => {
  const [mine, lost] = [await sessionOf(service, 'curator'), await sessionOf(service, 'curator')]
  const authorization = `Bearer ${mine.accessToken}`
  const etag = async () => (await fetch(`${service.url}/user/sessions`, { headers: { authorization } })).headers.get('etag')!
  const remove = (seen: string) => fetch(`${service.url}/user/sessions`, { method: 'DELETE', headers: { authorization, 'if-match': seen } })
  const before = await etag()
  await sessionOf(service, 'curator')
  await assertProblem(await remove(before), 'precondition_failed')
  assert.ok(await isValid(lost.accessToken))
  assert.ok((await remove(await etag())).ok)
  assert.ok(!(await isValid(lost.accessToken)))
})
