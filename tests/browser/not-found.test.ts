import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { assertNoAxeViolations, desktop, openBrowser } from '#tests/support/browser.ts'
import { openApp } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// Unknown addresses: client and console show a not-found page with a link back.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

// The browser logs the 404 of the page itself.
const isAboutThePage = (fault: string) => /Failed to load resource.*404/.test(fault)

test('client: a guest sees the not-found page and continues to the projects', async () => {
  const { page, faults } = await openApp(browser, service, { path: '/settings' })
  const answer = await page.goto(`${service.origin}/project/one/two/three`)
  assert.equal(answer!.status(), 404)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('main').getByRole('link', { name: 'Browse projects' }).click()
  await page.getByRole('article').first().waitFor()
  assert.equal(new URL(page.url()).pathname, '/')
  assert.deepEqual(
    faults.filter((fault) => !isAboutThePage(fault)),
    [],
  )
})

test('a malformed address gets the not-found page too', async () => {
  const { page } = await openApp(browser, service, { path: '/settings' })
  for (const path of ['/%zz', '/project/%zz', '/project/%E0%A4/apply', '/console/%zz']) {
    const answer = await page.goto(service.origin + path)
    assert.equal(answer!.status(), 404, path)
    assert.equal(answer!.headers()['content-type'], 'text/html; charset=utf-8')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    assert.ok((await page.getByRole('main').getByRole('link').or(page.getByRole('button')).count()) > 0, `${path}: a link to continue`)
  }
  const response = await fetch(`${service.origin}/%zz`)
  assert.equal(((await response.json()) as { code: string }).code, 'bad_url', 'API clients get an error code')
})

test('client, installed: the service worker caches the app, never a 404 page', async () => {
  const { page } = await openApp(browser, service, { path: '/no-such-place', isInstalled: true, locale: 'ru', colorScheme: 'dark' })
  await page.getByRole('heading', { level: 1, name: 'Страница не найдена' }).waitFor()
  await assertNoAxeViolations(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload() // now served by the service worker
  await page.getByRole('heading', { level: 1, name: 'Страница не найдена' }).waitFor()
  const { 'projectory-languages': languages, ...others } = await page.evaluate<Record<string, string[]>>(
    `caches.keys().then((names) => Promise.all(names.map(async (name) => [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)]))).then(Object.fromEntries)`,
  )
  assert.deepEqual(languages, ['/ru'], 'no page, but the language that is used')
  const cached = Object.values(others).flat()
  assert.ok(cached.includes('/'))
  assert.deepEqual(
    cached.filter((path) => path !== '/' && !path.startsWith('/assets/')),
    [],
  )
  await page.getByRole('main').getByRole('link', { name: 'Посмотреть проекты' }).click()
  await page.getByRole('article').first().waitFor()
})

test('console: a curator sees the not-found page with the menu and continues to today', async () => {
  const { page, faults } = await openApp(browser, service, { login: 'curator', path: '/console/audit', viewport: desktop })
  const answer = await page.goto(`${service.origin}/console/nowhere`)
  assert.equal(answer!.status(), 404)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('navigation', { name: 'Console' }).waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'Go to Today' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/console')
  assert.deepEqual(
    faults.filter((fault) => !isAboutThePage(fault)),
    [],
  )
})

test('console: a guest sees the not-found page without signing in', async () => {
  const { page } = await openApp(browser, service, { path: '/console/nowhere', locale: 'ru', colorScheme: 'dark' })
  await page.getByRole('heading', { name: 'Страница не найдена' }).waitFor()
  await assertNoAxeViolations(page)
  assert.equal(await page.getByRole('button', { name: 'Войти' }).count(), 0)
  await page.getByRole('link', { name: 'На главную' }).click()
  await page.getByRole('heading', { name: 'Войдите в консоль' }).waitFor()
})
