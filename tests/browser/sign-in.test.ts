import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { createDevIdp } from '#dev-idp/provider.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { ownClient } from '#tests/support/own-client.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { codeFor, exchange, fieldStart, tokensFrom } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// Sign-in in a real browser, and attacks from other sites.

const browser = openBrowser()
const folder = mkdtempSync(join(tmpdir(), 'projectory-providers-'))
let service: TestService // with the development provider
let sso: TestService // with two providers, the second one needs our own confirmation page
const received: IncomingMessage[] = []
const idpServer = createServer((message, response) => idp.handle(message, response))
// Cross-site: localhost is not 127.0.0.1.
let evilPage = ''
const evilServer = createServer((_, response) => response.setHeader('content-type', 'text/html').end(`<!doctype html>${evilPage}`))
let idp: ReturnType<typeof createDevIdp>
let evil: string

const listening = async (server: typeof idpServer): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
before(async () => {
  const issuer = `http://127.0.0.1:${await listening(idpServer)}`
  idp = createDevIdp({ url: issuer, isRedirectUri: () => true, locale: 'en' })
  const provider = { name: 'sso', kind: 'oidc', issuer, client: idp.client, allow: { everyone: true }, handOff: 'page' }
  writeFileSync(join(folder, 'sso.json'), JSON.stringify([{ ...provider, name: 'staff' }, provider]))
  service = await startService({ env: { MAIL_TO: 'directory@uni.example' } })
  sso = await startService({ database: service.database, env: { PROVIDERS: join(folder, 'sso.json') } })
  service.http.server.prependListener('request', (message) => received.push(message))
  evil = `http://localhost:${await listening(evilServer)}/`
})
after(async () => {
  await sso.close()
  await service.close()
  for (const server of [idpServer, evilServer]) server.close().closeAllConnections()
  rmSync(folder, { recursive: true })
})

/** The last redirect to a custom scheme: nothing here opens the scheme, so only the redirect itself is observable. */
async function watchApp(page: Page): Promise<() => Promise<URL>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const sent = Promise.withResolvers<URL>()
  devtools.on('Network.responseReceivedExtraInfo', ({ headers }) => {
    const location = Object.entries(headers).find(([name]) => name.toLowerCase() === 'location')?.[1]
    if (location?.startsWith('projectory:')) sent.resolve(new URL(location))
  })
  return () => sent.promise
}

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
  }
  assert.fail(`no way to ${selector} by the keyboard`)
}

const isVisible = `(() => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement)
  return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
})()`

async function assertGood(page: Page, language: string): Promise<void> {
  await assertNoAxeViolations(page)
  assert.equal(await page.getAttribute('html', 'lang'), language)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, 'nothing sticks out')
}

const press = (page: Page, name: string, value: string) => page.click(`button[name="${name}"][value="${value}"]`, { noWaitAfter: true })
const toPage = (page: Page, path: string) => page.waitForURL((url) => url.pathname.endsWith(path), { waitUntil: 'load' })

for (const colorScheme of ['light', 'dark'] as const)
  for (const locale of ['en', 'ru'] as const)
    test(`sign-in and its refusals work by keyboard only, in ${locale} and ${colorScheme}`, async () => {
      const visit = await browser.visit({ colorScheme, locale })
      const { page } = visit
      const app = await watchApp(page)

      // Refused, then disabled, then cancelled; each page has a link to start again.
      await page.goto(fieldStart(service))
      await assertGood(page, locale)
      await press(page, 'login', 'outsider')
      await toPage(page, '/idpcallback')
      await assertGood(page, locale)
      assert.match((await page.textContent('main'))!, /outsider@elsewhere\.example[\s\S]*directory@uni\.example/)
      await page.click('.act a')
      await page.waitForSelector('button[value="former"]')
      await press(page, 'login', 'former')
      await toPage(page, '/idpcallback')
      await assertGood(page, locale)
      assert.match((await page.textContent('h1'))!, locale === 'en' ? /Account disabled/ : /отключена/)
      await page.click('.act a')
      await page.waitForSelector('button[name="cancel"]')
      await press(page, 'cancel', 'yes')
      await toPage(page, '/idpcallback')
      await assertGood(page, locale)
      assert.match((await page.textContent('h1'))!, locale === 'en' ? /Sign-in cancelled/ : /Вход отменён/)

      // A callback that was started elsewhere, or was finished already.
      const finished = page.url()
      await page.goto(finished)
      await assertGood(page, locale)
      assert.match((await page.textContent('h1'))!, locale === 'en' ? /Sign in again/ : /Войдите ещё раз/)

      await page.goto(fieldStart(service))
      await tabTo(page, 'button[value="anna"]')
      assert.ok(await page.evaluate<boolean>(isVisible), 'one sees where one is')
      await page.keyboard.press('Enter')
      const end = await app()
      assert.equal(end.href.split('?')[0], 'projectory://auth/callback')
      const tokens = await tokensFrom(await exchange(service, { code: end.searchParams.get('code') }))
      assert.ok(tokens.user.id > 0)
      assert.deepEqual(visit.externalRequests, [], 'no external requests')
      assert.deepEqual(
        visit.faults.filter((fault) => !fault.includes('responded with a status of')),
        [],
      )
    })

for (const locale of ['en', 'ru'] as const)
  test(`where the provider shows no page, one key press opens the app, in ${locale}`, async () => {
    const visit = await browser.visit({ locale })
    const { page } = visit
    const app = await watchApp(page)
    await page.goto(fieldStart(sso, 'sso'))
    await press(page, 'login', 'anna')
    await toPage(page, '/ssocallback')
    await assertGood(page, locale)
    await tabTo(page, 'form button')
    assert.ok(await page.evaluate<boolean>(isVisible))
    await page.keyboard.press('Enter')
    const end = await app()
    await tokensFrom(await exchange(sso, { code: end.searchParams.get('code') }))
    assert.deepEqual(visit.faults, [], 'above all none about the policy of the page')
  })

test('whoever has signed in here goes to the same one of several providers again', async () => {
  const { page } = await browser.visit()
  await page.goto(`${sso.origin}/welcome`)
  await page.getByRole('button', { name: 'sso' }).click()
  await page.locator('button[name=login][value=anna]').click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.context().clearCookies()
  await page.goto(`${sso.origin}/profile`)
  const started = page.waitForRequest('**/mobile/*authenticate?*')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  assert.match((await started).url(), /ssoauthenticate/)
})

/** A browser in which the web client is signed in. */
async function signedInBrowser() {
  const client = ownClient(`${service.origin}/signin/done`)
  const code = await codeFor(service, 'vera', client.start(service))
  const response = await exchange(service, { code, codeVerifier: client.verifier, transport: 'cookie' }, { origin: service.origin })
  const given = response.headers.get('set-cookie')!
  const [, name, value] = /^(pj_rt)=([^;]+)/.exec(given)!
  const sameSite = /SameSite=(\w+)/.exec(given)![1] as 'Strict' | 'Lax'
  const visit = await browser.visit()
  const cookie = { name: name!, value: value!, url: service.origin, httpOnly: /; HttpOnly/.test(given), sameSite }
  await visit.page.context().addCookies([cookie])
  const tokens = await tokensFrom(response)
  const state = async () => {
    const [row] = await service.sql<{ gen: number; revokedAt: Date | null }[]>`
      select gen, revoked_at as "revokedAt" from auth.session where id = ${tokens.sessionId}`
    const cookies = await visit.page.context().cookies(service.origin)
    return { gen: row!.gen, isAlive: row!.revokedAt === null, hasCookie: cookies.some((one) => one.name === 'pj_rt') }
  }
  return { ...visit, tokens, state }
}
const untouched = { gen: 1, isAlive: true, hasCookie: true }

test('a sign-in page in a frame of another site stays blank', async () => {
  const { page } = await browser.visit()
  for (const target of [fieldStart(service), `${service.authUrl}/logout`, `${service.authUrl}/mobile/nobodyauthenticate`]) {
    evilPage = `<p>evil</p><iframe src="${target}" width="380" height="600"></iframe>`
    await page.goto(evil)
    const [, framed] = page.frames()
    for (let tries = 0; tries < 200 && !framed!.url().startsWith('chrome-error:'); tries++) await page.waitForTimeout(50)
    assert.doesNotMatch(await framed!.evaluate<string>('document.body.innerText'), /projectory|sign/i, target)
    assert.ok(framed!.url().startsWith('chrome-error:'), framed!.url())
  }
  evilPage = `<iframe src="${evil}inner"></iframe>`
  await page.goto(evil)
  assert.ok(page.frames()[1]!.url().endsWith('/inner'), 'a frame as such does show')
})

test('an image, a prefetch and a navigation do not sign the person out', async () => {
  const web = await signedInBrowser()
  const logout = `${service.authUrl}/logout`
  received.length = 0
  evilPage = `<img src="${logout}?img"><link rel="prefetch" href="${logout}?ahead"><iframe src="${logout}?frame"></iframe>`
  const hasReceived = (way: string) => received.some(({ url }) => url === `/auth/logout?${way}`)
  // The browser prefetches last.
  const untilReceived = async (...ways: string[]) => {
    for (let tries = 0; tries < 300 && !ways.every(hasReceived); tries++) await web.page.waitForTimeout(50)
  }
  await web.page.goto(evil)
  await untilReceived('img', 'frame', 'ahead')
  // The same from our own page, where the cookie is sent.
  await web.page.route(`${service.origin}/own`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<img src="${logout}?own"><link rel="prefetch" href="${logout}?own-ahead">` }),
  )
  await web.page.goto(`${service.origin}/own`)
  await untilReceived('own', 'own-ahead')
  await web.page.goto(`${logout}?visit`)
  assert.ok(await web.page.textContent('h1'))
  await assertNoAxeViolations(web.page)
  const logouts = received.filter(({ url }) => url!.startsWith('/auth/logout?'))
  for (const way of ['img', 'frame', 'own', 'own-ahead', 'visit']) assert.ok(hasReceived(way), `the browser sent a request by ${way}`)
  assert.ok(
    logouts.some(({ headers }) => /pj_rt=/.test(headers.cookie ?? '')),
    'the cookie did come along',
  )
  assert.ok(logouts.some(({ headers }) => headers['sec-purpose'] === 'prefetch'))
  assert.deepEqual(await web.state(), untouched)
})

test('another site can neither post a form nor fetch with the person’s cookie', async () => {
  const web = await signedInBrowser()
  // Playwright answers the preflight of routed requests itself: unroute, so that the browser sends it.
  await web.page.context().unrouteAll()
  const target = `${service.authUrl}/mobile/session`
  received.length = 0
  evilPage = '<p>evil</p>'
  await web.page.goto(evil)
  const attempts = await web.page.evaluate<string[]>(`Promise.all([
    { body: '{}', headers: { 'content-type': 'application/json' } },
    { body: '{}', headers: { 'content-type': 'text/plain' } },
    { body: '{}' },
    { mode: 'no-cors', body: '{}' },
    { mode: 'no-cors', body: new URLSearchParams({ a: '1' }) },
    { mode: 'no-cors' },
  ].map((init) => fetch(${JSON.stringify(target)}, { method: 'POST', credentials: 'include', ...init }).then(
    (response) => response.type + response.status, () => 'refused')))`)
  assert.deepEqual(attempts, ['refused', 'refused', 'refused', 'opaque0', 'opaque0', 'opaque0'])
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    evilPage = `<form method="post" enctype="${type}" action="${target}"><input name='{"a":"' value='"}'><button>go</button></form>`
    await web.page.goto(evil)
    await web.page.click('button')
    await toPage(web.page, '/session')
    assert.match((await web.page.textContent('body'))!, /unsupported_media_type/)
  }
  const posts = received.filter(({ url, method }) => url === '/auth/mobile/session' && method === 'POST')
  assert.ok(posts.length >= 8, `${posts.length} did arrive`)
  for (const { headers } of posts) assert.doesNotMatch(headers.cookie ?? '', /pj_rt/, 'SameSite=Strict cookies are not sent')
  assert.deepEqual(await web.state(), untouched)

  // From our own page the same call works: the cookie was valid all the time.
  await web.page.route(`${service.origin}/own`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await web.page.goto(`${service.origin}/own`)
  const init = "{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }"
  const keys = await web.page.evaluate(`fetch('/auth/mobile/session', ${init}).then((response) => response.json()).then(Object.keys)`)
  assert.ok((keys as string[]).includes('accessToken') && !(keys as string[]).includes('refreshToken'))
  assert.deepEqual(await web.state(), { ...untouched, gen: 2 })
  assert.equal(await web.page.evaluate('document.cookie'), '', 'no script reads it')
})

test('an allowed origin refreshes cross-origin with its cookie', async (t) => {
  const origin = evil.replace('localhost', '127.0.0.1').slice(0, -1)
  const listed = await startService({ database: service.database, env: { CORS_ORIGINS: origin } })
  t.after(() => listed.close())
  const client = ownClient(`${origin}/signin/done`)
  const code = await codeFor(listed, 'vera', client.start(listed))
  evilPage = ''
  const { page } = await browser.visit()
  await page.context().unrouteAll() // or Playwright would answer the preflight
  await page.goto(origin)
  const call = (path: string, body: object) =>
    page.evaluate<string[]>(`fetch(${JSON.stringify(listed.authUrl + path)}, { method: 'POST', credentials: 'include',
      headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} })
      .then((response) => response.json()).then(Object.keys, (fault) => [String(fault)])`)
  const given = await call('/mobile/exchange', { code, codeVerifier: client.verifier, transport: 'cookie' })
  assert.ok(given.includes('accessToken'), String(given))
  assert.ok((await call('/mobile/session', {})).includes('accessToken'))
})
