import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { type AppSettings, assertFocus, openApp, settled } from '#tests/support/page/app.ts'
import { assertCount, assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

// From 1000 px on: the side navigation, and the list beside the project.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const open = async (settings: AppSettings = {}) => {
  const visit = await openApp(browser, service, { viewport: { width: 1280, height: 800 }, ...settings })
  await settled(visit.page)
  return visit
}
const list = (page: Page) => page.locator('.desk-list')
const card = (page: Page, at: number) => list(page).getByRole('article').nth(at).getByRole('link')
const pathOf = (page: Page) => new URL(page.url()).pathname
const opened = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

test('a project opens beside the list, under its own address; Esc closes it and returns to the card', async () => {
  const { page, faults } = await open()
  const [first, second] = [(await card(page, 0).textContent())!, (await card(page, 1).textContent())!]
  const href = await card(page, 0).getAttribute('href')
  await card(page, 0).click()
  await opened(page, first)
  await settled(page)
  assert.equal(pathOf(page), href)
  await assertFocus(page, 'textContent', first, 'the project is read out')
  await assertCount(page.getByRole('main'), 1)
  await assertCount(page.getByRole('heading', { level: 1 }), 1)
  await page.getByRole('heading', { level: 2, name: /^Projects/ }).waitFor()
  assert.ok((await page.title()).startsWith(first), await page.title())
  const [left, right] = [(await list(page).boundingBox())!, (await page.getByRole('heading', { level: 1 }).boundingBox())!]
  assert.ok(left.x + left.width <= right.x && left.width > 250, 'side by side')
  assert.equal(await list(page).locator(`a[href="${href}"]`).first().getAttribute('aria-current'), 'page')
  await assertNoAxeViolations(page)

  await list(page).getByRole('link', { name: second, exact: true }).first().click()
  await opened(page, second)
  await page.keyboard.press('Escape')
  await opened(page, /^Projects/)
  assert.equal(pathOf(page), '/')
  await assertFocus(page, 'textContent', second, 'the card of the project that was open')
  await until(async () => (await page.title()).startsWith('Projects'))
  assert.deepEqual(faults, [])
})

test('back and forward follow the projects; a reload keeps the list beside the project', async () => {
  const { page } = await open()
  const [first, second] = [(await card(page, 0).textContent())!, (await card(page, 1).textContent())!]
  await card(page, 0).click()
  await opened(page, first)
  await list(page).getByRole('link', { name: second, exact: true }).first().click()
  await opened(page, second)
  await page.goBack()
  await opened(page, first)
  await page.goForward()
  await opened(page, second)
  await page.reload()
  await opened(page, second)
  await list(page).getByRole('article').first().waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Close' }).click()
  await opened(page, /^Projects/)
  assert.equal(pathOf(page), '/')
})

test('the list keeps its search, its position and its cards while projects are opened', async () => {
  const { page } = await open({ path: '/?status=active' })
  const name = (await card(page, 0).textContent())!
  // All cards: more come while the end of the list is near.
  while ((await page.getByRole('button', { name: 'Show more' }).count()) > 0) {
    await page.evaluate('scrollTo(0, 1e6)')
    await page.waitForTimeout(50)
  }
  await page.evaluate('scrollTo(0, 0)')
  const cards = await list(page).getByRole('article').count()
  await card(page, 0).click()
  await opened(page, name)
  await settled(page)
  await assertCount(list(page).getByRole('article'), cards, 'still filtered')
  await list(page).evaluate((element) => {
    element.scrollTop = 700
  })
  const other = list(page).getByRole('article').last().getByRole('link')
  const otherName = (await other.textContent())!
  const before = await list(page).evaluate((element) => element.scrollTop)
  await other.focus()
  await page.keyboard.press('Enter')
  await opened(page, otherName)
  await settled(page)
  assert.ok((await list(page).evaluate((element) => element.scrollTop)) >= before, 'the list did not jump')
  // A search beside an open project changes the list, not the address; closing leads to what was found.
  await list(page).getByRole('searchbox').fill('museum')
  await until(async () => (await list(page).getByRole('article').count()) < cards)
  assert.match(pathOf(page), /^\/project\//)
  await page.getByRole('main').getByRole('button', { name: 'Close' }).click()
  await page.waitForURL((url) => url.searchParams.get('q') === 'museum')
})

test('a direct visit has the page to itself, and Esc leads to the list', async () => {
  const { page } = await open({ path: '/project/museum-pocket-guide' })
  await opened(page, 'Museum Pocket Guide')
  assert.equal(await list(page).count(), 0)
  await assertNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await opened(page, /^Projects/)
})

test('an application form has the page to itself; going back shows the list beside the project again', async () => {
  const { page } = await open({ login: 'anna', path: '/?status=open' })
  await card(page, 0).click()
  await page
    .locator('.desk-project')
    .getByRole('link', { name: /^Apply/ })
    .click()
  await page.waitForURL('**/apply')
  assert.equal(await list(page).count(), 0)
  await page.goBack()
  await list(page).getByRole('article').first().waitFor()
  await page.locator('.desk-project').getByRole('heading', { level: 1 }).waitFor()
})

test('the navigation has the name of the directory, three tabs with labels and the keys; a narrower window gets the phone’s layout', async () => {
  const { page } = await open({ locale: 'ru', viewport: { width: 1000, height: 700 }, colorScheme: 'dark' })
  const nav = page.getByRole('navigation', { name: 'Главное меню' })
  await assertTexts(nav.getByRole('link'), ['Проекты', 'Мой проект', 'Профиль'])
  await nav.getByText('Projectory').waitFor()
  await nav.getByRole('button', { name: /^Клавиши/ }).waitFor()
  await assertNoAxeViolations(page)
  for (const width of [1000, 1280, 1600]) {
    await page.setViewportSize({ width, height: 700 })
    assert.ok((await widthOf(page)) <= 0, `no sideways scrolling at ${width}`)
  }
  await card(page, 0).click()
  await page.locator('.desk-project h1').waitFor()
  for (const width of [1000, 1280, 1600]) {
    await page.setViewportSize({ width, height: 700 })
    assert.ok((await widthOf(page)) <= 0, `no sideways scrolling beside a project at ${width}`)
  }
  await page.setViewportSize({ width: 999, height: 700 })
  await page.locator('.frame').waitFor()
  assert.equal(await list(page).count(), 0)
  await page.locator('h1').waitFor()
  assert.match(pathOf(page), /^\/project\//)
})

test('a phone does not load the code for wide screens', async () => {
  const { page, requests } = await open({ viewport: { width: 390, height: 844 } })
  await page.waitForLoadState('networkidle').catch(() => {})
  assert.ok(requests.some((address) => /\/core-/.test(address)))
  assert.deepEqual(
    requests.filter((address) => /\/(desktop|palette)-/.test(address)),
    [],
  )
})
