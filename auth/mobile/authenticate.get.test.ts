import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '#tests/support/free-port.ts'
import { portOf } from '#tests/support/raw.ts'
import { startService } from '#tests/support/service.ts'
import { fieldStart, visitorFor, walkThrough } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-providers-'))
const { service } = useService({ env: { MAIL_TO: 'directory@uni.example' } })
after(async () => {
  rmSync(folder, { recursive: true })
})

const open = (address: string, headers: Record<string, string> = {}) => fetch(address, { redirect: 'manual', headers })
const challenge = () => createHash('sha256').update(randomBytes(32)).digest('base64url')
const own = (more: Record<string, string> = {}) => ({
  redirect_uri: `${service.origin}/signin/done`,
  state: 'state-of-the-client',
  code_challenge: challenge(),
  code_challenge_method: 'S256',
  ...more,
})
const startWith = (query: Record<string, string> | [string, string][]) => `${fieldStart(service)}?${new URLSearchParams(query)}`
const targetOf = (response: Response) => new URL(response.headers.get('location')!)

async function assertPage(response: Response, status: number, text: RegExp): Promise<void> {
  assert.equal(response.status, status)
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(response.headers.get('location'), null)
  assert.equal(response.headers.get('set-cookie'), null)
  assert.match(await response.text(), text)
}

test('the field client is redirected to the provider with state, nonce and PKCE challenge', async () => {
  const response = await open(fieldStart(service))
  assert.equal(response.status, 302)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(await response.text(), '')
  const target = targetOf(response)
  assert.equal(target.origin + target.pathname, `${service.origin}/idp/auth`)
  const { state, nonce, code_challenge, client_id, ...rest } = Object.fromEntries(target.searchParams)
  for (const secret of [state, nonce, code_challenge]) assert.match(secret!, /^[\w-]{43}$/)
  assert.equal(new Set([state, nonce, code_challenge]).size, 3)
  assert.ok(client_id)
  assert.deepEqual(rest, {
    response_type: 'code',
    redirect_uri: `${service.authUrl}/mobile/idpcallback`,
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    prompt: 'select_account',
  })
})

test('the pending sign-in is in an encrypted cookie, and nothing is written to the database', async () => {
  const tables = ['auth.identity', 'auth.session', 'auth.code', 'auth.used_state', 'audit_event']
  const counts = () => Promise.all(tables.map((table) => service.sql`select count(*)::int from ${service.sql(table)}`))
  const before = await counts()
  const response = await open(fieldStart(service))
  const state = targetOf(response).searchParams.get('state')!
  const name = `pj_tx_${createHash('sha256').update(state).digest('hex').slice(0, 8)}`
  const [cookie, ...others] = response.headers.getSetCookie()
  assert.equal(others.length, 0)
  const [pair, ...attributes] = cookie!.split('; ')
  assert.ok(pair!.startsWith(`${name}=eyJ`), pair)
  assert.ok(!cookie!.includes(state))
  assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax'])
  assert.ok(pair!.length < 3500, 'browsers keep four thousand characters')
  assert.deepEqual(await counts(), before)
})

test('five pending sign-ins are kept per browser', async () => {
  const jar = new Map<string, string>()
  for (let tab = 0; tab < 9; tab++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const line of (await open(fieldStart(service), { cookie })).headers.getSetCookie()) {
      const [, name, value] = /^(\w+)=([^;]*)/.exec(line)!
      if (line.includes('Max-Age=0')) jar.delete(name!)
      else jar.set(name!, value!)
    }
    assert.equal(jar.size, Math.min(tab + 1, 5))
  }
})

test('the field client uses the alias github for the provider', async () => {
  const target = targetOf(await open(fieldStart(service, 'github')))
  assert.equal(target.searchParams.get('redirect_uri'), `${service.authUrl}/mobile/idpcallback`)
  assert.equal(targetOf(await open(`${fieldStart(service)}/`)).pathname, '/idp/auth', 'a slash at the end is forgiven')
})

test('a web client gets a prompt only on request, an app always', async () => {
  const promptOf = async (more?: Record<string, string>) => targetOf(await open(startWith(own(more)))).searchParams.get('prompt')
  assert.equal(await promptOf(), null)
  assert.equal(await promptOf({ prompt: 'login' }), 'login')
  const app = { redirect_uri: 'org.projectory.app:/signed-in' }
  assert.equal(await promptOf(app), 'select_account', 'another app could wait at the same scheme')
  assert.equal(await promptOf({ ...app, prompt: 'login' }), 'login')
})

test('hints are passed to the provider, unknown parameters are not', async () => {
  const { searchParams } = targetOf(await open(startWith(own({ login_hint: 'анна@uni.example', ui_locales: 'ru en', evil: 'yes' }))))
  assert.equal(searchParams.get('login_hint'), 'анна@uni.example')
  assert.equal(searchParams.get('ui_locales'), 'ru en')
  assert.equal(searchParams.get('evil'), null)
  assert.notEqual(searchParams.get('state'), 'state-of-the-client', 'the provider gets a state of ours')
})

const wrong: [string, () => Record<string, string> | [string, string][]][] = [
  ['redirect_uri', () => own({ redirect_uri: 'https://evil.example/signin/done' })],
  ['redirect_uri', () => own({ redirect_uri: 'projectory://auth/callback' })],
  ['client_id', () => own({ client_id: 'projectory-mobile' })],
  ['code_challenge_method', () => own({ code_challenge_method: 'plain' })],
  ['code_challenge', () => own({ code_challenge: 'short' })],
  ['state', () => [...Object.entries(own()), ['state', 'state-of-another']]],
  ['prompt', () => own({ prompt: 'none' })],
  ['redirect_uri', () => ({ state: 'only-a-state' })],
]
for (const [index, [name, query]] of wrong.entries())
  test(`a start with an invalid ${name} (${index}) gets an error page and no redirect`, async () => {
    await assertPage(await open(startWith(query())), 400, new RegExp(`<code><bdi>${name}</bdi></code>`))
  })

test('the page is in the language of the browser', async () => {
  await assertPage(await open(startWith({ state: 'only-a-state' }), { 'accept-language': 'ru' }), 400, /<html lang="ru">/)
})

test('the field client can be disabled; our own clients still work', async (t) => {
  const closed = await startService({ database: service.database, env: { FIELD_CLIENT: 'off', MAIL_TO: 'directory@uni.example' } })
  t.after(() => closed.close())
  await assertPage(await open(fieldStart(closed)), 403, /directory@uni\.example/)
  const query = new URLSearchParams({ ...own(), redirect_uri: `${closed.origin}/signin/done` })
  assert.equal((await open(`${fieldStart(closed)}?${query}`)).status, 302)
})

// fetch does not allow setting Host.
const withHost = (path: string, host: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    request({ port: portOf(service.origin), host: '127.0.0.1', path, headers: { host } }, (response) => {
      response.resume()
      resolve(response.headers.location)
    })
      .on('error', reject)
      .end()
  })

test('another host name is redirected to the configured one, once', async () => {
  const path = '/auth/mobile/idpauthenticate'
  assert.equal(await withHost(`${path}?ui_locales=ru`, 'evil.example'), `${service.origin}${path}?ui_locales=ru&canonical=1`)
  const target = new URL((await withHost(`${path}?canonical=1`, 'evil.example'))!)
  assert.equal(target.origin + target.pathname, `${service.origin}/idp/auth`, 'a proxy that hides the name must not send people in circles')
  assert.ok(!target.href.includes('evil'))
})

test('in development a phone continues under the host name it used', async () => {
  const target = new URL((await withHost('/auth/mobile/idpauthenticate', '10.0.2.2:8000'))!)
  assert.equal(target.host, '10.0.2.2:8000')
  assert.equal(target.searchParams.get('redirect_uri'), 'http://10.0.2.2:8000/auth/mobile/idpcallback')
  const visitor = visitorFor(service)
  const end = await walkThrough(service, 'gleb', 'http://10.0.2.2:8000/auth/mobile/idpauthenticate', visitor)
  assert.equal(end.url.protocol, 'projectory:')
})

test('an unavailable provider gets an error page with a retry link', async (t) => {
  const providers = join(folder, 'away.json')
  const issuer = `http://127.0.0.1:${await freePort()}`
  writeFileSync(providers, JSON.stringify([{ name: 'away', kind: 'oidc', issuer, client: { id: 'x', secret: 'y' } }]))
  const lonely = await startService({ database: service.database, env: { PROVIDERS: providers } })
  t.after(() => lonely.close())
  const response = await open(fieldStart(lonely, 'away'))
  assert.equal(response.headers.get('retry-after'), '30')
  await assertPage(response, 503, /href="\/auth\/mobile\/awayauthenticate"/)
})

test('only GET is allowed', async () => {
  const response = await fetch(fieldStart(service), { method: 'POST' })
  assert.equal(response.status, 405)
  assert.equal(response.headers.get('allow'), 'GET, OPTIONS')
})
