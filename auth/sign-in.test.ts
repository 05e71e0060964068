import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listSessions } from '#contract/mobile.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs, refresh, signIn, signOut, tokensFrom } from '#tests/support/sign-in.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('a person signs in, calls the main API, refreshes and signs out', async () => {
  const anna = await callAs(service, 'anna')
  const sessions = await anna(listSessions)
  assert.equal(sessions.length, 1)
  const next = await tokensFrom(await refresh(service, anna.tokens.refreshToken))
  assert.notEqual(next.refreshToken, anna.tokens.refreshToken)
  assert.equal((await signOut(service, next.accessToken)).status, 204)
  assert.equal((await fetch(`${service.url}/user/sessions`, { headers: { authorization: `Bearer ${next.accessToken}` } })).status, 401)
  assert.equal((await refresh(service, next.refreshToken)).status, 401)
  void signIn
})
