import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createDevIdp } from '#dev-idp/provider.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { exchange, fieldStart, tokensFrom, visitorFor } from '#tests/support/sign-in.ts'
import { type Answer, createVisitor, type Visitor } from '#tests/support/visitor.ts'

// A provider that may redirect without a click, as Keycloak does: our page asks for the click.
const folder = mkdtempSync(join(tmpdir(), 'projectory-providers-'))
let clock = new Date()
let server: Server
let port: number
let service: TestService
before(async () => {
  server = createServer((message, response) => idp.handle(message, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  const issuer = `http://127.0.0.1:${port}`
  const idp = createDevIdp({ url: issuer, isRedirectUri: () => true, locale: 'en' })
  const provider = { name: 'sso', kind: 'oidc', issuer, client: idp.client, allow: { everyone: true }, handOff: 'page', prompt: '' }
  writeFileSync(join(folder, 'sso.json'), JSON.stringify([provider]))
  service = await startService({ now: () => clock, env: { PROVIDERS: join(folder, 'sso.json') } })
})
after(async () => {
  await service.close()
  server.close().closeAllConnections()
  rmSync(folder, { recursive: true })
})

const countCodes = async () => (await service.sql<{ n: number }[]>`select count(*)::int as n from auth.code`)[0]!.n

async function handOffPage(browser: Visitor) {
  const { url } = await browser.visit(fieldStart(service, 'sso'))
  assert.equal(url.searchParams.get('prompt'), null, 'no prompt for this provider')
  const atProvider = createVisitor(port)
  const back = await atProvider.press(await atProvider.visit(url), 'login', 'newcomer')
  return browser.visit(back.url)
}

const click = (browser: Visitor, page: Answer) => browser.visit(/<form [^>]*action="([^"]*)"/.exec(page.text)![1]!, {})

test('the hand-off page waits for a click, and only the click issues the code', async () => {
  const browser = visitorFor(service)
  const before = await countCodes()
  const page = await handOffPage(browser)
  assert.equal(page.status, 200)
  assert.match(String(page.headers['content-security-policy']), /form-action 'self' projectory:$/)
  const cookies = page.headers['set-cookie']!
  const [, ...attributes] = cookies.find((line) => line.startsWith('pj_ho='))!.split('; ')
  assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Strict'])
  assert.ok(cookies.some((line) => line.startsWith('pj_tx_') && line.includes('Max-Age=0')))
  assert.equal(await countCodes(), before)

  const end = await click(browser, page)
  assert.equal(end.url.protocol, 'projectory:')
  assert.deepEqual([...end.url.searchParams.keys()], ['code'])
  assert.equal(await countCodes(), before + 1)
  await tokensFrom(await exchange(service, { code: end.url.searchParams.get('code')! }))
  assert.deepEqual(browser.cookies(), [])
})

test('the redirect after the click is a 303 and not cached', async () => {
  const browser = visitorFor(service)
  const page = await handOffPage(browser)
  const [pass] = page.headers['set-cookie']!.filter((line) => line.startsWith('pj_ho='))
  const response = await fetch(`${service.authUrl}/mobile/handoff`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: pass!.split(';')[0]! },
  })
  assert.equal(response.status, 303)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.match(response.headers.get('set-cookie')!, /^pj_ho=; Max-Age=0/)

  const before = await countCodes()
  const again = await fetch(`${service.authUrl}/mobile/handoff`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: pass!.split(';')[0]! },
  })
  assert.equal(again.status, 400, 'the cookie works once')
  assert.equal(again.headers.get('location'), null)
  assert.equal(await countCodes(), before)
})

test('a cross-site form has no cookie: it gets a page and no code', async () => {
  const before = await countCodes()
  for (const cookie of ['', 'pj_ho=', 'pj_ho=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0.a.b.c.d']) {
    const response = await fetch(`${service.authUrl}/mobile/handoff`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'code=x',
    })
    assert.equal(response.status, 400)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  }
  assert.equal(await countCodes(), before)
})

test('a transaction cookie is not accepted as the hand-off cookie', async () => {
  const response = await fetch(fieldStart(service, 'sso'), { redirect: 'manual' })
  const sealed = /^pj_tx_\w+=([^;]*)/.exec(response.headers.get('set-cookie')!)![1]!
  const answer = await fetch(`${service.authUrl}/mobile/handoff`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: `pj_ho=${sealed}` },
  })
  assert.equal(answer.status, 400)
})

test('a click after ten minutes has expired', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  const browser = visitorFor(service)
  const page = await handOffPage(browser)
  clock = new Date(clock.getTime() + 601_000)
  const end = await click(browser, page)
  assert.equal(end.status, 400)
})

test('a person disabled between the page and the click gets no tokens', async (t) => {
  const browser = visitorFor(service)
  const page = await handOffPage(browser)
  const [person] = await service.sql<{ id: number }[]>`select person_id as id from auth.identity where provider = 'sso'`
  t.after(() => service.sql`update person set disabled_at = null where id = ${person!.id}`)
  await service.sql`update person set disabled_at = now() where id = ${person!.id}`
  const end = await click(browser, page)
  const response = await exchange(service, { code: end.url.searchParams.get('code') ?? '' })
  assert.equal(((await response.json()) as { code: string }).code, 'account_disabled')
})

test('a web client is redirected without the page: only apps need a click', async () => {
  const browser = visitorFor(service)
  const query = {
    redirect_uri: `${service.origin}/signin/done`,
    state: 'state-of-the-client',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  }
  const { url } = await browser.visit(`${fieldStart(service, 'sso')}?${new URLSearchParams(query)}`)
  const atProvider = createVisitor(port)
  const back = await atProvider.press(await atProvider.visit(url), 'login', 'newcomer')
  const end = await browser.visit(back.url)
  assert.equal(end.url.pathname, '/signin/done')
  assert.ok(end.url.searchParams.get('code'))
})

test('only POST is allowed', async () => {
  const response = await fetch(`${service.authUrl}/mobile/handoff`)
  assert.equal(response.status, 405)
  assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
})
