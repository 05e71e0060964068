import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { listening, openApp, settled, written } from '#tests/support/page/app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const installed = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => true)')
const cards = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })
/** The list loads more while scrolling. */
const scrollThrough = async (page: Page) => {
  const isMore = () => page.getByRole('button', { name: 'Show more' }).count()
  while ((await isMore()) > 0) await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await settled(page)
}

test('after one visit every seen screen opens offline', async () => {
  const { page, faults } = await openApp(browser, service, { isInstalled: true })
  await settled(page)
  await installed(page)
  await scrollThrough(page)
  const names = await cards(page).allTextContents()
  assert.ok(names.length >= 20)
  await written(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('You’re offline.', { exact: false }).first().waitFor()
  await settled(page)
  await scrollThrough(page)
  await assertTexts(cards(page), names)
  for (const [path, title] of [
    ['/settings', 'Settings'],
    ['/privacy', /privacy/i],
    ['/no-such-place', 'Page not found'],
  ] as const) {
    await page.goto(service.origin + path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  await page.context().setOffline(false)
  assert.deepEqual(
    faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(fault)),
    [],
  )
})

test('offline the language can be changed to one that this device has used, and no other', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true, path: '/settings' })
  await installed(page)
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: 'Русский' }).click()
  await page.getByText('Русский isn’t on this device yet.', { exact: false }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  assert.equal(await page.getByRole('radio', { name: 'English' }).isChecked(), true)
  await page.context().setOffline(false)
  await page.getByRole('radio', { name: 'Русский' }).click()
  await page.getByRole('heading', { level: 1, name: 'Настройки' }).waitFor()
  // Also the texts that have not been shown.
  const isKept = `caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).some(({ url }) => url.includes('/rounds-ru-'))))).includes(true))`
  while (!(await page.evaluate(isKept))) await page.waitForTimeout(50)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Настройки' }).waitFor()
  await page.getByRole('radio', { name: 'English' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.context().setOffline(false)
})

test('an offline search uses the projects stored on the device, and says so', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true })
  await settled(page)
  while (!(await page.evaluate('navigator.serviceWorker.controller !== null'))) await page.waitForTimeout(50) // the app is stored
  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill('library')
  await page.getByRole('status').filter({ hasText: 'Offline: ' }).waitFor()
  const names = await cards(page).allTextContents()
  assert.ok(names.length >= 1 && names.length < 20, names.join())
  await assertNoAxeViolations(page)
  await page.getByRole('searchbox').fill('zzzzzz qqqq')
  await page.getByRole('heading', { name: 'No projects found' }).waitFor()
  await page.context().setOffline(false)
})

test('the first visit fetches the start page once, although it is preloaded', async () => {
  const { page, requests } = await openApp(browser, service)
  await settled(page)
  assert.equal(requests.filter((address) => new URL(address).pathname === '/api/home').length, 1)
})

test('offline without stored data, an error with a retry button is shown', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true, path: '/settings' })
  await installed(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('alert').getByRole('heading', { name: 'Can’t reach the server' }).waitFor()
  await assertNoAxeViolations(page)
  await page.context().setOffline(false)
  await cards(page).first().waitFor() // without pressing the button
  await scrollThrough(page)
  assert.ok((await cards(page).count()) > 20)
})

test('where some calls arrive and others never do, everything is loaded again only after the server was probed', async () => {
  const { page } = await openApp(browser, service, { path: '/project/karta-dvorov' })
  await settled(page)
  const offline = page.getByText('You’re offline.', { exact: false }).first()
  let [loads, probes] = [0, 0]
  await page.route('**/api/events', (route) => route.abort()) // nothing else has it loaded again
  await page.route('**/api/project/karta-dvorov/questions*', (route) => route.abort())
  await page.route('**/api/project/karta-dvorov', async (route) => {
    if (loads++ > 0) await offline.waitFor() // the other call has failed; at first it is made after this one
    await route.continue()
  })
  await page.route('**/api/project/new?limit=1', async (route) => {
    probes++
    await route.continue()
  })
  await page.reload()
  while (probes < 2 && loads <= probes + 1) await page.waitForEvent('request')
  assert.ok(loads <= probes + 1, `loaded ${loads} times after ${probes} probes`)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('changes on the server appear without a reload', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  await listening(service)
  await service.sql`update project set name = 'Changed while you look' where slug = (
    select slug from project where state = 'published' order by published_at desc limit 1)`
  await page.getByRole('heading', { name: 'Changed while you look' }).first().waitFor()
})

test('frequent changes are throttled to a refetch every few seconds, and the last change is shown', async () => {
  const { page, requests } = await openApp(browser, service, { path: '/project/karta-dvorov' })
  await settled(page)
  await listening(service)
  const countCalls = () => requests.filter((address) => address.endsWith('/api/project/karta-dvorov')).length // not its questions
  const [before, startedAt] = [countCalls(), performance.now()]
  for (let n = 1; n <= 40; n++) {
    await service.sql`update project set name = ${`Yard map ${n}`} where slug = 'karta-dvorov'`
    await page.waitForTimeout(150) // longer than one refetch takes, in all longer than the pause between two
  }
  await page.getByRole('heading', { level: 1, name: 'Yard map 40' }).waitFor()
  // Immediately, and then at least four seconds after the previous refetch.
  const most = 1 + (performance.now() - startedAt) / 4000
  assert.ok(countCalls() - before <= most, `${countCalls() - before} times, not ${most}`)
})
