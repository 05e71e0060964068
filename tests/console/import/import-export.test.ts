import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { serviceOfFile } from '#tests/support/console/console-app.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
const service = serviceOfFile()

const path = '/console/exchange'
const choose = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const report = (page: Page) => page.getByRole('heading', { level: 3, name: /Import preview/ })
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

test('changes are shown before and after, and unchanged rows need no decision', async () => {
  const { page } = await openApp(browser, service, { login: 'curator', path: `${path}?kind=tag`, colorScheme: 'dark' })
  await settled(page)
  await service.sql`insert into tag (name, description) values ('Browser tag', 'Old words')`
  await choose(page, 'tags.csv', 'name,description\nBrowser tag,New words\n')
  await report(page).waitFor()
  assert.match((await page.getByRole('row', { name: /Browser tag/ }).textContent())!, /^2\s*Changed\s*Browser tag\s*Old words\s*New words$/)
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('Imported: 0 new, 1 changed.').waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'tags.csv', 'name,description\nBrowser tag,New words\n')
  await page.getByText('the directory already has this data').waitFor()
  assert.ok(await page.getByRole('button', { name: /^Import 0/ }).isDisabled())
})

test('a file that cannot be read is refused with the server’s text, and another file can follow', async () => {
  const { page } = await openApp(browser, service, { login: 'curator', path })
  await settled(page)
  await choose(page, 'odd.csv', 'name\n"x')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  assert.match((await alert.textContent())!, /a quotation mark in row 2 is not closed/)
  await choose(page, 'good.csv', 'name\nX\n')
  await report(page).waitFor()
})

test('rounds are imported as drafts, with a link to them', async () => {
  const { page } = await openApp(browser, service, { login: 'curator', path: `${path}?kind=round` })
  await settled(page)
  await page.getByText('Rounds are saved as drafts').waitFor()
  await choose(page, 'rounds.csv', 'Name,Opens,Closes,Choices per team\nBrowser round,2027-03-01 09:00,2027-03-08,30\n')
  await report(page).waitFor()
  await page.getByText('30 is not a whole number from 1 to 20.').first().waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'rounds.csv', 'Name,Opens,Closes,Choices per team\nBrowser round,2027-03-01 09:00,2027-03-08,3\n')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('Imported: 1 new, 0 changed.').waitFor()
  await page.getByRole('link', { name: 'View rounds' }).click()
  await page.getByText('Browser round').first().waitFor()
})

test('everything can be exported as a sheet; people only by administrators', async () => {
  const { page } = await openApp(browser, service, { login: 'curator', path })
  await settled(page)
  assert.equal(await page.getByRole('radio', { name: 'People' }).count(), 0)
  await page.getByRole('radio', { name: 'Roles' }).focus()
  await page.keyboard.press('Space')
  await page.waitForURL('**/console/exchange?kind=role')
  const csv = await saved(page, () => page.getByRole('button', { name: 'Roles as CSV', exact: true }).click())
  assert.match(csv.name, /^role-\d{4}-\d\d-\d\d\.csv$/)
  assert.match(csv.text, /^\ufeffName,Name in Russian,Other names\r\n/)
  const template = await saved(page, () => page.getByRole('button', { name: 'Template: Roles as JSON' }).click())
  assert.equal((JSON.parse(template.text) as unknown[]).length, 1)
  const { page: admin } = await openApp(browser, service, { login: 'admin', path: `${path}?kind=person`, locale: 'ru-RU' })
  await settled(admin)
  await admin.getByRole('heading', { level: 1, name: 'Импорт и экспорт' }).waitFor()
  assert.ok(await admin.getByRole('radio', { name: 'Люди' }).isChecked())
  const people = await saved(admin, () => admin.getByRole('button', { name: 'Люди в CSV', exact: true }).click())
  assert.match(people.text, /^\ufeffЛогин,Имя,Фамилия/)
  await choose(admin, 'люди.csv', people.text)
  await admin.getByText('эти данные уже есть в каталоге').waitFor()
})
