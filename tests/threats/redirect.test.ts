import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { callbackParameters, LOOPBACK, ownClient } from '#tests/support/own-client.ts'
import { portOf, rawCall } from '#tests/support/raw.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { codeFor, exchange, fieldStart, visitorFor, walkThrough } from '#tests/support/sign-in.ts'
import { sample, test, testPart } from '#tests/support/tier.ts'

let service: TestService
before(async () => {
  service = await startService({ env: { CORS_ORIGINS: 'https://app.example.org' } })
})
after(() => service?.close())

const begin = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${fieldStart(service)}${query}`, { redirect: 'manual', headers: { 'accept-language': 'en', ...headers } })

async function assertRefused(answer: Response, what: string): Promise<void> {
  assert.equal(answer.status, 400, what)
  assert.equal(answer.headers.get('location'), null, what)
  assert.deepEqual(answer.headers.getSetCookie(), [], what)
  assert.match(await answer.text(), /<h1>Couldn’t start the sign-in<\/h1>/, what)
}

testPart('PKCE downgrade: only the empty and the complete set of parameters start a sign-in', async () => {
  const { parameters } = ownClient()
  const given = Object.entries({ ...parameters, client_id: 'projectory-dev' })
  for (const set of sample([...Array(2 ** given.length).keys()])) {
    const chosen = Object.fromEntries(given.filter((_, index) => set & (1 << index)))
    const answer = await begin(`?${new URLSearchParams(chosen)}`)
    const isWhole = Object.keys(parameters).every((name) => name in chosen) // client_id is derived from the redirect URI
    if (set === 0 || isWhole) {
      assert.equal(answer.status, 302)
      assert.equal(new URL(answer.headers.get('location')!).pathname, '/idp/auth')
    } else await assertRefused(answer, Object.keys(chosen).join())
  }
})

test('PKCE downgrade: “plain” is refused, and so is a verifier for a code without a challenge', async () => {
  for (const code_challenge_method of ['plain', 's256', 'S256 ', ''])
    await assertRefused(await begin(`?${new URLSearchParams({ ...ownClient().parameters, code_challenge_method })}`), code_challenge_method)
  const code = await codeFor(service, 'anna')
  const answer = await exchange(service, { code, codeVerifier: ownClient().verifier })
  assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [400, 'verifier_unexpected'])
  assert.equal((await exchange(service, { code })).status, 401)
})

// Each is similar to a registered redirect URI, in a way that some server accepted. `{own}` is this service.
const strangers = [
  '',
  ' ',
  '/',
  '/signin/done',
  '//app.example.org/signin/done',
  'app.example.org/signin/done',
  'null',
  'https://app.example.org',
  'https://app.example.org/',
  'https://app.example.org/signin/done/',
  'https://app.example.org/signin/done?',
  'https://app.example.org/signin/done?x=1',
  'https://app.example.org/signin/done#',
  'https://app.example.org/signin/done#x',
  'https://app.example.org/signin/done;x',
  'https://app.example.org/signin/../signin/done',
  'https://app.example.org/signin//done',
  'https://app.example.org//signin/done',
  'https://app.example.org/%2e/signin/done',
  'https://app.example.org/%2e%2e/signin/done',
  'https://app.example.org/signin%2fdone',
  'https://app%2eexample.org/signin/done',
  'https://app.example.org%2f@evil.example/signin/done',
  'https://app.example.org%00.evil.example/signin/done',
  'https://app.example.org\\signin\\done',
  'https:\\\\app.example.org/signin/done',
  'https:/app.example.org/signin/done',
  'https:app.example.org/signin/done',
  'https://evil.example\\@app.example.org/signin/done',
  'https://user@app.example.org/signin/done',
  'https://user:secret@app.example.org/signin/done',
  'https://app.example.org@evil.example/signin/done',
  'https://app.example.org:443/signin/done',
  'https://app.example.org:/signin/done',
  'https://app.example.org:8443/signin/done',
  'https://app.example.org.evil.example/signin/done',
  'https://evil-app.example.org/signin/done',
  'https://evil.app.example.org/signin/done',
  'https://app.example.org./signin/done',
  'https://evil.example/https://app.example.org/signin/done',
  'https://evil.example/?https://app.example.org/signin/done',
  'https://evil.example#https://app.example.org/signin/done',
  'HTTPS://app.example.org/signin/done',
  'https://APP.example.org/signin/done',
  'https://app.example.org/SIGNIN/done',
  'http://app.example.org/signin/done',
  'https://арр.example.org/signin/done',
  'https://ａｐｐ.example.org/signin/done',
  'https://app。example.org/signin/done',
  'https://app.example.org/signin/done\t',
  'ht\ntps://app.example.org/signin/done',
  ' https://app.example.org/signin/done',
  'https://app.example.org/signin/done\r\nLocation: https://evil.example',
  'https://app.example.org/signin/done\u0000',
  'org.projectory.app:/signed-in/',
  'org.projectory.app://signed-in',
  'Org.Projectory.App:/signed-in',
  'projectory://auth/callback',
  'javascript:alert(1)//https://app.example.org/signin/done',
  'data:text/html,https://app.example.org/signin/done',
  'http://localhost:5000/cb',
  'http://127.0.0.1:0/cb',
  'http://127.0.0.1:65536/cb',
  'http://127.0.0.1:80@evil.example/cb',
  'http://127.0.0.1.evil.example/cb',
  'http://127.0.0.1:80/cb/',
  'http://127.0.0.1:80/cb?x',
  'http://127.0.0.1:80/evil/cb',
  'http://[::ffff:127.0.0.1]/cb',
  'http://2130706433/cb',
  '{own}/signin/done/',
  '{own}/signin/done?next=https://evil.example',
  '{own}/auth/mobile/idpcallback',
]

testPart('redirect manipulation: an address similar to a registered one gets a page, never a Location', async () => {
  assert.ok(new Set(strangers).size >= 60)
  for (const stranger of sample(strangers)) {
    const { parameters } = ownClient(stranger.replace('{own}', service.config.publicUrl))
    await assertRefused(await begin(`?${new URLSearchParams(parameters)}`), JSON.stringify(stranger))
  }
})

test('a registered address starts a sign-in', async () => {
  for (const registered of [
    'https://app.example.org/signin/done',
    'org.projectory.app:/signed-in',
    LOOPBACK,
    `${service.config.publicUrl}/signin/done`,
  ])
    assert.equal((await begin(`?${new URLSearchParams(ownClient(registered).parameters)}`)).status, 302, registered)
})

test('open redirect: neither Referer nor a “next” parameter changes the final redirect', async () => {
  const evil = 'https://evil.example/take'
  const names = ['next', 'return_to', 'returnTo', 'redirect', 'url', 'continue', 'RelayState', 'post_logout_redirect_uri']
  const query = `?${new URLSearchParams(Object.fromEntries(names.map((name) => [name, evil])))}`
  const headers = { referer: evil, origin: 'https://evil.example' }
  const first = await begin(query, headers)
  const [cookie] = first.headers.getSetCookie()[0]!.split(';')
  const stranger = visitorFor(service)
  const { url } = await stranger.press(await stranger.visit(first.headers.get('location')!), 'login', 'anna')
  for (const name of names) url.searchParams.set(name, evil)
  const end = await fetch(url, { redirect: 'manual', headers: { ...headers, cookie: cookie! } })
  assert.match(end.headers.get('location') ?? '', /^projectory:\/\/auth\/callback\?code=pj_ac_[\w-]{43}$/)

  for (const path of ['/logout', '/mobile/idpcallback', '/mobile/handoff', '/mobile/nobodyauthenticate']) {
    const answer = await fetch(`${service.authUrl}${path}${query}`, { redirect: 'manual', headers: { ...headers, accept: 'text/html' } })
    assert.equal(answer.headers.get('location'), null, path)
    assert.ok(!(await answer.text()).includes('evil.example'), path)
  }
})

test('open redirect: an error is sent only to the registered redirect URI', async () => {
  const client = ownClient()
  const end = await walkThrough(service, 'outsider', client.start(service))
  assert.deepEqual(callbackParameters(client, service, end), { error: 'access_denied', error_code: 'not_allowed' })
  const former = ownClient()
  const off = await walkThrough(service, 'former', former.start(service))
  assert.deepEqual(callbackParameters(former, service, off), { error: 'access_denied', error_code: 'account_disabled' })
})

test('silent sign-in: clients with a custom scheme make the provider prompt, and “none” is refused', async () => {
  const promptOf = async (query: string) => new URL((await begin(query)).headers.get('location')!).searchParams.get('prompt')
  assert.equal(await promptOf(''), 'select_account')
  for (const { redirectUris } of service.app.auth.clients)
    for (const uri of redirectUris.filter((uri) => !/^https?:/.test(uri) && uri !== service.config.mobileRedirectUris[0])) {
      const { parameters } = ownClient(uri)
      assert.equal(await promptOf(`?${new URLSearchParams(parameters)}`), 'select_account', uri)
      assert.equal(await promptOf(`?${new URLSearchParams({ ...parameters, prompt: 'login' })}`), 'login', uri)
      for (const prompt of ['none', 'none login', 'consent', ''])
        await assertRefused(await begin(`?${new URLSearchParams({ ...parameters, prompt })}`), prompt)
    }
  assert.equal(await promptOf(`?${new URLSearchParams(ownClient().parameters)}`), null)
  await assertRefused(await begin('?prompt=none'), 'the client in the field')
})

test('parameter pollution: a repeated parameter is refused at the start and at the callback', async () => {
  const { parameters } = ownClient()
  for (const [name, value] of Object.entries({ ...parameters, nonce: 'n'.repeat(16), client_id: 'projectory-dev', prompt: 'login' })) {
    const query = new URLSearchParams({ ...parameters, [name]: value })
    query.append(name, value)
    await assertRefused(await begin(`?${query}`), name)
  }
  await assertRefused(
    await fetch(`${service.authUrl}/mobile/idpcallback?state=a&state=b`, { headers: { 'accept-language': 'en' } }),
    'callback',
  )
})

test('Host header: a forged host appears in no URL of ours', async () => {
  const path = '/auth/mobile/idpauthenticate'
  const own = new URL(service.config.publicUrl).host
  const call = (host: string, more = '', target = path) =>
    rawCall(portOf(service.origin), `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Accept-Language: en\r\nConnection: close\r\n\r\n`)
  for (const host of ['evil.example', `${own}.evil.example`, `evil.example:${portOf(service.origin)}`, '8.8.8.8', `${own}@evil.example`]) {
    const answer = await call(host)
    if (answer.status !== 400) assert.deepEqual(answer.headers.get('location'), [`http://${own}${path}?canonical=1`], host)
    assert.ok(!JSON.stringify([...answer.headers]).includes('evil') && !answer.body.includes('evil'), host)
    assert.equal(answer.headers.has('set-cookie'), false)
    const marked = await call(host, '', `${path}?canonical=1`)
    if (marked.status !== 400) assert.match(marked.headers.get('location')![0]!, new RegExp(`^http://${own}/idp/auth\\?`), 'not in circles')
  }
  for (const name of ['X-Forwarded-Host', 'Forwarded', 'X-Original-Host', 'X-Host', 'X-Forwarded-Server']) {
    const answer = await call(own, `${name}: ${name === 'Forwarded' ? 'host=' : ''}evil.example\r\n`)
    const location = new URL(answer.headers.get('location')![0]!)
    assert.equal(location.host, own, name)
    assert.equal(location.searchParams.get('redirect_uri'), `http://${own}/auth/mobile/idpcallback`, name)
  }
})
