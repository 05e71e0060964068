import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, drawn, openApp, settled, wheelTo } from '#tests/support/page/app.ts'
import { assertCount, assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const cards = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })
const found = async (filters: object): Promise<{ total: number; names: string[] }> => {
  const answer = await fetch(`${service.url}/project/findmany`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filters, pageSize: 100 }),
  })
  const { total, projects } = (await answer.json()) as { total: number; projects: { name: string }[] }
  return { total, names: projects.map(({ name }) => name) }
}

test('sign-in by keyboard only, through the provider and back', async () => {
  const { page, faults } = await openApp(browser, service, { isNew: true })
  await page.getByRole('button', { name: 'Sign in' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('button[value=anna]').waitFor()
  await page.locator('button[value=anna]').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  assert.deepEqual(faults, [])
})

test('typing searches, the address can be shared, and going back restores the previous search', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('museum')
  await page.waitForURL('**/?q=museum')
  await settled(page)
  const { names } = await found({ text: 'museum' })
  await assertTexts(cards(page), names)
  const { page: other } = await openApp(browser, service, { path: '/?q=museum' })
  await settled(other)
  await assertTexts(cards(other), names)
  assert.equal(await other.getByRole('searchbox').inputValue(), 'museum')
  await other.getByRole('searchbox').fill('zzzzzz qqqq')
  await other.getByRole('heading', { name: 'No projects found' }).waitFor()
  await assertNoAxeViolations(other)
  await other.getByRole('button', { name: 'Reset' }).first().click()
  await other.getByRole('heading', { name: 'All projects' }).waitFor()
})

test('in Russian, tags and categories have their Russian names on cards, in filters and on pages', async () => {
  const { page } = await openApp(browser, service, { locale: 'ru', login: 'boris' })
  await settled(page)
  await page.getByRole('button', { name: 'Фильтры' }).click()
  const dialog = page.getByRole('dialog', { name: 'Фильтры' })
  await dialog.getByRole('checkbox', { name: /^Мобильные приложения \d/ }).check()
  await dialog.getByRole('button', { name: /^Показать/ }).click()
  await page.waitForURL('**/?tags=*')
  await settled(page)
  await page.getByRole('article').first().getByText('Мобильные приложения').waitFor()
  await page.goto(`${service.origin}/project/museum-pocket-guide`)
  await page.getByRole('link', { name: 'Мобильные приложения' }).waitFor()
  await page.goto(`${service.origin}/my/team/2`)
  await page.getByRole('heading', { level: 3, name: 'Презентация' }).waitFor()
})

test('filters are chosen in a dialog with result counts, also by keyboard', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  const opener = page.getByRole('button', { name: 'Filters' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  const { total } = await found({ status: 'completed' })
  await dialog.getByRole('checkbox', { name: `Finished ${total}` }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: `Show ${total} projects` }).waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: `Show ${total} projects` }).click()
  await page.getByLabel('Sort by').selectOption('Name')
  await page.waitForURL('**/?status=completed&sort=name')
  await settled(page)
  await page.keyboard.press('End') // cards are rendered ahead of the viewport
  await cards(page)
    .nth(total - 1)
    .waitFor()
  const names = await cards(page).allTextContents()
  assert.equal(names.length, total)
  await assertCount(page.getByRole('button', { name: 'Filters, 1 selected' }), 1)
  await page.goBack() // the order
  await page.goBack() // the filters
  await page.getByRole('heading', { name: 'All projects' }).waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await assertFocus(page, 'getAttribute("aria-label")', 'Filters')
})

test('infinite scroll reaches the last project, and going back restores the scroll position', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  const { total } = await found({})
  const list = page.getByRole('list').filter({ has: page.getByRole('article') })
  while ((await page.getByRole('button', { name: 'Show more' }).count()) > 0) {
    await page.mouse.wheel(0, 3000)
    await page.waitForTimeout(50)
  }
  const cards = list
    .last()
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })
  await assertCount(cards, total)
  await wheelTo(page, 2500)
  const target = cards.nth(14).getByRole('link')
  await target.scrollIntoViewIfNeeded()
  await drawn(page)
  // The click itself may scroll.
  await page.evaluate(`addEventListener('click', () => { globalThis.clickedAt = scrollY }, { capture: true, once: true })`)
  await target.click()
  await page.waitForURL('**/project/*')
  const before = await page.evaluate('globalThis.clickedAt')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  for (let tries = 0; tries < 200 && Math.abs(Number(await page.evaluate('scrollY')) - Number(before)) > 60; tries++)
    await page.waitForTimeout(50)
  assert.ok(Math.abs(Number(await page.evaluate('scrollY')) - Number(before)) <= 60)
})

test('touch targets are large enough', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  const small = await page.evaluate(`[...document.querySelectorAll('button, a, input, select')]
    .filter((one) => one.checkVisibility() && !one.closest('.skip, .project-card'))
    .map((one) => [one.textContent || one.name, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.round(width) < 44 || Math.round(height) < 44)
    .map(([name, { width, height }]) => name + ' ' + width + '×' + height)`)
  assert.deepEqual(small, [])
})
