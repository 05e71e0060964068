import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { type AppSettings, assertFocus, openApp, pressTogether, settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// Shortcuts and the command palette, without a mouse.

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
const card = (page: Page, at: number) => page.locator('.desk-list').getByRole('article').nth(at).getByRole('link')
const opened = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const palette = (page: Page) => page.getByRole('dialog', { name: /Search and commands|Поиск и команды/ })
const active = (page: Page) => palette(page).getByRole('option', { selected: true })

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await assertFocus(page, 'role', 'combobox')
}

/** As a Russian keyboard sends it: the letter is Cyrillic, the place of the key is the same. */
const pressRussian = (page: Page, key: string, code: string, shiftKey = false) =>
  page.evaluate(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, code, shiftKey, bubbles: true, cancelable: true })}))`,
  )

test('j and k move through the cards, Enter opens, Esc closes; a Russian layout works too', async () => {
  const { page } = await open()
  const names = await Promise.all([0, 1].map(async (at) => (await card(page, at).textContent())!))
  await page.keyboard.press('j')
  await assertFocus(page, 'textContent', names[0])
  await page.keyboard.press('j')
  await assertFocus(page, 'textContent', names[1])
  assert.equal(
    await page.evaluate(`getComputedStyle(document.activeElement.closest('article')).outlineStyle`),
    'solid',
    'the focus is visible',
  )
  await page.keyboard.press('k')
  await assertFocus(page, 'textContent', names[0])
  await pressRussian(page, 'о', 'KeyJ')
  await assertFocus(page, 'textContent', names[1])
  await page.keyboard.press('Enter')
  await opened(page, names[1]!)
  await page.keyboard.press('Escape')
  await opened(page, /^Projects/)
  await assertFocus(page, 'textContent', names[1])
  await pressRussian(page, '.', 'Slash')
  await assertFocus(page, 'type', 'search')
})

test('in a field the letters are text; with modifiers and in a dialog nothing happens', async () => {
  const { page } = await open()
  await page.keyboard.press('/')
  await assertFocus(page, 'type', 'search')
  await page.keyboard.type('j/k?')
  assert.equal(await page.getByRole('searchbox').inputValue(), 'j/k?')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.getByRole('searchbox').fill('')
  await page.keyboard.press('Escape')
  await assertFocus(page, 'tagName', 'BODY', 'Esc leaves an empty search field')
  await page.keyboard.press('Alt+j')
  await assertFocus(page, 'tagName', 'BODY')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Focus the search field').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  await assertCount(page.getByRole('dialog'), 1)
  await assertNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/')
})

test('g and a letter lead to the tabs', async () => {
  const { page } = await open()
  await pressTogether(page, 'gm')
  await opened(page, 'My project')
  await pressTogether(page, 'gu')
  await opened(page, 'Profile')
  await page.keyboard.press('j')
  await assertFocus(page, 'pathname', '/settings')
  await page.keyboard.press('Enter')
  await opened(page, 'Settings')
  await page.keyboard.press('Escape')
  await opened(page, 'Profile')
})

test('the palette finds projects, screens and actions; what was chosen is recent', async () => {
  const { page, faults } = await open()
  await card(page, 0).focus()
  await openPalette(page)
  const field = palette(page).getByRole('combobox')
  await assertFocus(page, 'role', 'combobox')
  assert.equal(await active(page).textContent(), 'Projects')
  await assertNoAxeViolations(page)
  await page.keyboard.press('ArrowDown')
  assert.equal(await active(page).textContent(), 'My project')
  assert.equal(await field.getAttribute('aria-activedescendant'), await active(page).getAttribute('id'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  assert.equal(await active(page).textContent(), 'Sign in', 'from the first to the last')
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await assertFocus(page, 'textContent', await card(page, 0).textContent(), 'the focus returns')

  await openPalette(page)
  await page.keyboard.type('city tree')
  await palette(page)
    .getByRole('option', { name: /^City Tree Census/ })
    .waitFor()
  await assertNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await opened(page, 'City Tree Census')
  assert.equal(new URL(page.url()).pathname, '/project/city-tree-census')
  await openPalette(page)
  const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')
  assert.deepEqual(await recent.evaluateAll((options) => options.map((one) => one.querySelector('span')!.textContent)), [
    'City Tree Census',
  ])

  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=dark]').waitFor()
  await openPalette(page)
  await page.keyboard.type('русский')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Главное меню' }).waitFor()
  await openPalette(page)
  await page.keyboard.type('zzzzzz')
  await palette(page).getByText('По запросу «zzzzzz» ничего не найдено.').waitFor()
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})

test('offline the palette searches the saved projects', async () => {
  const { page } = await open({ isInstalled: true })
  const name = (await card(page, 0).textContent())!
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  while (!(await page.evaluate('navigator.serviceWorker.controller !== null'))) await page.waitForTimeout(50)
  await page.context().setOffline(true)
  await openPalette(page)
  await page.keyboard.type(name)
  await palette(page).getByRole('option').filter({ hasText: name }).waitFor()
})

test('signing out from the palette removes what was recent', async () => {
  const { page } = await open({ login: 'gleb' })
  await openPalette(page)
  await page.keyboard.type('settings')
  await page.keyboard.press('Enter')
  await opened(page, 'Settings')
  assert.match(await page.evaluate<string>(`localStorage.getItem('pj-recent')`), /settings/)
  await openPalette(page)
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  for (let tries = 0; tries < 300 && (await page.evaluate(`localStorage.getItem('pj-recent')`)) !== null; tries++)
    await page.waitForTimeout(50)
  assert.equal(await page.evaluate(`localStorage.getItem('pj-recent')`), null)
})
