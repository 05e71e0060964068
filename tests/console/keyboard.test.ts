import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { assertFocus, pressTogether, settled } from '#tests/support/page/app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { test } from '#tests/support/tier.ts'

// Shortcuts and the command palette of the console, without a mouse.

const service = serviceOfFile()

const open = consoleOf(openBrowser(), service, { path: '/console' })
const opened = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })

test('the rows of a table are reached by j and k and opened by Enter; Esc goes back, / searches, ? explains', async () => {
  const { page, faults } = await open('/console/teams')
  const names = await page.locator('tbody th a').allTextContents()
  await page.keyboard.press('j')
  await assertFocus(page, 'textContent', names[0])
  await page.keyboard.press('j')
  await assertFocus(page, 'textContent', names[1])
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await opened(page, names[0]!)
  await settled(page)
  await page.locator('h1').focus()
  await page.keyboard.press('Escape')
  await opened(page, 'Teams')
  await page.keyboard.press('/')
  await assertFocus(page, 'type', 'search')
  await page.locator('h1').focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Go to “Applications”').waitFor()
  await assertTexts(help.locator('dl > div', { hasText: 'Rounds, in the table:' }).locator('dt'), ['p', 'u', 'n', 'l'])
  await assertNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' }) // no shortcuts while it is open
  await pressTogether(page, 'ga')
  await opened(page, 'Applications')
  assert.deepEqual(faults, [])
})

test('the palette finds pages, projects, teams and people', async () => {
  const { page, faults } = await open('/console', { login: 'admin' })
  const [person] = await service.sql`select name, surname, email from person where login = 'boris'`
  for (const [typed, option, heading] of [
    ['museum', /^Museum Pocket Guide/, /Museum Pocket Guide/],
    ['Маяк', /^Маяк/, 'Маяк'],
    [person!.email, new RegExp(person!.surname), new RegExp(person!.surname)],
    ['vocab', /^Vocabularies/, 'Vocabularies'],
    ['new project', /^New project/, 'New project'],
  ] as const) {
    await page.locator('h1').focus()
    await page.keyboard.press('ControlOrMeta+k')
    await assertFocus(page, 'role', 'combobox')
    await page.keyboard.type(typed)
    const found = palette(page).getByRole('option', { name: option }).first()
    await found.waitFor()
    await assertNoAxeViolations(page)
    for (let steps = 0; (await found.getAttribute('aria-selected')) !== 'true'; steps++) {
      assert.ok(steps < 20, `${typed} is reached by the arrow keys`)
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await opened(page, heading)
    await settled(page)
  }
  assert.deepEqual(faults, [])
})

test('Esc and the palette ask before unsaved changes are lost', async () => {
  const { page } = await open('/console/teams/new')
  await page.getByRole('textbox').first().fill('Draft')
  await page.locator('h1').focus()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog').filter({ hasText: 'You have unsaved changes.' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.locator('h1').focus()
  await page.keyboard.press('Control+k')
  await assertFocus(page, 'role', 'combobox')
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Discard' }).click()
  await opened(page, 'Audit log')
})

test('a curator opens a person from the palette', async () => {
  const { page } = await open()
  await page.keyboard.press('Control+k')
  await assertFocus(page, 'role', 'combobox')
  await page.keyboard.type('boris@')
  await palette(page).getByRole('option').filter({ hasText: 'boris@' }).waitFor()
  await page.keyboard.press('Enter')
  await opened(page, 'Ефимов Борис Алексеевич')
})
