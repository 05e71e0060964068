import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSessions } from '#contract/mobile.ts'
import { connect } from '#database/sql.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { loseStore, startService } from '#tests/support/service.ts'
import { callAs, codeFor, exchange, refresh, sessionOf, signOut, tokensFrom } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const DAY = 86_400_000
let clock = new Date()
const { service } = useService({ now: () => clock })

test('the list has the current session and the caller’s other sessions only', async () => {
  await sessionOf(service, 'vera')
  const device = { name: 'Pixel 8', platform: 'Android' }
  const phone = await tokensFrom(await exchange(service, { code: await codeFor(service, 'anna'), device }))
  const anna = await callAs(service, 'anna')
  const sessions = await anna(listSessions)
  const at = clock.toISOString()
  const expiresAt = new Date(clock.getTime() + 30 * DAY).toISOString()
  const shared = { client: 'field-mobile', provider: 'idp', signedInAt: at, lastSeenAt: at, expiresAt, network: '127.0.0.x' }
  assert.deepEqual(sessions, [
    { id: anna.tokens.sessionId, isCurrent: true, device: null, ...shared },
    { id: phone.sessionId, isCurrent: false, device: 'Pixel 8, Android', ...shared },
  ])
})

test('the response is private to the caller', async () => {
  const { accessToken } = await sessionOf(service, 'anna')
  const response = await fetch(`${service.url}/user/sessions`, { headers: { authorization: `Bearer ${accessToken}` } })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'private, no-store')
  assert.match(response.headers.get('vary')!, /\bAuthorization\b/)
  const text = await response.text()
  const [row] = await service.sql<{ sid: string }[]>`select sid from auth.session order by id desc limit 1`
  assert.ok(!text.includes(row!.sid), 'the name a session has inside stays inside')
})

test('ended and expired sessions are not listed; a refreshed one moves up and is extended', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  const [left, ended, used] = [await sessionOf(service, 'gleb'), await sessionOf(service, 'gleb'), await sessionOf(service, 'gleb')]
  await signOut(service, ended.accessToken)
  clock = new Date(clock.getTime() + 20 * DAY)
  const next = await tokensFrom(await refresh(service, used.refreshToken))
  const list = () => service.call(listSessions, { headers: { authorization: `Bearer ${next.accessToken}` } })
  const [first, second, ...others] = await list()
  assert.deepEqual([first!.id, second!.id, others.length], [used.sessionId, left.sessionId, 0])
  assert.equal(first!.lastSeenAt, clock.toISOString())
  assert.equal(first!.expiresAt, new Date(clock.getTime() + 30 * DAY).toISOString())
  clock = new Date(clock.getTime() + 10 * DAY + 1)
  const later = await tokensFrom(await refresh(service, next.refreshToken))
  const rest = await service.call(listSessions, { headers: { authorization: `Bearer ${later.accessToken}` } })
  assert.deepEqual(
    rest.map(({ id }) => id),
    [used.sessionId],
  )
})

test('an invalid token is refused', async () => {
  const bare = await fetch(`${service.url}/user/sessions`)
  assert.equal(bare.headers.get('www-authenticate'), 'Bearer realm="projectory"')
  await assertProblem(bare, 'not_signed_in')
  const garbage = await fetch(`${service.url}/user/sessions`, { headers: { authorization: 'Bearer garbage', 'accept-language': 'ru' } })
  assert.equal(garbage.headers.get('www-authenticate'), 'Bearer realm="projectory", error="invalid_token"')
  await assertProblem(garbage, 'invalid_token', 'ru')
})

// If a token cannot be looked up, 401 would make the client discard it.
for (const [when, hasCalled] of [
  ['after its keys were read', true],
  ['before anybody called', false],
] as const)
  test(`an unavailable database, ${when}, is reported`, async (t) => {
    const tokens = await sessionOf(service, 'gleb')
    const sql = connect(service.database.database)
    const second = await startService({ database: { ...service.database, sql }, env: { PUBLIC_URL: service.config.publicUrl } })
    t.after(() => second.close())
    const ask = () => fetch(`${second.url}/user/sessions`, { headers: { authorization: `Bearer ${tokens.accessToken}` } })
    if (hasCalled) assert.equal((await ask()).status, 200)
    await loseStore(second)
    await assertProblem(await ask(), 'database_unavailable')
  })
