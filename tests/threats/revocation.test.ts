import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { listSessions } from '#contract/mobile.ts'
import type { App } from '#http/app.ts'
import { handlerFor } from '#http/handle.ts'
import { assertWithin, timeUntil } from '#tests/support/latency.ts'
import { startTiny } from '#tests/support/peer/tiny-server.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { openSession, ownSessions } from '#tests/support/session.ts'
import { type FieldTokens, refresh, signOut } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

let here: TestService
let there: TestService
before(async () => {
  here = await startService()
  there = await startService({ database: here.database, env: { PUBLIC_URL: here.config.publicUrl } })
})
after(async () => {
  await there?.close()
  await here?.close()
})

const isIn = async (service: TestService, { accessToken }: FieldTokens): Promise<boolean> => {
  const { status } = await ownSessions(service, accessToken)
  assert.ok(status === 200 || status === 401, String(status))
  return status === 200
}
/** Warms the caches of both processes, so that refusals are due to the revocation. */
async function settle(tokens: FieldTokens): Promise<FieldTokens> {
  for (const service of [here, there]) for (let i = 0; i < 2; i++) assert.ok(await isIn(service, tokens))
  return tokens
}
/** Time until all calls are refused; asserts that they stay refused. */
async function timeUntilRefused(service: TestService, tokens: FieldTokens): Promise<number> {
  const time = await timeUntil('all calls are refused', async () => !(await isIn(service, tokens)))
  for (let i = 0; i < 3; i++) assert.equal(await isIn(service, tokens), false)
  return time
}

test('use after sign-out: the next call is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const tokens = await settle(await openSession(here))
    assert.equal((await signOut(here, tokens.accessToken)).status, 204)
    assert.equal(await isIn(here, tokens), false)
    assert.equal((await refresh(here, tokens.refreshToken)).status, 401)
    assert.equal((await refresh(there, tokens.refreshToken)).status, 401)
  }
})

test('use after sign-out at another process: refused within 250 ms', async () => {
  const leave = async () => {
    const tokens = await settle(await openSession(here))
    await signOut(here, tokens.accessToken)
    return timeUntilRefused(there, tokens)
  }
  await assertWithin(250, leave, { tries: 7 })
})

test('use after the account was disabled: refused within 250 ms everywhere', async () => {
  const disable = async () => {
    const tokens = await settle(await openSession(here, 'vera'))
    await here.sql`update person set disabled_at = now() where login = 'vera'`
    const times = await Promise.all([here, there].map((service) => timeUntilRefused(service, tokens)))
    await here.sql`update person set disabled_at = null where login = 'vera'`
    return times
  }
  await assertWithin(250, disable, { tries: 5 })
})

test('use of revoked access: refused within 250 ms', async (t) => {
  const endpoint = { ...listSessions, id: 'forCurators', path: '/for-curators', access: 'curator', answer: listSessions.answer } as const
  const tiny = await startTiny({ store: here.app, routes: [handlerFor<App>()(endpoint, () => [])] })
  t.after(() => tiny.close())
  const revoke = async () => {
    const { accessToken } = await openSession(here, 'curator')
    const status = async () => (await fetch(`${tiny.origin}/for-curators`, { headers: { authorization: `Bearer ${accessToken}` } })).status
    assert.deepEqual([await status(), await status()], [200, 200])
    await here.sql`update person set access = 'member' where login = 'curator'`
    const time = await timeUntil('it is refused', async () => (await status()) === 403)
    await here.sql`update person set access = 'curator' where login = 'curator'`
    await timeUntil('it is allowed again', async () => (await status()) === 200)
    return time
  }
  await assertWithin(250, revoke, { tries: 5 })
})

test('use of a session that its owner ended from another device, one or all of them: the next call is refused', async () => {
  const [phone, laptop, tablet] = [await openSession(here), await openSession(here), await openSession(here)]
  for (const one of [phone, laptop, tablet]) await settle(one)
  const as = (tokens: FieldTokens, path: string) =>
    fetch(here.url + path, { method: 'DELETE', headers: { authorization: `Bearer ${tokens.accessToken}` } })
  assert.equal((await as(phone, `/user/sessions/${laptop.sessionId}`)).status, 204)
  assert.deepEqual([await isIn(here, laptop), await isIn(here, tablet), await isIn(here, phone)], [false, true, true])
  assert.equal((await as(phone, '/user/sessions')).status, 200)
  assert.deepEqual([await isIn(here, tablet), await isIn(here, phone)], [false, true])
  await settle(phone)
  const other = await settle(await openSession(here))
  await fetch(`${here.authUrl}/logout?all=1`, { headers: { authorization: `Bearer ${phone.accessToken}` } })
  assert.deepEqual([await isIn(here, phone), await isIn(here, other)], [false, false])
})

test('a theft detected at one process revokes the session at the other too', async () => {
  const stolen = await settle(await openSession(here))
  const second = JSON.parse(await (await refresh(here, stolen.refreshToken)).text()) as FieldTokens
  const third = JSON.parse(await (await refresh(there, second.refreshToken)).text()) as FieldTokens
  await settle(third)
  assert.equal((await refresh(there, stolen.refreshToken)).status, 401)
  assert.equal(await isIn(there, third), false)
  await timeUntilRefused(here, third)
})
