import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { parseCookie } from 'cookie'
import { apiEndpoints } from '#contract/index.ts'
import type { Preset } from '#http/limits/presets.ts'
import { ownClient } from '#tests/support/own-client.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { portOf, rawCall } from '#tests/support/raw.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { codeFor, exchange, fieldStart, refresh, signIn, signOut, tokensFrom, visitorFor, walkThrough } from '#tests/support/sign-in.ts'
import { sample, test, testPart } from '#tests/support/tier.ts'

// Attacks through the browser, the network and the logs, each named after the goal of the attacker. Those that need a real browser are in
// tests/browser/sign-in.test.ts.

const APP = 'https://app.example.org'
let service: TestService
before(async () => {
  service = await startService({ env: { CORS_ORIGINS: APP } })
})
after(() => service.close())

type Headers = Record<string, string>
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const post = (path: string, body: string, headers: Headers = {}) =>
  fetch(service.authUrl + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
const isAlive = async (token: string) => (await fetch(`${service.url}/user/sessions`, { headers: bearer(token) })).status === 200
const generations = async (sessionId: number) =>
  (await service.sql<{ gen: number }[]>`select gen from auth.session where id = ${sessionId}`)[0]!.gen

async function webCode(at: TestService, login: string) {
  const { publicUrl } = at.config
  const client = ownClient(`${publicUrl}/signin/done`)
  const code = await codeFor(at, login, client.start({ origin: publicUrl, authUrl: `${publicUrl}/auth` }))
  return { code, codeVerifier: client.verifier }
}

/** The web client: its refresh token is in a cookie. */
async function webSignIn(login: string) {
  const response = await exchange(service, { ...(await webCode(service, login)), transport: 'cookie' }, { origin: service.origin })
  const cookie = response.headers.get('set-cookie')!.split(';')[0]!
  return { ...(await tokensFrom(response)), cookie }
}

test('clickjacking: no page of the sign-in may be framed', async () => {
  const html = { accept: 'text/html' }
  const people = await visitorFor(service).visit(fieldStart(service))
  const unknown = await visitorFor(service).visit(people.url.href)
  const pages: [string, Record<string, unknown>][] = [
    ['people', people.headers],
    ['people of another browser', unknown.headers],
    ['refused', (await walkThrough(service, 'outsider')).headers],
    ['switched off', (await walkThrough(service, 'former')).headers],
  ]
  for (const path of [
    '/auth/mobile/idpauthenticate?state=x',
    '/auth/mobile/idpcallback',
    '/auth/mobile/idpcallback?state=x',
    '/auth/mobile/nobodyauthenticate',
    '/auth/logout',
    '/idp',
    '/idp/nothing',
    '/idp/auth',
    '/idp/auth?client_id=x',
    '/idp/interaction/x',
  ])
    pages.push([path, Object.fromEntries((await fetch(service.origin + path, { headers: html, redirect: 'manual' })).headers)])
  pages.push(['handoff', Object.fromEntries((await fetch(`${service.authUrl}/mobile/handoff`, { method: 'POST', headers: html })).headers)])
  let seen = 0
  for (const [what, headers] of pages) {
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, what)
    assert.equal(headers['x-content-type-options'], 'nosniff', what)
    assert.equal(headers['cache-control'], 'no-store', what)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    seen++
    assert.equal(headers['x-frame-options'], 'DENY', what)
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin', what)
    assert.equal(headers['referrer-policy'], 'no-referrer', what)
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none';/, what)
  }
  assert.ok(seen >= 13, `${seen} pages`)
  // The client itself may not be framed either.
  const beside = await fetch(`${service.origin}/idpx`, { headers: html })
  assert.deepEqual([beside.status, beside.headers.get('cache-control')], [404, 'no-store'])
  assert.match(beside.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
})

test('forced logout: a link, an image or a prefetch ends no session', async () => {
  const web = await webSignIn('vera')
  const attempts: [string, Headers][] = [
    ['GET', { cookie: web.cookie, accept: 'image/*', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
    ['GET', { cookie: web.cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' }],
    ['GET', { cookie: web.cookie, 'sec-purpose': 'prefetch' }],
    ['GET', { cookie: web.cookie, ...bearer(web.accessToken), 'sec-purpose': 'prefetch;prerender' }],
    ['HEAD', { cookie: web.cookie, ...bearer(web.accessToken) }],
    ['OPTIONS', { cookie: web.cookie, ...bearer(web.accessToken) }],
    ['POST', { cookie: web.cookie, ...bearer(web.accessToken) }],
  ]
  for (const [method, headers] of attempts) {
    const response = await fetch(`${service.authUrl}/logout`, { method, headers })
    assert.equal(response.headers.get('set-cookie'), null, method)
    if (method === 'HEAD') assert.equal(response.status, 404)
    assert.ok(await isAlive(web.accessToken), method)
  }
  await tokensFrom(await post('/mobile/session', '{}', { cookie: web.cookie, origin: service.origin }))
})

const few: Preset = {
  calls: null,
  search: null,
  // Slow refill, so that no token comes back during the test.
  signIns: { name: 'sign-ins', burst: 5, perMinute: 0.1 },
  failures: { name: 'failures', burst: 5, perMinute: 0.1 },
}
const limited = (env: Headers = {}) => startService({ database: service.database, limits: few, env })
async function statuses(count: number, ask: (index: number) => Promise<Response>): Promise<Record<number, number>> {
  const seen: Record<number, number> = {}
  for (let i = 0; i < count; i++) {
    const { status } = await ask(i)
    seen[status] = (seen[status] ?? 0) + 1
  }
  return seen
}
const startFrom = (at: TestService, forwarded: string) =>
  fetch(fieldStart(at), {
    redirect: 'manual',
    headers: { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` },
  })
const anyAddress = () => [0, 0, 0, 0].map(() => randomInt(1, 224)).join('.')

test('forged X-Forwarded-For addresses get no new rate limit, unless a trusted proxy sends them', async (t) => {
  const direct = await limited()
  t.after(() => direct.close())
  assert.deepEqual(await statuses(200, () => startFrom(direct, anyAddress())), { 302: 5, 429: 195 })
  const behind = await limited({ TRUST_PROXY: '127.0.0.0/8' })
  t.after(() => behind.close())
  assert.deepEqual(await statuses(200, (i) => startFrom(behind, `198.18.${i >> 4}.${i}`)), { 302: 200 }, 'each its own share')
  const spoofed = (): Promise<Response> => startFrom(behind, `${anyAddress()}, 203.0.113.9`)
  assert.deepEqual(await statuses(200, spoofed), { 302: 5, 429: 195 }, 'only what the proxy itself wrote counts')
  const farther = await limited({ TRUST_PROXY: '10.0.0.0/8' })
  t.after(() => farther.close())
  assert.deepEqual(await statuses(50, () => startFrom(farther, anyAddress())), { 302: 5, 429: 45 }, 'we are not that proxy')
})

test('all addresses of one IPv6 network share a rate limit', async (t) => {
  const behind = await limited({ TRUST_PROXY: '127.0.0.1' })
  t.after(() => behind.close())
  const inside = () => `2001:db8:7:9:${Array.from({ length: 4 }, () => randomInt(65_536).toString(16)).join(':')}`
  assert.deepEqual(await statuses(1000, () => startFrom(behind, inside())), { 302: 5, 429: 995 })
  assert.equal((await startFrom(behind, '2001:db8:7:a::1')).status, 302, 'another network has its own limit')
  const mapped = (i: number) => startFrom(behind, i % 2 ? '::ffff:203.0.113.7' : '203.0.113.7')
  assert.deepEqual(await statuses(20, mapped), { 302: 5, 429: 15 }, 'one address in two spellings')
})

test('an address with another port every time has one rate limit', async (t) => {
  const behind = await limited({ TRUST_PROXY: '127.0.0.1,10.0.0.0/8' })
  t.after(() => behind.close())
  assert.deepEqual(await statuses(20, (i) => startFrom(behind, `9.9.9.9:${1024 + i}`)), { 302: 5, 429: 15 })
  assert.deepEqual(await statuses(20, (i) => startFrom(behind, `[2001:db8:7:b::1]:${1024 + i}`)), { 302: 5, 429: 15 })
  assert.equal((await startFrom(behind, '[2001:db8:7:b::2]')).status, 429, 'the same network without a port')
  const inside = (i: number) => startFrom(behind, `198.51.100.7, 10.0.0.9:${1024 + i}`)
  assert.deepEqual(await statuses(20, inside), { 302: 5, 429: 15 }, 'a trusted proxy is recognised with its port')
  const words = (i: number) => startFrom(behind, `unknown-${i}`)
  assert.deepEqual(await statuses(20, words), { 302: 5, 429: 15 }, 'what is no address counts as the proxy')
})

test('too many sign-in starts get a page with the time to wait', async (t) => {
  const busy = await limited()
  t.after(() => busy.close())
  await statuses(5, () => startFrom(busy, ''))
  for (const path of ['/mobile/idpauthenticate', '/mobile/idpcallback?state=x'])
    for (const language of ['en', 'ru']) {
      const response = await fetch(busy.authUrl + path, { redirect: 'manual', headers: { 'accept-language': language } })
      assert.equal(response.status, 429)
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.ok(Number(response.headers.get('retry-after')) >= 1)
      assert.equal(response.headers.get('ratelimit-policy'), '"sign-ins";q=5;w=3000')
      assert.ok((await response.text()).includes(`<html lang="${language}">`))
    }
})

test('guesses of codes and tokens are rate limited, and a valid token from the same address still works', async (t) => {
  const busy = await limited()
  t.after(() => busy.close())
  const tokens = await signIn(busy, 'gleb')
  const code = await codeFor(busy, 'gleb')
  assert.deepEqual(await statuses(20, (i) => (i % 2 ? refresh(busy, 'guess') : exchange(busy, { code: 'guess' }))), { 401: 5, 429: 15 })
  for (const response of [await refresh(busy, 'guess'), await exchange(busy, { code: 'guess' })]) {
    const { error, error_description: description, ...problem } = (await response.json()) as Headers
    assert.deepEqual([error, description], ['slow_down', problem.detail])
    await assertProblem(new Response(JSON.stringify(problem), response), 'too_many_calls')
  }
  let { refreshToken } = await tokensFrom(await exchange(busy, { code }))
  for (let i = 0; i < 10; i++) ({ refreshToken } = await tokensFrom(await refresh(busy, refreshToken)))
  await tokensFrom(await refresh(busy, tokens.refreshToken))
})

const cors = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => /^access-control-allow-(origin|credentials)$/.test(name)))
const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }

testPart('CORS: an origin similar to an allowed one may read nothing', async () => {
  const foreign = ['null', `${APP}.evil.example`, 'https://evil-app.example.org', 'http://app.example.org', `${APP}:8443`, `${APP}/`, '*']
  foreign.push('https://APP.example.org', 'https://example.org', 'https://app.example.org@evil.example', service.origin)
  for (const origin of sample(foreign))
    for (const url of [`${service.authUrl}/mobile/session`, `${service.authUrl}/logout`, `${service.url}/tag`])
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const response = await fetch(url, { method, headers: { origin, ...(method === 'OPTIONS' ? asking : {}) } })
        assert.deepEqual(cors(response), {}, `${method} ${url} for ${origin}`)
      }
})

test('CORS: an allowed origin may send its cookie to the sign-in endpoints only', async () => {
  const headers = { origin: APP }
  const both = { 'access-control-allow-origin': APP, 'access-control-allow-credentials': 'true' }
  for (const path of ['/mobile/exchange', '/mobile/session', '/mobile/session/', '/logout']) {
    const preflight = await fetch(service.authUrl + path, { method: 'OPTIONS', headers: { ...headers, ...asking } })
    assert.deepEqual(cors(preflight), both, `preflight of ${path}`)
    assert.match(preflight.headers.get('access-control-allow-headers')!, /\bcontent-type\b/)
    const method = path === '/logout' ? 'GET' : 'POST'
    const response = await fetch(service.authUrl + path, { method, headers })
    assert.deepEqual(cors(response), both, path)
    assert.match(response.headers.get('vary') ?? '', /\bOrigin\b/)
  }
  for (const url of [`${service.url}/tag`, `${service.url}/user/sessions`, `${service.authUrl}/.well-known/jwks.json`, fieldStart(service)])
    for (const method of ['GET', 'OPTIONS']) {
      const response = await fetch(url, { method, redirect: 'manual', headers: { ...headers, ...asking } })
      assert.deepEqual(cors(response), { 'access-control-allow-origin': APP }, `${method} ${url}`)
    }
})

testPart('CSRF: a cookie refresh caused by another site rotates nothing', async () => {
  const web = await webSignIn('boris')
  const cookie = { cookie: web.cookie }
  const ours = { ...cookie, origin: service.origin }
  const attempts: [string, number, string, Headers][] = [
    ['plain text', 415, '{}', { ...ours, 'content-type': 'text/plain' }],
    ['a form', 415, '', { ...ours, 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form with a file', 415, '', { ...ours, 'content-type': 'multipart/form-data; boundary=x' }],
    ['plain text that calls itself JSON', 415, '{}', { ...ours, 'content-type': 'text/plain; application/json' }],
    ['no origin', 403, '{}', cookie],
    ['the origin null', 403, '{}', { ...cookie, origin: 'null' }],
    ['another origin', 403, '{}', { ...cookie, origin: 'https://evil.example' }],
    ['our name at another port', 403, '{}', { ...cookie, origin: 'http://127.0.0.1:1' }],
    ['a referer instead', 403, '{}', { ...cookie, referer: `${service.origin}/` }],
    ['another site, as the browser says', 403, '{}', { ...ours, 'sec-fetch-site': 'cross-site' }],
    ['an address typed in', 403, '{}', { ...ours, 'sec-fetch-site': 'none' }],
    ['no body', 403, '', cookie],
  ]
  for (const [what, status, body, headers] of sample(attempts, ([what]) => what)) {
    const response = await post('/mobile/session', body, headers)
    assert.equal(response.status, status, what)
    assert.equal(response.headers.get('set-cookie'), null, what)
  }
  assert.equal(await generations(web.sessionId), 1)
  for (const site of ['same-origin', 'same-site'])
    await tokensFrom(await post('/mobile/session', '{}', { ...ours, 'sec-fetch-site': site }))
  assert.equal(await generations(web.sessionId), 2)
})

test('the web client’s refresh token is in an HttpOnly, SameSite cookie', async () => {
  const headers = { origin: service.origin }
  const response = await exchange(service, { ...(await webCode(service, 'anna')), transport: 'cookie' }, headers)
  const [set, ...others] = response.headers.getSetCookie()
  assert.equal(others.length, 0)
  const [pair, ...attributes] = set!.split('; ')
  assert.match(pair!, /^pj_rt=pj_rt_1\.[\w-]+$/)
  assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict'])
  const first = await tokensFrom(response)
  assert.ok(!Object.hasOwn(first, 'refreshToken'))

  const rotated = await post('/mobile/session', '{}', { ...headers, cookie: pair! })
  const [next, ...more] = rotated.headers.getSetCookie()
  assert.equal(more.length, 0)
  assert.deepEqual(next!.split('; ').slice(1).toSorted(), attributes.toSorted())
  assert.notEqual(next!.split(';')[0], pair)
  const second = await tokensFrom(rotated)
  assert.ok(!Object.hasOwn(second, 'refreshToken'))
  assert.equal(second.sessionId, first.sessionId)

  const out = await fetch(`${service.authUrl}/logout`, {
    headers: { ...headers, ...bearer(second.accessToken), cookie: next!.split(';')[0]! },
  })
  assert.equal(out.status, 204)
  assert.match(out.headers.get('set-cookie')!, /^pj_rt=; Max-Age=0; Path=\/; HttpOnly/)
  const late = await post('/mobile/session', '{}', { ...headers, cookie: next!.split(';')[0]! })
  assert.equal(((await late.json()) as Headers).code, 'session_revoked')
})

test('with a token in the body cookies are ignored, and a cookie is valid for the web client only', async () => {
  const [web, field] = [await webSignIn('anna'), await signIn(service, 'anna')]
  const response = await refresh(service, field.refreshToken, { cookie: web.cookie, origin: service.origin })
  assert.equal(response.headers.get('set-cookie'), null)
  assert.equal((await tokensFrom(response)).sessionId, field.sessionId)
  assert.equal(await generations(web.sessionId), 1)
  const { refreshToken } = await signIn(service, 'anna')
  const smuggled = await post('/mobile/session', '{}', { cookie: `pj_rt=${refreshToken}`, origin: service.origin })
  assert.equal(((await smuggled.json()) as Headers).code, 'refresh_invalid')
  assert.equal(smuggled.headers.get('set-cookie'), null)
  await tokensFrom(await refresh(service, refreshToken))
})

test('under https the cookies have the __Host- prefix and are Secure', async (t) => {
  const secure = await startService({ database: service.database, env: { PUBLIC_URL: 'https://localhost:8443' } })
  t.after(() => secure.close())
  const start = await fetch(`${secure.authUrl}/mobile/idpauthenticate?canonical=1`, { redirect: 'manual' })
  assert.equal(start.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains')
  assert.match(start.headers.get('set-cookie')!, /^__Host-pj_tx_[\da-f]{8}=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/)
  const headers = { origin: 'https://localhost:8443' }
  const response = await exchange(secure, { ...(await webCode(secure, 'anna')), transport: 'cookie' }, headers)
  const [set] = response.headers.getSetCookie()
  assert.match(set!, /^__Host-pj_rt=pj_rt_1\.[\w-]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  const cookie = set!.split(';')[0]!
  const ask = (given: string) =>
    fetch(`${secure.authUrl}/mobile/session`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', cookie: given },
      body: '{}',
    })
  assert.equal((await ask(cookie.replace('__Host-', ''))).status, 401, 'a cookie without the __Host- prefix is ignored')
  const rotated = await ask(cookie)
  assert.match(rotated.headers.get('set-cookie')!, /^__Host-pj_rt=.*; Secure; SameSite=Strict$/)
  const { accessToken } = await tokensFrom(rotated)
  const out = await fetch(`${secure.authUrl}/logout`, { headers: { ...bearer(accessToken), cookie } })
  assert.match(out.headers.get('set-cookie')!, /^__Host-pj_rt=; Max-Age=0; Path=\/; HttpOnly; Secure/)
})

/** A shared cache, like a proxy: keyed by URL and the headers named in Vary. */
async function cachingProxy(target: string) {
  type CachedResponse = { vary: [string, string | undefined][]; status: number; headers: Headers; body: string }
  const cache = new Map<string, CachedResponse[]>()
  const server = createServer(async (message, response) => {
    const given = message.headers as Headers
    const cached = (cache.get(message.url!) ?? []).find(({ vary }) => vary.every(([name, value]) => given[name] === value))
    const { host: _, connection: __, ...headers } = given
    if (cached?.headers.etag) headers['if-none-match'] = cached.headers.etag
    const answer = await fetch(target + message.url, { headers })
    const policy = answer.headers.get('cache-control') ?? ''
    const body = await answer.text()
    const fresh: CachedResponse = {
      vary: (answer.headers.get('vary') ?? '').split(/, */).map((name) => [name.toLowerCase(), given[name.toLowerCase()]]),
      status: answer.status,
      headers: Object.fromEntries(answer.headers) as Headers,
      body,
    }
    if (!/no-store|private/.test(policy) && answer.status === 200) cache.set(message.url!, [...(cache.get(message.url!) ?? []), fresh])
    const { status, body: text } = answer.status === 304 && cached ? cached : fresh
    response.writeHead(status, { 'x-revalidated': String(answer.status === 304) }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close().closeAllConnections(), cache }
}

test('a shared cache never serves one person’s response to another', async (t) => {
  const proxy = await cachingProxy(service.origin)
  t.after(proxy.close)
  const [anna, boris] = [await signIn(service, 'anna'), await signIn(service, 'boris')]
  const [row] = await service.sql<{ slug: string }[]>`
    select slug from project join assignment on project_id = project.id where state = 'published' and ended_at is null limit 1`
  const read = async (path: string, headers?: Headers) => (await fetch(proxy.url + path, { headers })).json() as Promise<never>
  const ids = async (tokens: typeof anna) =>
    ((await read('/api/user/sessions', bearer(tokens.accessToken))) as { id: number }[]).map(({ id }) => id)
  for (let round = 0; round < 2; round++) {
    assert.ok((await ids(anna)).includes(anna.sessionId))
    assert.ok((await ids(boris)).includes(boris.sessionId))
    assert.ok(!(await ids(boris)).includes(anna.sessionId))
    const project = `/api/project/${row!.slug}`
    const seen: { users: unknown[] } = await read(project, bearer(anna.accessToken))
    assert.ok(seen.users.length > 0, 'a signed-in person sees people')
    assert.deepEqual(((await read(project)) as { users: unknown[] }).users, [], 'a guest does not, even after that')
    assert.equal((await fetch(`${proxy.url}/api/user/sessions`)).status, 401)
  }
  assert.ok(proxy.cache.size >= 1, 'the proxy cached something')
  assert.ok(![...proxy.cache.keys()].includes('/api/user/sessions'))
})

testPart('every response to a signed-in person is no-store', async () => {
  const tokens = await signIn(service, 'anna')
  const leaving = await signIn(service, 'gleb') // deletes the account
  const [row] = await service.sql<{ slug: string }[]>`select slug from project where state = 'published' limit 1`
  const personal = apiEndpoints.filter(({ sameForAll }) => !sameForAll) // the others contain nothing about the caller
  assert.ok(personal.length >= 4, `${personal.length} endpoints`)
  for (const endpoint of sample(personal, ({ id }) => id)) {
    const path = endpoint.path.replace('{slug}', row!.slug).replace(/\{\w+\}/g, '999999')
    const { method } = endpoint
    const body = endpoint.body ? '{}' : undefined
    const response = await fetch(service.url + path, {
      method,
      headers: {
        ...bearer((endpoint.id === 'deleteUser' ? leaving : tokens).accessToken),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body,
    })
    assert.match(response.headers.get('cache-control')!, /\bno-store\b/, `${method} ${path}`)
  }
  const again = await signIn(service, 'anna')
  const replies = [
    await refresh(service, again.refreshToken),
    await exchange(service, { code: 'x' }),
    await signOut(service, again.accessToken),
  ]
  for (const { headers } of replies) assert.match(headers.get('cache-control')!, /\bno-store\b/)
})

test('no issued secret appears in the log or in the audit', async (t) => {
  const own = await startService({ env: { CORS_ORIGINS: APP } })
  t.after(() => own.close())
  const secrets = new Set([own.app.auth.providers[0]!.settings.client.secret])
  const note = (...values: (string | null | undefined)[]) => {
    for (const value of values) if (value) secrets.add(value)
  }
  // Records every value sent to the service: codes and states in URLs, cookies, tokens, the client secret at the provider.
  own.http.server.prependListener('request', ({ url, headers }: IncomingMessage) => {
    const query = new URL(url!, own.origin).searchParams
    note(...['code', 'state', 'nonce'].flatMap((name) => query.getAll(name)))
    note(...Object.values(parseCookie(headers.cookie ?? '')))
    note(headers.authorization?.split(' ')[1])
  })
  const recorded = async (response: Response) => {
    for (const line of response.headers.getSetCookie()) note(/=([^;]*)/.exec(line)![1])
    const body = (await response.clone().json()) as Headers
    note(body.accessToken, body.refreshToken)
    return response
  }
  const headers = { origin: own.origin }
  // A sign-in of the mobile client, its refreshes, a retry, a theft.
  const code = await codeFor(own, 'anna')
  const first = await tokensFrom(await recorded(await exchange(own, { code })))
  const second = await tokensFrom(await recorded(await refresh(own, first.refreshToken, bearer(first.accessToken))))
  await recorded(await refresh(own, first.refreshToken))
  await recorded(await refresh(own, second.refreshToken))
  assert.equal((await refresh(own, first.refreshToken)).status, 401)
  // A sign-in of the web client, and errors: a code twice, a wrong verifier, a callback twice, a refusal, a cancelled one, a wrong start.
  const web = await webCode(own, 'boris')
  note(web.code, code)
  const signedIn = await recorded(await exchange(own, { ...web, transport: 'cookie' }, headers))
  await signOut(own, (await tokensFrom(signedIn)).accessToken)
  await exchange(own, { ...web, codeVerifier: 'x'.repeat(43) })
  const spoilt = await webCode(own, 'vera')
  note(spoilt.code, spoilt.codeVerifier, web.codeVerifier)
  await exchange(own, { ...spoilt, codeVerifier: 'x'.repeat(43) })
  for (const login of ['outsider', 'former']) await walkThrough(own, login)
  const begun = await fetch(fieldStart(own), { redirect: 'manual' })
  const state = new URL(begun.headers.get('location')!).searchParams.get('state')!
  const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
  const callback = `${own.authUrl}/mobile/idpcallback?code=${code}&state=${state}&iss=${encodeURIComponent(`${own.origin}/idp`)}`
  for (const headers of [{}, { cookie }, { cookie }]) assert.equal((await fetch(callback, { headers })).status, 400)
  await fetch(`${own.authUrl}/mobile/idpauthenticate?state=${state}&login_hint=${second.refreshToken}`)
  await fetch(`${own.authUrl}/mobile/${code}`)
  await fetch(`${own.authUrl}/mobile/exchange?code=${code}`)
  for (const secret of [code, second.refreshToken, second.accessToken]) await fetch(`${own.authUrl}/nothing/${secret}`)
  await refresh(own, `${second.refreshToken}x`)
  // An internal error must not log secrets either.
  const last = await signIn(own, 'gleb')
  note(last.accessToken, last.refreshToken)
  await own.sql`alter table auth.session rename column device to device_gone`
  await own.sql`alter table auth.session rename column gen to gen_gone`
  const broken = await codeFor(own, 'gleb')
  note(broken)
  assert.equal((await exchange(own, { code: broken })).status, 500)
  assert.equal((await refresh(own, last.refreshToken)).status, 500)

  assert.ok(secrets.size > 30, `${secrets.size} secrets`)
  const audit = await own.sql<{ row: string }[]>`select to_jsonb(audit_event)::text as row from audit_event`
  assert.ok(audit.length >= 8, `${audit.length} audit rows`)
  assert.ok(own.logged.some((line) => line.includes('call failed')))
  const all = [...own.logged, ...audit.map(({ row }) => row)].join('\n')
  for (const secret of secrets) {
    if (secret.length < 16) continue // short values like a session id are not secret
    for (const form of [secret, encodeURIComponent(secret)]) {
      const at = all.indexOf(form)
      assert.equal(at, -1, `found ${secret.slice(0, 12)}… in: ${all.slice(Math.max(0, at - 200), at + 20)}`)
    }
  }
})

test('log injection: no input of a caller can start a new line in the log', async () => {
  const port = portOf(service.origin)
  const host = `Host: 127.0.0.1:${port}\r\n`
  const forged = '{"level":60,"msg":"forged"}'
  const from = service.logged.length
  for (const agent of [
    `x\r\n ${forged}`,
    `x\n${forged}`,
    `x\r${forged}`,
    `x\u2028${forged}`,
    `x\u0085${forged}`,
    `x\\n${forged}`,
    `x\t${forged}`,
  ])
    for (const line of ['GET /auth/mobile/idpauthenticate', 'GET /auth/logout', 'POST /auth/mobile/session'])
      await rawCall(port, `${line} HTTP/1.1\r\n${host}User-Agent: ${agent}\r\nX-Request-Id: ${agent}\r\nContent-Length: 0\r\n\r\n`)
  for (const path of [`/auth/mobile/x%0A${encodeURIComponent(forged)}`, `/auth/%0d%0a${encodeURIComponent(forged)}`, `/auth/\u2028`])
    await fetch(service.origin + path)
  const device = { name: `Pixel\n${forged}` }
  await tokensFrom(
    await exchange(
      service,
      { code: await codeFor(service, 'gleb'), device },
      { 'user-agent': `ktor\t${forged}`, 'x-request-id': 'a-good-request-id' },
    ),
  )
  const lines = service.logged.slice(from)
  assert.ok(lines.length > 20)
  for (const line of lines) {
    assert.match(line, /^\{[^\n\r\u2028\u2029\u0085]*\}\n$/)
    assert.ok(['debug', 'info', 'warn', 'error'].includes(JSON.parse(line).level), line)
  }
  const rows = await service.sql<
    { row: string }[]
  >`select to_jsonb(audit_event)::text || ' ' || coalesce(agent, '') as row from audit_event`
  for (const { row } of rows) assert.doesNotMatch(row, /[\n\r\u2028\u2029\u0085]|forged/)
})

testPart('request smuggling: an ambiguous request is refused', async () => {
  const port = portOf(service.origin)
  const tokens = await signIn(service, 'gleb')
  const host = `Host: 127.0.0.1:${port}\r\n`
  const json = 'Content-Type: application/json\r\n'
  const body = JSON.stringify({ refreshToken: tokens.refreshToken })
  const length = `Content-Length: ${body.length}\r\n`
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const calls: [string, string][] = [
    ['a length and chunks', `${host}${json}${length}${chunked}\r\n${chunks}`],
    ['chunks and a length', `${host}${json}${chunked}${length}\r\n${chunks}`],
    ['two lengths', `${host}${json}${length}Content-Length: 0\r\n\r\n${body}`],
    ['the same length twice', `${host}${json}${length}${length}\r\n${body}`],
    ['a length with a sign', `${host}${json}Content-Length: +${body.length}\r\n\r\n${body}`],
    ['a folded header', `${host}${json}${length}X-Folded: a\r\n b\r\n\r\n${body}`],
    ['a folded length', `${host}${json}Content-Length:\r\n ${body.length}\r\n\r\n${body}`],
    ['a space before the colon', `${host}${json}${length}Transfer-Encoding : chunked\r\n\r\n${body}`],
    ['chunks by another name', `${host}${json}Transfer-Encoding: xchunked\r\n\r\n${chunks}`],
    ['chunks twice', `${host}${json}Transfer-Encoding: chunked, identity\r\n\r\n${chunks}`],
    ['two hosts', `${host}Host: evil.example\r\n${json}${length}\r\n${body}`],
  ]
  for (const [what, rest] of sample(calls, ([what]) => what))
    for (const path of ['/auth/mobile/session', '/auth/mobile/exchange', '/auth/mobile/handoff']) {
      const answer = await rawCall(port, `POST ${path} HTTP/1.1\r\n${rest}`)
      assert.equal(answer.status, 400, `${what} at ${path}`)
    }
  for (const path of ['/auth/logout', '/auth/mobile/idpauthenticate']) {
    const folded = `GET ${path} HTTP/1.1\r\n${host}Authorization:\r\n Bearer ${tokens.accessToken}\r\n\r\n`
    assert.equal((await rawCall(port, folded)).status, 400, path)
  }
  assert.ok(await isAlive(tokens.accessToken))
  assert.equal(await generations(tokens.sessionId), 1)
})
