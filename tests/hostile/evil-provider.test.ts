import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, type TestContext, test } from 'node:test'
import { freePort } from '#tests/support/free-port.ts'
import { callbackParameters, ownClient } from '#tests/support/own-client.ts'
import {
  type Bend,
  type Claims,
  client,
  describe,
  type EvilProvider,
  keys,
  providersFile,
  sentBack,
  signed,
  signInWith,
  startEvilProvider,
  tracesIn,
  written,
} from '#tests/support/peer/evil-provider.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { exchange, fieldStart, tokensFrom, visitorFor } from '#tests/support/sign-in.ts'
import type { Answer } from '#tests/support/visitor.ts'

let evil: EvilProvider
let single: EvilProvider
let many: EvilProvider
let late: EvilProvider
let service: TestService
const noIssuer = (document: Claims) => ({ ...document, issuer: 'https://somebody.example' })

before(async () => {
  ;[evil, single, many, late] = await Promise.all([
    startEvilProvider(),
    startEvilProvider([keys.rsa]),
    startEvilProvider([keys.rsa, keys.secondRsa]),
    startEvilProvider(),
  ])
  late.bend = { instead: { '/.well-known/openid-configuration': (response) => response.destroy() } }
  const providers = [
    describe(evil),
    describe(single, { name: 'single' }),
    describe(many, { name: 'many' }),
    describe(late, { name: 'late' }),
    describe({ issuer: `http://127.0.0.1:${await freePort()}` }, { name: 'down' }),
  ]
  service = await startService({ env: { PROVIDERS: providersFile(providers) } })
})
after(async () => {
  await service?.close()
  for (const provider of [evil, single, many, late]) provider?.close()
})
afterEach(() => {
  for (const provider of [evil, single, many]) provider.bend = {}
})

function assertPage({ status, headers, text }: Answer, expected: number, title: RegExp): void {
  assert.equal(status, expected, text.slice(0, 300))
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers.location, undefined)
  assert.match(/<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? '', title)
}

const NOT_TRUSTED = /Couldn’t verify the sign-in/
const NOT_ANSWERING = /Sign-in service unavailable/

type Expected = { status?: number; title?: RegExp; isAudited?: boolean; name?: string }

/** The person gets an error page, and only the audit log gets a record. */
async function refused(
  act: () => Promise<Answer>,
  { status = 400, title = NOT_TRUSTED, isAudited = true }: Expected = {},
): Promise<Answer> {
  const traces = await tracesIn(service)
  const answer = await act()
  assertPage(answer, status, title)
  assert.deepEqual(await tracesIn(service), { ...traces, rejected: traces.rejected + (isAudited ? 1 : 0) })
  return answer
}

async function assertSignedIn(end: Answer): Promise<void> {
  assert.equal(end.url.protocol, 'projectory:', `${end.status} ${end.text.slice(0, 400)}`)
  const tokens = await tokensFrom(await exchange(service, { code: end.url.searchParams.get('code') }))
  const { status } = await fetch(`${service.url}/user/sessions`, { headers: { authorization: `Bearer ${tokens.accessToken}` } })
  assert.equal(status, 200)
}

test('a correct provider signs people in', async () => {
  for (const name of ['evil', 'single', 'many']) await assertSignedIn(await signInWith(service, name))
})

const without = (name: string) => (claims: Claims) => {
  delete claims[name]
  return claims
}
const hmac = (claims: Claims): string => {
  const token = written({ alg: 'HS256', kid: 'rsa' }, claims).slice(0, -1)
  return `${token}.${createHmac('sha256', client.secret).update(token).digest('base64url')}`
}
const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

const bentTokens: Record<string, Bend> = {
  'idtoken-sig-none: an unsigned token': { sign: (claims) => written({ alg: 'none' }, claims) },
  'invalid-sig-rs256: another RSA key with the same kid': { sign: (claims) => signed(claims, keys.strangeRsa) },
  'invalid-sig-es256: another EC key with the same kid': { sign: (claims) => signed(claims, keys.strangeEc) },
  'invalid-sig-hs256: signed with the client secret': { sign: hmac },
  'invalid-alternate-alg: a valid key, an unannounced algorithm': { sign: (claims) => signed(claims, keys.rsa, { alg: 'RS384' }) },
  'invalid-null-alg: no algorithm at all': { sign: (claims) => written({ alg: null, kid: 'rsa' }, claims, 'AAAA') },
  'an empty signature with a valid algorithm': { sign: (claims) => written({ alg: 'RS256', kid: 'rsa' }, claims) },
  'other-kid: a key the provider does not publish': { sign: (claims) => signed(claims, keys.secondRsa) },
  'claims changed after signing': {
    sign: async (claims) => {
      const [header, , signature] = (await signed(claims, keys.rsa)).split('.')
      return `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')}.${signature}`
    },
  },
  'invalid-iss': { claims: (claims) => ({ ...claims, iss: 'https://somebody.example' }) },
  'missing-iss': { claims: without('iss') },
  'invalid-aud': { claims: (claims) => ({ ...claims, aud: 'another-directory' }) },
  'missing-aud': { claims: without('aud') },
  'invalid-secondary-aud': { claims: (claims) => ({ ...claims, aud: [client.id, 'another-directory'], azp: client.id }) },
  'invalid-expired-exp': { claims: (claims) => ({ ...claims, iat: ago(400), exp: ago(100) }) },
  'missing-exp': { claims: without('exp') },
  'missing-iat': { claims: without('iat') },
  'iat-is-week-in-past': { claims: (claims) => ({ ...claims, iat: ago(7 * 86_400) }) },
  'iat in the future': { claims: (claims) => ({ ...claims, iat: ago(-600), exp: ago(-900) }) },
  'missing-sub': { claims: without('sub') },
  'an empty sub': { claims: (claims) => ({ ...claims, sub: '' }) },
  'nonce-invalid': { claims: (claims) => ({ ...claims, nonce: 'of-another-sign-in' }) },
  'missing-nonce': { claims: without('nonce') },
  'no id_token at all': { token: without('id_token') },
  'no access token': { token: without('access_token') },
  'userinfo-invalid-sub: userinfo of another person': { userinfo: (claims) => ({ ...claims, sub: 'somebody-else' }) },
}
for (const [name, bend] of Object.entries(bentTokens))
  test(`${name} is refused`, async () => {
    evil.bend = bend
    await refused(() => signInWith(service))
  })

test('a list with one audience is accepted', async () => {
  evil.bend = { claims: (claims) => ({ ...claims, aud: [client.id] }) }
  await assertSignedIn(await signInWith(service))
})

test('kid-absent-single-jwks: without a kid, a JWKS with one key is enough', async () => {
  single.bend = { sign: (claims) => signed(claims, keys.rsa, { kid: undefined }) }
  await assertSignedIn(await signInWith(service, 'single'))
})

test('kid-absent-multiple-jwks: without a kid, a JWKS with two keys is refused', async () => {
  many.bend = { sign: (claims) => signed(claims, keys.rsa, { kid: undefined }) }
  await refused(() => signInWith(service, 'many'))
})

test('token-type-case-insensitivity: “bEaReR” is accepted as Bearer', async () => {
  evil.bend = { token: (answer) => ({ ...answer, token_type: 'bEaReR' }) }
  await assertSignedIn(await signInWith(service))
})

test('response-without-expires_in is accepted', async () => {
  evil.bend = { token: without('expires_in') }
  await assertSignedIn(await signInWith(service))
})

test('invalid-authorization-response-iss: a response with the iss of another provider is refused before its code is used', async () => {
  evil.bend = { authorize: (answer) => answer.set('iss', single.issuer) }
  evil.calls.length = 0
  await refused(() => signInWith(service))
  assert.deepEqual(evil.calls, ['/authorize'])
})

test('remove-authorization-response-iss: a provider that announces iss must send it', async () => {
  evil.bend = { authorize: (answer) => answer.delete('iss') }
  evil.calls.length = 0
  await refused(() => signInWith(service))
  assert.deepEqual(evil.calls, ['/authorize'])
})

const OTHER_BROWSER = { title: /Sign in again/ }

test('invalid-state: a callback with an unknown state is refused', async () => {
  evil.bend = { authorize: (answer) => answer.set('state', 'made-up-by-the-provider') }
  await refused(() => signInWith(service), OTHER_BROWSER)
})

test('missing-state: a callback without state is refused', async () => {
  evil.bend = { authorize: (answer) => answer.delete('state') }
  await refused(() => signInWith(service), OTHER_BROWSER)
})

test('a used code, and a callback without a code, are refused', async () => {
  evil.bend = { authorize: (answer) => answer.append('code', 'second') }
  await refused(() => signInWith(service))
  evil.bend = { authorize: (answer) => answer.delete('code') }
  await refused(() => signInWith(service))
})

test('IdP mix-up: a sign-in started at one provider cannot be finished at the callback of another that cooperates', async () => {
  await refused(async () => {
    const visitor = visitorFor(service)
    const { url } = await visitor.visit(fieldStart(service, 'evil'))
    // The first provider redirects to the second, with everything the second needs for a genuine response.
    const onward = new URL(url.href.replace(evil.issuer, single.issuer))
    onward.searchParams.set('redirect_uri', `${service.authUrl}/mobile/singlecallback`)
    const { headers } = await fetch(onward, { redirect: 'manual' })
    return visitor.visit(headers.get('location')!)
  })
})

test('IdP mix-up: the code of one provider is refused in a sign-in started at another', async () => {
  const stolen = new URL(await sentBack(visitorFor(service), fieldStart(service, 'single'))).searchParams.get('code')!
  evil.bend = { authorize: (answer) => answer.set('code', stolen) }
  await refused(() => signInWith(service))
})

const deny = (error: string) => (answer: URLSearchParams) => {
  answer.delete('code')
  answer.set('error', error)
}

test('access_denied and temporarily_unavailable from the provider have their own pages', async () => {
  evil.bend = { authorize: deny('access_denied') }
  await refused(() => signInWith(service), { title: /Sign-in cancelled/, isAudited: false })
  evil.bend = { authorize: deny('temporarily_unavailable') }
  await refused(() => signInWith(service), { status: 503, title: NOT_ANSWERING, isAudited: false })
})

test('a provider that is down at the start of a sign-in gives a 503 page with a retry link', async () => {
  const start = fieldStart(service, 'down')
  const answer = await refused(() => visitorFor(service).visit(start), { status: 503, title: NOT_ANSWERING, isAudited: false })
  assert.equal(answer.headers['retry-after'], '30')
  assert.match(answer.text, new RegExp(`href="${new URL(start).pathname}"`))
  assert.equal(answer.headers['set-cookie'], undefined)
})

test('our own client receives errors at its redirect URI, except when the callback cannot be trusted', async () => {
  const through = async (bend: Bend) => {
    const own = ownClient()
    evil.bend = bend
    return { own, end: await signInWith(service, 'evil', own.start(service, 'evil')) }
  }
  const expected: [Bend, string][] = [
    [{ authorize: deny('access_denied') }, 'access_denied'],
    [{ authorize: deny('server_error') }, 'temporarily_unavailable'],
    [{ instead: { '/token': (response) => response.destroy() } }, 'temporarily_unavailable'],
  ]
  for (const [bend, error] of expected) {
    const { own, end } = await through(bend)
    assert.deepEqual(callbackParameters(own, service, end), { error })
  }
  await refused(async () => (await through({ claims: without('nonce') })).end)
  const { own, end } = await through({})
  assert.match(callbackParameters(own, service, end).code!, /^pj_ac_/)
})

/** A service that has not cached the provider's JWKS yet. */
async function withFreshKeys(t: TestContext) {
  const fresh = await startEvilProvider()
  t.after(fresh.close)
  const own = await startService({ database: service.database, env: { PROVIDERS: providersFile([describe(fresh)]) } })
  t.after(own.close)
  return { fresh, own }
}

test('a provider that does not answer at the token endpoint, the JWKS or the userinfo gives a 503 page', async (t) => {
  const { fresh, own } = await withFreshKeys(t)
  for (const path of ['/token', '/jwks', '/userinfo'] as const) {
    fresh.bend = { instead: { [path]: (response: ServerResponse) => response.destroy() } }
    await refused(() => signInWith(own), { status: 503, title: NOT_ANSWERING, isAudited: false })
    fresh.bend = { instead: { [path]: (response: ServerResponse) => response.writeHead(500).end('broken') } }
    await refused(() => signInWith(own), { status: 503, title: NOT_ANSWERING, isAudited: false })
  }
  fresh.bend = {}
  assert.equal((await signInWith(own)).url.protocol, 'projectory:', 'sign-in works when the provider is back')
})

test('an invalid response of the token endpoint is refused and is not an internal error', async () => {
  const nonsense = ['not json', '[]', 'null', '{"access_token":1}', '{"error":"invalid_grant"}', '']
  for (const body of nonsense) {
    evil.bend = { instead: { '/token': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body) } }
    await refused(() => signInWith(service))
  }
})

test('a redirect from the token endpoint, the JWKS or the userinfo is not followed', async (t) => {
  const { fresh, own } = await withFreshKeys(t)
  for (const [path, status] of [
    ['/token', 307],
    ['/token', 302],
    ['/jwks', 302],
    ['/userinfo', 307],
  ] as const) {
    const target = `${fresh.issuer}/target`
    fresh.bend = { instead: { [path]: (response: ServerResponse) => response.writeHead(status, { location: target }).end() } }
    await refused(() => signInWith(own))
    assert.ok(!fresh.calls.includes('/target'), path)
  }
})

test('discovery-issuer-mismatch: the service does not start with a provider whose discovery has another issuer', async (t) => {
  const fresh = await startEvilProvider()
  t.after(fresh.close)
  fresh.bend = { discovery: noIssuer }
  const start = startService({ env: { PROVIDERS: providersFile([describe(fresh, { name: 'uni' })]) } })
  t.after(() =>
    start.then(
      (started) => started.close(),
      () => {},
    ),
  )
  await assert.rejects(start, /^Error: PROVIDERS: uni: discovery of http:\/\/127\.0\.0\.1:\d+ failed/)
})

test('a provider that is down at the start is trusted only when its discovery has the right issuer and endpoints', async () => {
  assert.ok(service.logged.some((line) => /"provider":"late".*does not respond/.test(line)))
  const start = () => visitorFor(service).visit(fieldStart(service, 'late'))
  const path = '/.well-known/openid-configuration'
  const bends: Bend[] = [
    { discovery: noIssuer },
    { instead: { [path]: (response: ServerResponse) => response.writeHead(302, { location: `${single.issuer}${path}` }).end() } },
    { instead: { [path]: (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}') } },
  ]
  for (const bend of bends) {
    late.bend = bend
    await refused(start, { status: 503, title: NOT_ANSWERING, isAudited: false })
  }
  late.bend = {}
  await assertSignedIn(await signInWith(service, 'late'))
})
