import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endSession, listSessions } from '#contract/mobile.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { callAs, refresh, sessionOf } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

const { service } = useService()

const audit = () =>
  service.sql<
    { actorId: number; sid: string; target: string }[]
  >`select actor_id as "actorId", sid, target from audit_event where action = 'session_revoked' order by seq`
const isKnown = async (token: string) =>
  (await fetch(`${service.url}/user/sessions`, { headers: { authorization: `Bearer ${token}` } })).status === 200
const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid
const end = (id: string, token: string) =>
  fetch(`${service.url}/user/sessions/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })

test('a session is ended from another device, at once and with an audit entry', async () => {
  const lost = await sessionOf(service, 'anna')
  assert.ok(await isKnown(lost.accessToken))
  const anna = await callAs(service, 'anna')
  const response = await end(String(lost.sessionId), anna.tokens.accessToken)
  assert.equal(response.status, 204)
  assert.equal(await response.text(), '')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.ok(!(await isKnown(lost.accessToken)), 'the very next call')
  const refusal = await refresh(service, lost.refreshToken)
  assert.equal(((await refusal.json()) as { code: string }).code, 'session_revoked')
  assert.equal((await anna(listSessions)).length, 1)
  const expected = { actorId: anna.tokens.user.id, sid: sidOf(anna.tokens.accessToken), target: `session ${lost.sessionId}` }
  assert.deepEqual({ ...(await audit()).at(-1) }, expected)
  await refused('session_not_found', anna(endSession, { params: { id: String(lost.sessionId) } }))
})

test('the current session can be ended too', async () => {
  const { accessToken, refreshToken, sessionId } = await sessionOf(service, 'boris')
  assert.equal((await end(String(sessionId), accessToken)).status, 204)
  assert.ok(!(await isKnown(accessToken)))
  assert.equal((await refresh(service, refreshToken)).status, 401)
})

test('a session of another person is not found and not changed', async () => {
  const [mine, theirs] = [await sessionOf(service, 'gleb'), await sessionOf(service, 'admin')]
  const before = (await audit()).length
  const foreign = await assertProblem(await end(String(theirs.sessionId), mine.accessToken), 'session_not_found')
  const unknown = await assertProblem(await end('2147483647', mine.accessToken), 'session_not_found')
  assert.deepEqual({ ...foreign, requestId: '' }, { ...unknown, requestId: '' }, 'nobody learns that it exists')
  assert.ok(await isKnown(theirs.accessToken))
  assert.equal((await refresh(service, theirs.refreshToken)).status, 200)
  assert.equal((await audit()).length, before)
})

test('an administrator cannot end sessions of others here', async () => {
  const [admin, theirs] = [await sessionOf(service, 'admin'), await sessionOf(service, 'vera')]
  await assertProblem(await end(String(theirs.sessionId), admin.accessToken), 'session_not_found')
  assert.ok(await isKnown(theirs.accessToken))
})

test('ids beyond 32 bits, zero and leading zeros are not found', async () => {
  const { accessToken, sessionId } = await sessionOf(service, 'gleb')
  for (const id of ['2147483648', '8589934592', String(sessionId + 2 ** 32), '9999999999', '0', '0000000000'])
    await assertProblem(await end(id, accessToken), 'session_not_found')
  assert.ok(await isKnown(accessToken))
})

test('other texts are invalid, in both languages', async () => {
  const { accessToken } = await sessionOf(service, 'gleb')
  for (const id of ['abc', '-1', '1.5', '1e3', '99999999999', '%20', '1%00', sidOf(accessToken)])
    for (const language of ['en', 'ru'] as const) {
      const headers = { authorization: `Bearer ${accessToken}`, 'accept-language': language }
      const response = await fetch(`${service.url}/user/sessions/${id}`, { method: 'DELETE', headers })
      await assertProblem(response, 'invalid_input', language)
    }
  assert.ok(await isKnown(accessToken))
})

test('an invalid token is refused', async () => {
  const tokens = await sessionOf(service, 'anna')
  await assertProblem(await end(String(tokens.sessionId), tokens.refreshToken), 'invalid_token')
  assert.ok(await isKnown(tokens.accessToken))
})

test('an outdated If-Match is refused', async () => {
  const [mine, lost] = [await sessionOf(service, 'curator'), await sessionOf(service, 'curator')]
  const authorization = `Bearer ${mine.accessToken}`
  const etag = async () => (await fetch(`${service.url}/user/sessions`, { headers: { authorization } })).headers.get('etag')!
  const remove = (seen: string) =>
    fetch(`${service.url}/user/sessions/${lost.sessionId}`, { method: 'DELETE', headers: { authorization, 'if-match': seen } })
  const before = await etag()
  await sessionOf(service, 'curator')
  await assertProblem(await remove(before), 'precondition_failed')
  assert.ok(await isKnown(lost.accessToken))
  assert.ok((await remove(await etag())).ok)
  assert.ok(!(await isKnown(lost.accessToken)))
})
