import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { applyForOne } from '#tests/support/console/console-requests.ts'
import { assertFocus, openApp, pressTogether, settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'

// Applications decided with the keyboard, the semester report, and the console on a phone.

const browser = openBrowser()
const service = serviceOfFile()

const open = consoleOf(browser, service)

const apply = async (slug: string, ...teams: string[]) =>
  (await applyForOne(service.sql, slug, `Keys ${slug}`, ...teams)).map(({ id }) => id)
const decisionOf = async (id: number): Promise<string | undefined> =>
  (await service.sql`select decision from pending_decision where request_id = ${id}`)[0]?.decision
const waiting = (page: Page) => page.getByRole('region', { name: /^Awaiting decision/ })
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor()

test('in the list: j and k move, a approves, d declines with the reason focused, u undoes, x selects', async () => {
  const [first, second, third] = await apply('keys-list', 'Keys A', 'Keys B', 'Keys C')
  const { page, faults } = await open('/console/requests?project=keys-list')
  await waiting(page).getByRole('link', { name: 'Keys C' }).waitFor()
  await page.locator('h1').focus()
  await page.keyboard.press('a')
  await toast(page, 'Go to an application with j and k first.')
  await page.keyboard.press('j')
  await assertFocus(page, 'textContent', 'Keys A')
  await page.keyboard.press('a')
  await toast(page, 'Keys A: approved. Press u to undo.')
  assert.equal(await decisionOf(first!), 'approved')
  await assertFocus(page, 'textContent', 'Keys B', 'the next one has the focus')
  await page.keyboard.press('u')
  await toast(page, 'awaits a decision again')
  assert.equal(await decisionOf(first!), undefined)

  await waiting(page).getByRole('link', { name: 'Keys A' }).waitFor()
  await assertFocus(page, 'textContent', 'Keys B')
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: /Decline/ })
  await dialog.waitFor()
  await assertFocus(page, 'name', 'reason')
  await assertNoAxeViolations(page)
  await page.keyboard.press('a') // typing in a dialog decides nothing
  await dialog.getByRole('combobox').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await decisionOf(second!), 'declined')
  assert.equal(await decisionOf(first!), undefined)
  await page.locator('h1').focus()
  await page.keyboard.press('u')
  await waiting(page).getByRole('link', { name: 'Keys B' }).waitFor()
  assert.equal(await decisionOf(second!), undefined)
  await page.keyboard.press('u')
  await toast(page, 'There is no decision to undo.')

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await assertFocus(page, 'textContent', 'Keys C')
  await page.keyboard.press('x')
  await page.getByText('2 applications selected').or(page.getByText('2 selected')).first().waitFor()
  await page.keyboard.press('d')
  await page.getByRole('dialog', { name: /Decline 2/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /Decline 2/ }).waitFor({ state: 'hidden' })
  assert.equal(await decisionOf(third!), undefined)
  await waiting(page).getByRole('link', { name: 'Keys C' }).focus()
  await page.keyboard.press('o')
  await page.getByRole('heading', { level: 1, name: 'Keys C' }).waitFor()
  assert.deepEqual(faults, [])
})

test('g and a letter stay the way to a page; the search field takes letters as text; ? lists the keys', async () => {
  const [id] = await apply('keys-go', 'Keys Go')
  const { page } = await open('/console/requests?project=keys-go')
  await waiting(page).getByRole('link', { name: 'Keys Go' }).focus()
  await pressTogether(page, 'gu')
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await page.goBack()
  await page.getByRole('searchbox').first().focus()
  await page.keyboard.type('adu')
  assert.equal(await page.getByRole('searchbox').first().inputValue(), 'adu')
  assert.equal(await decisionOf(id!), undefined)
  await page.locator('h1').focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const line of ['Applications: approve', 'Applications: decline', 'Applications: undo the last decision', 'Applications: select'])
    await help.getByText(line, { exact: true }).waitFor()
  await assertNoAxeViolations(page)
})

test('on the page of an application, with a Russian keyboard layout', async () => {
  const [id] = await apply('keys-page', 'Keys Page')
  const { page, faults } = await open(`/console/requests/${id}`)
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  const press = (key: string, code: string) =>
    page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', code: '${code}', bubbles: true, cancelable: true }))`,
    )
  await page.locator('h1').focus()
  await press('ф', 'KeyA')
  await page
    .getByRole('button', { name: /^Undo decision/ })
    .first()
    .waitFor()
  assert.equal(await decisionOf(id!), 'approved')
  await press('г', 'KeyU')
  await page.getByRole('button', { name: 'Decline', exact: true }).waitFor()
  assert.equal(await decisionOf(id!), undefined)
  await press('в', 'KeyD')
  await page.getByRole('dialog', { name: /Decline/ }).waitFor()
  await assertFocus(page, 'name', 'reason')
  assert.deepEqual(faults, [])
})

test('the palette leads to the new screens and to the lists of Today', async () => {
  const { page } = await open('/console')
  for (const [typed, heading] of [
    ['timeline', 'Timeline'],
    ['calendar', 'Calendar'],
    ['semester', 'Semester report'],
    ['teams without', 'Teams'],
  ] as const) {
    await page.locator('h1').focus()
    await page.keyboard.press('ControlOrMeta+k')
    await assertFocus(page, 'role', 'combobox')
    await page.keyboard.type(typed)
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  assert.match(page.url(), /work=idle/)
})

test('the report: figures, tables, period in the address; printed without the console around it', async () => {
  const { page, faults } = await open('/console')
  await page.getByRole('link', { name: 'Semester report' }).click()
  await page.getByRole('heading', { level: 1, name: 'Semester report' }).waitFor()
  await page.getByRole('table').first().waitFor()
  await page.getByLabel('From').fill('2001-02-01')
  await page.getByLabel('To').fill('2001-07-31')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('No projects in this period.').waitFor()
  assert.match(page.url(), /from=2001-02-01&to=2001-07-31/)
  await page.goto(`${service.origin}/console/report`)
  await page.getByRole('table').first().waitFor()
  await settled(page)
  const [{ n } = { n: 0 }] = await service.sql`select count(*)::int as n from project where state in ('published', 'archived')`
  const rows = await page.locator('[aria-labelledby=report-projects] tbody tr').count()
  assert.ok(rows > 20 && rows <= n)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of ['.head', '.menu', '.title-actions', '.report-period']) assert.equal(await page.locator(part).isVisible(), false, part)
  assert.equal(await page.getByRole('table').first().isVisible(), true)
  const scheme = await page.evaluate('getComputedStyle(document.documentElement).colorScheme')
  assert.equal(scheme, 'light', 'dark text on white paper')
  const header = await page.evaluate('getComputedStyle(document.querySelector(".report-table thead")).display')
  assert.equal(header, 'table-header-group', 'repeats on every page')
  const pageRule = await page.evaluate(
    '[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSPageRule).map((rule) => rule.style.size).join()',
  )
  assert.match(String(pageRule), /a4/i)
  // As wide as A4 without its margins.
  await page.setViewportSize({ width: 688, height: 1000 })
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0, 'nothing is cut off')
  assert.deepEqual(faults, [])
})

test('the print button prints', async () => {
  const { page } = await open('/console/report')
  await page.evaluate('window.print = () => { window.printed = (window.printed ?? 0) + 1 }')
  await page.getByRole('button', { name: 'Print or save as PDF' }).click()
  assert.equal(await page.evaluate('window.printed'), 1)
})

test('on a phone the header is one line, and its choices unfold', async () => {
  const { page, faults } = await openApp(browser, service, { login: 'curator', path: '/console', locale: 'ru' })
  await settled(page)
  const height = async () => (await page.locator('.head').boundingBox())!.height
  assert.ok((await height()) <= 56, `${await height()} px`)
  await page.getByRole('button', { name: 'Оформление и язык' }).click()
  await page.getByRole('combobox', { name: 'Язык' }).waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Оформление и язык' }).click()
  await page.getByRole('combobox', { name: 'Язык' }).waitFor({ state: 'hidden' })
  assert.deepEqual(faults, [])
})
