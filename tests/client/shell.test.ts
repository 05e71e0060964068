import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, openApp, settled, wheelTo, written } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// What every screen has in common: tabs, messages of forms, the offline banner, not-found pages.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })
const scrollY = (page: Page) => page.evaluate<number>('scrollY')
async function untilScrolledTo(page: Page, y: number): Promise<void> {
  for (let tries = 0; tries < 300 && Math.abs((await scrollY(page)) - y) > 60; tries++) await page.waitForTimeout(50)
  assert.ok(Math.abs((await scrollY(page)) - y) <= 60, `scrolled to ${await scrollY(page)}, not to ${y}`)
}

test('a tab keeps its place and position; tapping it again goes to its start, then to the top', async () => {
  const { page } = await openApp(browser, service, { viewport: { width: 390, height: 700 } })
  await settled(page)
  await page.getByRole('link', { name: 'See all: New' }).waitFor()
  await page.getByRole('link', { name: 'See all: In progress' }).waitFor()
  await wheelTo(page, 900)
  const before = await scrollY(page)
  assert.ok(before > 500)
  await tab(page, 'Profile').click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await tab(page, 'Projects').click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  await untilScrolledTo(page, before)
  await tab(page, 'Projects').click()
  await untilScrolledTo(page, 0)
  assert.equal(new URL(page.url()).pathname, '/')

  const project = page.getByRole('article').getByRole('link').first()
  const name = (await project.textContent())!
  await project.click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await tab(page, 'Profile').click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await tab(page, 'Projects').click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await tab(page, 'Projects').click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
})

test('at 320 px the Russian tabs are in one row, and their names fit', async () => {
  const { page } = await openApp(browser, service, { locale: 'ru', viewport: { width: 320, height: 640 } })
  await settled(page)
  const links = page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link')
  const boxes = await Promise.all((await links.all()).map(async (link) => (await link.boundingBox())!))
  assert.equal(new Set(boxes.map(({ y }) => y)).size, 1)
  for (const link of await links.all()) {
    const [outer, inner] = [(await link.boundingBox())!, (await link.locator('> span').boundingBox())!]
    assert.ok(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width + 0.5, await link.innerText())
  }
})

test('signing out says so and leaves a card to sign in', async () => {
  const { page } = await openApp(browser, service, { login: 'boris', path: '/profile' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('status').filter({ hasText: 'You’ve signed out.' }).waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('button[name=login]').first().waitFor()
})

for (const [locale, send, text] of [
  ['en', 'Send', 'Fill in this field.'],
  ['ru', 'Отправить', 'Заполните это поле.'],
] as const)
  test(`a field that is not filled in is marked, in the language of the interface (${locale})`, async () => {
    const { page } = await openApp(browser, service, { locale, path: '/feedback' })
    await settled(page)
    const field = page.locator('textarea')
    await page.getByRole('button', { name: send }).click()
    await page.getByRole('alert').getByText(text).first().waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await assertFocus(page, 'tagName', 'TEXTAREA')
    await assertNoAxeViolations(page)
    await field.fill('x')
    assert.equal(await field.getAttribute('aria-invalid'), null)
    await page.locator('input[type=email]').fill('nobody')
    await page.getByRole('button', { name: send }).click()
    await page.getByRole('alert').getByText('anna@example.org').waitFor()
  })

test('offline there is one banner, with the age of the data', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true })
  await settled(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await written(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText(/You’re offline\. Last updated/).waitFor()
  await assertCount(page.locator('.offline, .saved-note'), 1)
})

test('pages that are not found look alike: a way back, what has happened, and where to go', async () => {
  const { page } = await openApp(browser, service, { login: 'boris', path: '/nowhere' })
  for (const [path, heading] of [
    ['/nowhere', 'Page not found'],
    ['/project/nowhere', 'Project not found'],
    ['/my/team/999999', 'You’re not in this team'],
    ['/my/request/999999', 'Application not found'],
  ] as const) {
    await page.goto(service.origin + path)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.getByRole('button', { name: 'Back' }).waitFor()
    await assertCount(page.locator('.empty .illustration'), 1, path)
    await assertCount(page.locator('.empty').getByRole('link'), 1, path)
  }
})
