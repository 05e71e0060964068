import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openApp, settled } from '#tests/support/app.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { startService, type TestService } from '#tests/support/service.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const path = '/console/exchange'
const choose = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const report = (page: Page) => page.getByRole('heading', { level: 3, name: /Import preview/ })
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

test('a faulty sheet gets a dry run, is returned with marked cells, is corrected and imported', async () => {
  const { page, faults } = await openApp(browser, service, { login: 'curator', path })
  await settled(page)
  const before = (await service.sql`select count(*)::int as count from project`)[0]!.count
  await choose(page, 'my projects.csv', 'name;dateEnd;state\nBrowser one;2027-01-01;published\nBrowser two;2026-02-30;published\n')
  await report(page).waitFor()
  await report(page).and(page.locator(':focus')).waitFor()
  assert.match((await page.getByRole('status').filter({ hasText: 'has errors' }).textContent())!, /^1 row has errors\. Correct it below/)
  const row = page.getByRole('row', { name: /Browser two/ })
  assert.match((await row.textContent())!, /^3\s*End: 2026-02-30 is not a date\..*Browser two/)
  assert.ok(await page.getByRole('button', { name: /^Import 1 row$/ }).isDisabled())
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'New 1' }).click()
  assert.match((await page.getByRole('row', { name: /Browser one/ }).textContent())!, /^2\s*New\s*Browser one/)
  const marked = await saved(page, () => page.getByRole('button', { name: 'Download file with errors marked' }).click())
  assert.equal(marked.name, 'my projects-faults.csv')
  assert.match(marked.text, /dateEnd: 2026-02-30 is not a date/)
  assert.equal((await service.sql`select count(*)::int as count from project`)[0]!.count, before)
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'repaired.csv', marked.text.replaceAll(';2026-02-30', ';2027-02-28'))
  await page.getByText('No errors found. Nothing has been saved yet.').waitFor()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('Imported: 2 new, 0 changed.').waitFor()
  assert.equal(
    (await service.sql`select count(*)::int as count from project where slug like 'browser-%' and state = 'published'`)[0]!.count,
    2,
  )
  await page.getByRole('link', { name: 'View projects' }).click()
  await page.waitForURL('**/console/projects')
  assert.deepEqual(faults, [])
})

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
