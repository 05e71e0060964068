import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { callbackParameters, LOOPBACK, type OwnClient, ownClient } from '#tests/support/own-client.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { codeFor, exchange, fieldStart, refresh, signIn, tokensFrom, visitorFor, walkThrough } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

let service: TestService
let clock = Date.now()
before(async () => {
  service = await startService({ now: () => new Date(clock) })
})
after(() => service?.close())

const isSignedIn = async (accessToken: string): Promise<boolean> => {
  const { status } = await fetch(`${service.url}/user/sessions`, { headers: { authorization: `Bearer ${accessToken}` } })
  assert.ok(status === 200 || status === 401, String(status))
  return status === 200
}
const count = async (table: 'code' | 'session'): Promise<number> =>
  (await service.sql`select count(*)::int as n from ${service.sql(`auth.${table}`)}`)[0]!.n
const ownCode = async (client: OwnClient, login = 'anna'): Promise<string> =>
  callbackParameters(client, service, await walkThrough(service, login, client.start(service))).code!
const proof = ({ verifier, redirectUri }: OwnClient) => ({ codeVerifier: verifier, clientId: 'projectory-dev', redirectUri })

/** A sign-in stopped at the redirect to the callback: its URL, and the cookie of the browser that started it. */
async function interrupted(login: string): Promise<{ callback: URL; cookie: string }> {
  const start = await fetch(fieldStart(service), { redirect: 'manual' })
  const cookie = start.headers.getSetCookie()[0]!.split(';')[0]!
  const stranger = visitorFor(service) // without that cookie it is stopped at the callback
  const { url } = await stranger.press(await stranger.visit(start.headers.get('location')!), 'login', login)
  assert.equal(url.pathname, '/auth/mobile/idpcallback')
  return { callback: url, cookie }
}
const open = (address: URL | string, cookie?: string) =>
  fetch(address, { redirect: 'manual', headers: { 'accept-language': 'en', ...(cookie && { cookie }) } })

test('our own client signs in with PKCE', async () => {
  const client = ownClient()
  const tokens = await tokensFrom(await exchange(service, { code: await ownCode(client), ...proof(client) }))
  assert.equal(tokens.expiresIn, 600)
  assert.ok(await isSignedIn(tokens.accessToken))
})

test('code injection: a victim’s code does not work in another client’s sign-in, and is used up by the attempt', async () => {
  const wrong = {
    'another verifier': { codeVerifier: ownClient().verifier },
    'no verifier': { codeVerifier: undefined },
    'an empty verifier': { codeVerifier: '' },
    'another client': { clientId: 'projectory-web' },
    'the client without proof': { clientId: 'field-mobile' },
    'another address': { redirectUri: 'http://127.0.0.1:49153/cb' },
  }
  for (const [what, change] of Object.entries(wrong)) {
    const victim = ownClient()
    const code = await ownCode(victim)
    const sessions = await count('session')
    await assertProblem(await exchange(service, { code, ...proof(victim), ...change }), 'pkce_mismatch')
    await assertProblem(await exchange(service, { code, ...proof(victim) }), 'code_invalid')
    assert.equal(await count('session'), sessions, what)
  }
})

test('code injection: the challenge is not accepted as the verifier', async () => {
  const victim = ownClient()
  const code = await ownCode(victim)
  const codeVerifier = victim.parameters.code_challenge
  await assertProblem(await exchange(service, { code, ...proof(victim), codeVerifier }), 'pkce_mismatch')
})

test('a stolen code of the client without PKCE: the second exchange ends the session of the first', async () => {
  const code = await codeFor(service, 'boris')
  const first = await tokensFrom(await exchange(service, { code }))
  assert.ok(await isSignedIn(first.accessToken))
  await assertProblem(await exchange(service, { code }), 'code_invalid')
  assert.equal(await isSignedIn(first.accessToken), false)
  await assertProblem(await refresh(service, first.refreshToken), 'session_revoked')
  const [row] = await service.sql`select outcome, actor_id from audit_event where action = 'authn_code_replay' order by seq desc limit 1`
  assert.deepEqual({ ...row }, { outcome: 'failure', actor_id: first.user.id })
})

test('a stolen code of the client without PKCE: of many concurrent exchanges one succeeds, and its session is ended', async () => {
  const code = await codeFor(service, 'boris')
  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(service, { code })))
  const won = answers.filter(({ status }) => status === 200)
  assert.equal(won.length, 1)
  assert.equal(answers.filter(({ status }) => status === 401).length, 7)
  assert.equal(await isSignedIn((await tokensFrom(won[0]!)).accessToken), false)
})

test('an honest phone that reads its old link again after the minute is refused and stays signed in', async () => {
  const code = await codeFor(service, 'vera')
  const tokens = await tokensFrom(await exchange(service, { code }))
  clock += 61_000
  await assertProblem(await exchange(service, { code }), 'code_invalid')
  assert.ok(await isSignedIn(tokens.accessToken))
  await tokensFrom(await refresh(service, tokens.refreshToken))
})

test('a code expires after a minute', async () => {
  const code = await codeFor(service, 'vera')
  clock += 60_000
  await assertProblem(await exchange(service, { code }), 'code_invalid')
})

test('login CSRF: a callback URL from one browser opened in another gives a page and no code', async () => {
  const { callback, cookie } = await interrupted('gleb')
  const codes = await count('code')
  const own = (await open(fieldStart(service))).headers.getSetCookie()[0]!.split(';')[0]! // another sign-in of the same browser does not help
  for (const brought of [undefined, own]) {
    const page = await open(callback, brought)
    assert.deepEqual([page.status, page.headers.get('location')], [400, null])
    assert.match(await page.text(), /Sign in again/)
  }
  assert.equal(await count('code'), codes)
  assert.match(
    (await open(callback, cookie)).headers.get('location') ?? '',
    /^projectory:.*code=/,
    'the browser that started it can finish',
  )
})

test('a used callback is refused, even with the saved cookie', async () => {
  const { callback, cookie } = await interrupted('gleb')
  const codes = await count('code')
  const first = await open(callback, cookie)
  assert.match(first.headers.get('location') ?? '', /^projectory:/)
  assert.match(first.headers.getSetCookie().join(), /pj_tx_[0-9a-f]{8}=; Max-Age=0/)
  const second = await open(callback, cookie)
  assert.deepEqual([second.status, second.headers.get('location')], [400, null])
  assert.match(await second.text(), /Couldn’t verify the sign-in/)
  assert.equal(await count('code'), codes + 1)
  const [row] = await service.sql`select detail from audit_event where action = 'authn_callback_rejected' order by seq desc limit 1`
  assert.deepEqual(row!.detail, { provider: 'idp', why: 'state used before' })
})

test('a sign-in expires after ten minutes', async () => {
  const { callback, cookie } = await interrupted('gleb')
  clock += 600_000
  assert.equal((await open(callback, cookie)).status, 400)
})

test('a forged, truncated or copied cookie is refused', async () => {
  const { callback, cookie } = await interrupted('gleb')
  const [name, value] = cookie.split('=') as [string, string]
  const borrowed = (await interrupted('anna')).cookie.split('=')[1]!
  const bent = value.slice(0, 60) + (value[60] === 'A' ? 'B' : 'A') + value.slice(61)
  for (const forged of ['', 'x', value.slice(0, -4), bent, borrowed, '{"state":"x"}']) {
    const page = await open(callback, `${name}=${forged}`)
    assert.deepEqual([page.status, page.headers.get('location')], [400, null], forged)
    assert.match(await page.text(), /Sign in again/, forged)
  }
  assert.equal((await open(callback, cookie)).status, 302)
})

test('session fixation: each sign-in creates a new session, regardless of existing cookies', async () => {
  const planted = 'pj_rt=planted; __Host-pj_rt=planted; sid=planted; pj_ho=planted; pj_tx_00000000=planted'
  const page = await fetch(fieldStart(service), { redirect: 'manual', headers: { cookie: planted } })
  assert.equal(page.headers.getSetCookie().length, 1)
  assert.match(page.headers.getSetCookie()[0]!, /^pj_tx_(?!00000000)/)
  const sessions = await count('session')
  await fetch(fieldStart(service), { redirect: 'manual' })
  assert.equal(await count('session'), sessions, 'no session exists before the sign-in')

  const before = await signIn(service, 'anna')
  const code = await codeFor(service, 'anna')
  const headers = { cookie: `pj_rt=${before.refreshToken}`, authorization: `Bearer ${before.accessToken}` }
  const next = await tokensFrom(await exchange(service, { code, sid: before.sessionId, sessionId: before.sessionId }, headers))
  assert.notEqual(next.sessionId, before.sessionId)
  const sidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid as string
  assert.notEqual(sidOf(next.accessToken), sidOf(before.accessToken))
})

test('a challenge cannot be reused for a second sign-in', async () => {
  const client = ownClient(LOOPBACK)
  await ownCode(client)
  const page = await walkThrough(service, 'anna', client.start(service))
  assert.equal(page.status, 400)
  assert.match(page.text, /code_challenge/)
})
