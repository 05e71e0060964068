import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import * as oidc from 'openid-client'
import { createVisitor, type Visitor } from '#tests/support/visitor.ts'
import { devPeople } from './people.ts'
import { createDevIdp, type DevIdp } from './provider.ts'

const APP = 'projectory://auth/callback'

let idp: DevIdp
let party: oidc.Configuration
let origin: string
let port: number
let visitor: Visitor
const faults: unknown[] = []
const server = createServer((message, response) =>
  message.url!.startsWith('/callback') ? void response.end('back at the app') : idp.handle(message, response),
)

before(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${port}`
  idp = createDevIdp({
    url: `${origin}/idp`,
    isRedirectUri: (uri) => uri === APP || uri === `${origin}/callback`,
    locale: 'en',
    onFault: (fault) => void faults.push(fault),
  })
  party = await oidc.discovery(new URL(idp.issuer), idp.client.id, idp.client.secret, undefined, { execute: [oidc.allowInsecureRequests] })
})
beforeEach(() => {
  visitor = createVisitor(port)
})
after(() => {
  server.closeAllConnections()
  server.close()
  assert.deepEqual(faults, [])
})

type Start = { url: URL; checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string; idTokenExpected: true } }

async function start(extra: Record<string, string> = {}): Promise<Start> {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
    idTokenExpected: true as const,
  }
  const url = oidc.buildAuthorizationUrl(party, {
    redirect_uri: `${origin}/callback`,
    scope: 'openid profile email',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  })
  return { url, checks }
}

async function signIn(login: string, extra: Record<string, string> = {}) {
  const { url, checks } = await start(extra)
  const back = await visitor.press(await visitor.visit(url), 'login', login)
  return { back, checks }
}

test('a sign-in with PKCE, state and nonce returns the claims of the person, in the id_token and from userinfo', async () => {
  for (const person of devPeople) {
    visitor = createVisitor(port)
    const { back, checks } = await signIn(person.login)
    assert.equal(back.text, 'back at the app')
    assert.equal(back.url.searchParams.get('iss'), idp.issuer)
    const tokens = await oidc.authorizationCodeGrant(party, back.url, checks)
    const expected = {
      sub: person.login,
      preferred_username: person.login,
      name: person.name,
      given_name: person.givenName,
      family_name: person.familyName,
      email: person.email,
      email_verified: person.login !== 'unverified',
    }
    const claims = tokens.claims()!
    for (const [name, value] of Object.entries(expected)) assert.equal(claims[name], value, name)
    assert.deepEqual({ ...(await oidc.fetchUserInfo(party, tokens.access_token, person.login)) }, expected)
  }
})

test('without a prompt, a person who is already signed in is redirected back at once', async () => {
  await signIn('vera')
  const { url, checks } = await start()
  const back = await visitor.visit(url)
  assert.equal(back.text, 'back at the app')
  assert.equal((await oidc.authorizationCodeGrant(party, back.url, checks)).claims()!.sub, 'vera')
})

for (const prompt of ['select_account', 'login', 'consent'])
  test(`prompt=${prompt} shows the account chooser again, and another person may be chosen directly`, async () => {
    await signIn('vera')
    for (const login of ['gleb', 'gleb', 'curator']) {
      const { url, checks } = await start({ prompt })
      const page = await visitor.visit(url)
      assert.match(page.text, /<button name="login" value="anna">/)
      const back = await visitor.press(page, 'login', login)
      assert.equal(back.text, 'back at the app')
      assert.equal((await oidc.authorizationCodeGrant(party, back.url, checks)).claims()!.sub, login)
    }
    const { url, checks } = await start()
    assert.equal((await oidc.authorizationCodeGrant(party, (await visitor.visit(url)).url, checks)).claims()!.sub, 'curator')
  })

test('prompt=none never shows a page', async () => {
  const back = await visitor.visit((await start({ prompt: 'none' })).url)
  assert.equal(back.url.pathname, '/callback')
  assert.equal(back.url.searchParams.get('error'), 'login_required')
})

test('a code works once', async () => {
  const { back, checks } = await signIn('anna')
  const tokens = await oidc.authorizationCodeGrant(party, back.url, checks)
  await assert.rejects(oidc.authorizationCodeGrant(party, back.url, checks), { error: 'invalid_grant' })
  await assert.rejects(oidc.fetchUserInfo(party, tokens.access_token, 'anna'), 'and what the first one brought is taken back')
})

test('a code is refused with another verifier or another secret', async () => {
  const first = await signIn('anna')
  const wrong = { ...first.checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() }
  await assert.rejects(oidc.authorizationCodeGrant(party, first.back.url, wrong), { error: 'invalid_grant' })
  const stranger = await oidc.discovery(new URL(idp.issuer), idp.client.id, 'guessed', undefined, { execute: [oidc.allowInsecureRequests] })
  await assert.rejects(oidc.authorizationCodeGrant(stranger, first.back.url, first.checks), { error: 'invalid_client' })
})

test('the cancel button returns access_denied and the state', async () => {
  const { url, checks } = await start({ redirect_uri: APP })
  const { url: back } = await visitor.press(await visitor.visit(url), 'cancel', 'yes')
  assert.equal(back.href.split('?')[0], APP)
  assert.equal(back.searchParams.get('error'), 'access_denied')
  assert.equal(back.searchParams.get('state'), checks.expectedState)
  assert.equal(back.searchParams.get('iss'), idp.issuer)
})

test('an unknown redirect URI gets a page and no redirect', async () => {
  for (const uri of ['https://evil.example/callback', `${origin}/callback/more`, `${idp.issuer}/none`, '']) {
    const answer = await visitor.visit((await start({ redirect_uri: uri })).url)
    assert.equal(answer.status, 400, uri)
    assert.equal(answer.headers.location, undefined)
    assert.match(answer.text, /invalid_re(direct_uri|quest)/)
    assert.match(answer.text, /<a class="home" href="\/">/)
  }
  const { url } = await start()
  url.searchParams.delete('redirect_uri')
  assert.equal((await visitor.visit(url)).status, 400)
})

test('an unknown login shows the account chooser again, and the sign-in can continue', async () => {
  const page = await visitor.visit((await start()).url)
  for (const field of [
    { login: 'nobody' },
    { login: '' },
    { other: 'anna' },
    { login: 'constructor' },
    { login: `anna${'a'.repeat(20_000)}` },
  ]) {
    const [name, value] = Object.entries(field)[0]!
    const again = await visitor.press(page, name, value)
    assert.equal(again.status, 400)
    assert.match(again.text, /role="alert"/)
    assert.match(again.text, /<button name="login" value="anna">/)
  }
  const bloated = await visitor.visit(page.url, { login: 'anna', more: 'a'.repeat(20_000) })
  assert.equal(bloated.status, 400)
  assert.equal((await visitor.press(page, 'login', 'anna')).text, 'back at the app')
})

test('a page left open for more than ten minutes has expired', async (context) => {
  const page = await visitor.visit((await start()).url)
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 9 * 60_000 })
  assert.equal((await visitor.visit(page.url)).status, 200)
  context.mock.timers.setTime(Date.now() + 2 * 60_000)
  assert.match((await visitor.press(page, 'login', 'anna')).text, /Sign-in expired/)
})

test('a finished sign-in gets a page that says so', async () => {
  const page = await visitor.visit((await start()).url)
  await visitor.press(page, 'login', 'anna')
  const answers = [
    await visitor.press(page, 'login', 'boris'),
    await visitor.visit(page.url),
    await createVisitor(port).visit(page.url),
    await visitor.visit(`${idp.issuer}/interaction/never-was`),
    await visitor.visit(page.url.href.replace('/interaction/', '/auth/')),
  ]
  for (const { status, text } of answers) {
    assert.equal(status, 400)
    assert.match(text, /Sign-in expired/)
    assert.doesNotMatch(text, /node_modules|at .*\.js/)
  }
})

test('another browser cannot answer: the interaction is bound to a cookie', async () => {
  const page = await visitor.visit((await start()).url)
  const other = createVisitor(port)
  assert.equal((await other.visit(page.url)).status, 400)
  assert.equal((await other.press(page, 'login', 'admin')).status, 400)
  assert.equal((await visitor.press(page, 'login', 'gleb')).text, 'back at the app')
})

test('parallel sign-ins are independent, also with a previous session', async () => {
  for (const former of [undefined, 'vera', 'gleb', 'curator']) {
    visitor = createVisitor(port)
    if (former !== undefined) await signIn(former)
    const starts = [await start({ prompt: 'login' }), await start({ prompt: 'login' }), await start({ prompt: 'login' })]
    const pages = []
    for (const { url } of starts) pages.push(await visitor.visit(url))
    for (const [index, login] of ['vera', 'gleb', 'gleb'].entries()) {
      const back = await visitor.press(pages[index]!, 'login', login)
      assert.equal((await oidc.authorizationCodeGrant(party, back.url, starts[index]!.checks)).claims()!.sub, login)
    }
  }
})

test('it works under any host name of the browser, with the same issuer', async () => {
  for (const host of [`10.0.2.2:${port}`, 'laptop.local', `localhost:${port}`]) {
    visitor = createVisitor(port)
    const { url, checks } = await start({ redirect_uri: APP, prompt: 'select_account' })
    url.host = host
    if (!host.includes(':')) url.port = ''
    const page = await visitor.visit(url)
    assert.equal(page.url.host, host)
    const back = await visitor.press(page, 'login', 'boris')
    assert.equal(back.url.searchParams.get('iss'), idp.issuer)
    // biome-ignore lint/suspicious/noExplicitAny: unparsed document
    const document = JSON.parse((await visitor.visit(`http://${host}/idp/.well-known/openid-configuration`)).text) as any
    for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])
      assert.ok(document[name].startsWith(`${idp.issuer}/`), `${name} ${document[name]}`)
    assert.equal(document.issuer, idp.issuer)
    assert.equal((await oidc.authorizationCodeGrant(party, back.url, checks)).claims()!.sub, 'boris')
  }
})

test('its cookies are limited to its path and are not Secure on http', async () => {
  const page = await visitor.visit((await start()).url)
  assert.ok(visitor.cookies().some((cookie) => cookie.startsWith('pj_idp_interaction /idp/interaction/')))
  await visitor.press(page, 'login', 'anna')
  assert.ok(visitor.cookies().includes('pj_idp_session /idp'))
  for (const cookie of visitor.cookies()) assert.match(cookie, /^pj_idp_\w+(\.sig)? \/idp/)
})

test('unknown paths get a page, and only its own prefix is handled', async () => {
  for (const path of ['/idp', '/idp/', '/idp/nothing', '/idpjwks', '/other', '/idp/interaction/', '/idp/session/end']) {
    const answer = await visitor.visit(`${origin}${path}`)
    assert.equal(answer.status, 404, path)
    assert.match(answer.text, /<h1>Page not found<\/h1>/, path)
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/)
  }
})

test('the token endpoint answers errors as JSON', async () => {
  const response = await fetch(`${idp.issuer}/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'authorization_code' }) })
  assert.equal(response.status, 400)
  assert.deepEqual(Object.keys((await response.json()) as object), ['error', 'error_description'])
})

test('each start has a new client secret and new keys', async () => {
  const options = { url: `${origin}/idp`, isRedirectUri: () => true, locale: 'en' as const }
  const secrets = new Set([idp, createDevIdp(options), createDevIdp(options)].map(({ client }) => client.secret))
  assert.equal(secrets.size, 3)
  // biome-ignore lint/suspicious/noExplicitAny: unparsed document
  const { keys } = (await (await fetch(`${idp.issuer}/jwks`)).json()) as any
  assert.deepEqual(Object.keys(keys[0]).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})

test('it works at the root of an origin as well as under a path', async () => {
  const own = createServer((message, response) => rooted.handle(message, response))
  await new Promise<void>((resolve) => void own.listen(0, '127.0.0.1', resolve))
  const at = (own.address() as AddressInfo).port
  const rooted = createDevIdp({ url: `http://127.0.0.1:${at}`, isRedirectUri: (uri) => uri === APP, locale: 'ru' })
  try {
    const { client, issuer } = rooted
    const found = await oidc.discovery(new URL(issuer), client.id, client.secret, undefined, { execute: [oidc.allowInsecureRequests] })
    const alone = createVisitor(at)
    const page = await alone.visit(oidc.buildAuthorizationUrl(found, { redirect_uri: APP, scope: 'openid' }))
    const back = await alone.press(page, 'login', 'anna')
    assert.equal((await oidc.authorizationCodeGrant(found, back.url)).claims()!.sub, 'anna')
  } finally {
    own.closeAllConnections()
    own.close()
  }
})
