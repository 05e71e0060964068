import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem } from '#tests/support/problem.ts'
import { portOf, rawCall } from '#tests/support/raw.ts'
import { loseStore, startService, type TestService } from '#tests/support/service.ts'
import { refresh, signIn, signOut } from '#tests/support/sign-in.ts'

const DAY = 86_400_000
let clock = new Date()
let service: TestService
before(async () => {
  service = await startService({ now: () => clock })
})
after(() => service.close())

const ask = (headers: Record<string, string> = {}, search = '') => fetch(`${service.authUrl}/logout${search}`, { headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const isKnown = async (token: string) => (await fetch(`${service.url}/user/sessions`, { headers: bearer(token) })).status === 200
const logouts = () =>
  service.sql<
    { sid: string; actorId: number; clientId: string; detail: object }[]
  >`select sid, actor_id as "actorId", client_id as "clientId", detail from audit_event where action = 'authn_logout' order by seq`
const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

test('sign-out revokes access and refresh tokens at once and writes an audit record', async () => {
  const tokens = await signIn(service, 'anna')
  const other = await signIn(service, 'anna')
  assert.ok(await isKnown(tokens.accessToken))
  const response = await signOut(service, tokens.accessToken)
  assert.equal(response.status, 204)
  assert.equal(await response.text(), '')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('set-cookie'), null)
  assert.ok(!(await isKnown(tokens.accessToken)))
  assert.equal((await refresh(service, tokens.refreshToken)).status, 401)
  assert.ok(await isKnown(other.accessToken), 'another device stays')
  const { sid, id } = payloadOf(tokens.accessToken)
  assert.deepEqual((await logouts()).at(-1), { sid, actorId: id, clientId: 'field-mobile', detail: { others: 0 } })
})

test('an expired token still signs out, as the field client needs it', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  const tokens = await signIn(service, 'vera')
  clock = new Date(clock.getTime() + 29 * DAY)
  assert.ok(!(await isKnown(tokens.accessToken)), 'it has run out')
  assert.equal((await signOut(service, tokens.accessToken)).status, 204)
  assert.equal((await logouts()).at(-1)!.sid, payloadOf(tokens.accessToken).sid)
  assert.equal((await refresh(service, tokens.refreshToken)).status, 401)
})

test('a token older than any session does nothing', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  const tokens = await signIn(service, 'vera')
  const before = await logouts()
  clock = new Date(clock.getTime() + 181 * DAY)
  assert.equal((await signOut(service, tokens.accessToken)).status, 204)
  assert.equal((await logouts()).length, before.length)
})

test('a missing, malformed, forged, foreign or revoked token gets the same response and does nothing', async () => {
  const tokens = await signIn(service, 'boris')
  const ended = await signIn(service, 'boris')
  await signOut(service, ended.accessToken)
  const [head, body, mark] = tokens.accessToken.split('.') as [string, string, string]
  const flipped = `${mark[0] === 'A' ? 'B' : 'A'}${mark.slice(1)}`
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  const before = await logouts()
  const given: [string, Record<string, string>][] = [
    ['nothing', {}],
    ['an empty one', { authorization: '' }],
    ['no scheme', { authorization: tokens.accessToken }],
    ['another scheme', { authorization: `Basic ${tokens.accessToken}` }],
    ['garbage', bearer('garbage')],
    ['another signature', bearer(`${head}.${body}.${flipped}`)],
    ['no signature', bearer(`${none}.${body}.`)],
    ['a cookie', { cookie: `pj_rt=${tokens.refreshToken}` }],
    ['a refresh token', bearer(tokens.refreshToken)],
    ['one that has ended', bearer(ended.accessToken)],
  ]
  const seen = new Set<string>()
  for (const [what, headers] of given) {
    const response = await ask(headers)
    assert.equal(response.status, 204, what)
    const comparable = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
    seen.add(JSON.stringify([comparable, await response.text()]))
  }
  assert.equal(seen.size, 1, 'the response reveals nothing about the token')
  assert.deepEqual(await logouts(), before)
  assert.ok(await isKnown(tokens.accessToken))
})

test('the scheme is case-insensitive, and a trailing slash is accepted', async () => {
  const tokens = await signIn(service, 'boris')
  assert.equal((await fetch(`${service.authUrl}/logout/`, { headers: { authorization: `bEARER ${tokens.accessToken}` } })).status, 204)
  assert.ok(!(await isKnown(tokens.accessToken)))
})

test('prefetch and HEAD do not sign out, even with the token', async () => {
  const tokens = await signIn(service, 'gleb')
  const ahead: Record<string, string>[] = [{ 'sec-purpose': 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }, { purpose: 'Prefetch' }]
  for (const headers of ahead) assert.equal((await ask({ ...bearer(tokens.accessToken), ...headers })).status, 204)
  const head = `HEAD /auth/logout HTTP/1.1\r\nHost: ${new URL(service.origin).host}\r\nAuthorization: Bearer ${tokens.accessToken}\r\n\r\n`
  assert.equal((await rawCall(portOf(service.origin), head, { hasBody: false })).status, 404)
  assert.ok(await isKnown(tokens.accessToken))
})

test('a browser without a token gets a page, and nothing is signed out', async () => {
  for (const [language, title] of [
    ['en', /<html lang="en">/],
    ['ru', /<html lang="ru">/],
  ] as const) {
    const response = await ask({ accept: 'text/html,*/*;q=0.8', 'accept-language': language, cookie: 'pj_rt=x' })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('set-cookie'), null, 'a visit from another site takes nothing away')
    const html = await response.text()
    assert.match(html, title)
    assert.ok(html.includes(`href="${service.origin}/"`), 'with the way home')
  }
})

test('?all=1 revokes every session of that person only', async () => {
  const [one, two, stranger] = [await signIn(service, 'anna'), await signIn(service, 'anna'), await signIn(service, 'vera')]
  const open = await service.sql<{ sid: string }[]>`select sid from auth.session where person_id = ${one.user.id} and revoked_at is null`
  assert.equal((await ask(bearer(one.accessToken), '?all=2')).status, 204)
  assert.ok(await isKnown(two.accessToken), 'only 1 means all')
  assert.equal((await ask(bearer(two.accessToken), '?all=1')).status, 204)
  assert.ok(!(await isKnown(one.accessToken)))
  assert.ok(!(await isKnown(two.accessToken)))
  assert.equal((await refresh(service, two.refreshToken)).status, 401)
  assert.ok(await isKnown(stranger.accessToken))
  assert.deepEqual((await logouts()).at(-1)!.detail, { others: open.length - 2 })
})

test('two Authorization headers are refused', async () => {
  const tokens = await signIn(service, 'gleb')
  const one = `Authorization: Bearer ${tokens.accessToken}\r\n`
  const host = `Host: ${new URL(service.origin).host}\r\n`
  const answer = await rawCall(portOf(service.origin), `GET /auth/logout HTTP/1.1\r\n${host}${one}${one}\r\n`)
  assert.equal(answer.status, 400)
  assert.equal(JSON.parse(answer.body).code, 'duplicate_authorization')
  assert.ok(await isKnown(tokens.accessToken))
})

// The session is still valid and the client may retry, so this must not look like success.
for (const [when, hasCalled] of [
  ['after its keys were read', true],
  ['before anybody called', false],
] as const)
  test(`an unavailable database, ${when}, is a problem and not a success`, async (t) => {
    const alone = await startService()
    t.after(() => alone.close())
    const tokens = await signIn(alone, 'gleb')
    if (hasCalled) await fetch(`${alone.url}/user/sessions`, { headers: bearer(tokens.accessToken) })
    await loseStore(alone)
    const response = await fetch(`${alone.authUrl}/logout`, { headers: bearer(tokens.accessToken) })
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    const { error, error_description, ...problem } = (await response.json()) as Record<string, string>
    assert.deepEqual([error, error_description], ['temporarily_unavailable', problem.detail])
    await assertProblem(new Response(JSON.stringify(problem), response), 'database_unavailable')
  })
