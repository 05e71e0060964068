import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import { createProject, getConsoleProject, type ProjectDraft, updateProject } from '#contract/console/project.ts'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { type AppSettings, assertFocus, settled } from '#tests/support/page/app.ts'
import { assertCount, assertShown } from '#tests/support/page/assert-content.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

const service = serviceOfFile()
let admin: Awaited<ReturnType<typeof callAs>>
before(async () => {
  admin = await callAs(service, 'admin')
  for (const letter of 'ABCDEF')
    await make({ name: `Row ${letter}`, enrollmentEnd: '2198-01-10', dateStart: '2198-02-01', dateEnd: '2198-05-01' })
})

const make = (body: Partial<ProjectDraft> & { name: string }) => admin(createProject, { body })
const idOf = async (name: string): Promise<number> => (await service.sql`select id from project where name = ${name}`)[0]!.id
const stored = async (name: string) => admin(getConsoleProject, { params: { id: String(await idOf(name)) } })
const openConsole = consoleOf(openBrowser(), service)
const open = (path: string, settings: AppSettings = {}) => openConsole(`/console/${path}`, settings)
const LIST = 'projects?text=Row&sort=name'
const names = (page: Page) => page.getByRole('rowheader').getByRole('link').allTextContents()
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = (page: Page) => page.locator('.selection-bar')
const search = (page: Page) => new URL(page.url()).search
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('group', { name: menu, exact: true }).getByRole('button', { name: item, exact: true }).click()
}

test('rows are selected one by one, as a range with shift, as a page, and as everything that matches', async () => {
  const { page, faults } = await open(LIST)
  assert.equal(search(page), '?text=Row&sort=name')
  await box(page, 'Row B').click()
  await box(page, 'Row E').click({ modifiers: ['Shift'] })
  await bar(page).getByText('4 selected').waitFor()
  assert.ok((await box(page, 'Row C').isChecked()) && !(await box(page, 'Row F').isChecked()))
  await box(page, 'Row C').click()
  await box(page, 'Row D').click({ modifiers: ['Shift'] })
  await bar(page).getByText('2 selected').waitFor()
  const all = page.getByRole('checkbox', { name: 'Select all on this page' }).last()
  assert.equal(await all.evaluate((input) => (input as unknown as { indeterminate: boolean }).indeterminate), true)
  await page.goto(`${service.origin}/console/projects?pageSize=25`)
  await settled(page)
  await all.check()
  await bar(page).getByText('25 selected').waitFor()
  const [{ count }] = (await service.sql`select count(*)::int as count from project`) as unknown as [{ count: number }]
  await bar(page)
    .getByRole('button', { name: `Select all ${count} that match` })
    .click()
  await bar(page).getByText(`${count} selected`).waitFor()
  await bar(page).getByRole('button', { name: 'Clear selection' }).click()
  await bar(page).waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})

test('headings sort the list, in the address; columns are chosen, in the address and on the device', async () => {
  const { page } = await open('projects?text=Row')
  assert.equal(await heading(page, 'Updated').getAttribute('aria-sort'), 'descending')
  await heading(page, 'Project').getByRole('button').click()
  await page.waitForURL('**?text=Row&sort=name')
  await settled(page)
  await assertShown(async () => [await heading(page, 'Project').getAttribute('aria-sort'), (await names(page))[0]], ['ascending', 'Row A'])
  await heading(page, 'Project').getByRole('button').click()
  await page.waitForURL('**&order=desc')
  await settled(page)
  await assertShown(async () => [await heading(page, 'Project').getAttribute('aria-sort'), (await names(page))[0]], ['descending', 'Row F'])
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const menu = page.getByRole('group', { name: 'Columns' })
  await menu.getByRole('checkbox', { name: 'Client' }).check()
  await menu.getByRole('checkbox', { name: 'Teams' }).uncheck()
  await heading(page, 'Client').waitFor()
  await heading(page, 'Teams').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).searchParams.get('columns'), 'name,state,closes,start,end,waiting,client,changed')
  await page.goto(`${service.origin}/console/projects`)
  await heading(page, 'Client').waitFor()
  await page.goto(`${service.origin}/console/projects?columns=saved`)
  await heading(page, 'Saved').waitFor()
  assert.equal(await heading(page, 'Client').count(), 0)
})

test('a view is saved with its name, is a link, is shared, and is deleted', async () => {
  const { page } = await open(`${LIST}&state=draft&columns=client`)
  await choose(page, 'Views', 'Save current view')
  const dialog = page.getByRole('dialog', { name: 'Save current view' })
  await dialog.getByLabel('View name').fill('Drafts of mine')
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('View “Drafts of mine” saved.').waitFor()
  await page.goto(`${service.origin}/console/projects`)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('link', { name: 'Closing next · Скоро закрываются' }).waitFor()
  await page.getByRole('link', { name: 'Drafts of mine' }).click()
  await page.waitForURL('**?columns=client&sort=name&state=draft&text=Row')
  await heading(page, 'Client').waitFor()
  await page.getByRole('button', { name: 'View: Drafts of mine' }).click()
  await page.getByRole('button', { name: 'Edit view “Drafts of mine”' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit view' })
  await edit.getByLabel('Share with all curators').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  const [view] = await service.sql`select is_shared as "isShared", query from saved_view where name = 'Drafts of mine'`
  assert.deepEqual({ ...view }, { isShared: true, query: 'columns=client&sort=name&state=draft&text=Row' })
  await page.getByRole('button', { name: 'View: Drafts of mine' }).click()
  await page.getByRole('button', { name: 'Edit view “Drafts of mine”' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await page.getByText('View “Drafts of mine” deleted.').waitFor()
})

test('several projects are changed after a preview, and the change is undone; what was changed since is named', async () => {
  const { page, faults } = await open(LIST)
  await box(page, 'Row A').click()
  await box(page, 'Row B').click()
  await choose(page, 'Edit', 'Shift all dates')
  const dialog = page.getByRole('dialog', { name: 'Shift all dates' })
  await dialog.getByLabel('Number of days').fill('7')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('2 projects will change').waitFor()
  await dialog
    .getByText(/Project starts: Feb 1, 2198 → Feb 8, 2198/)
    .first()
    .waitFor()
  await assertNoAxeViolations(page)
  assert.equal((await stored('Row A')).dateStart, '2198-02-01')
  await dialog.getByRole('button', { name: 'Change 2 projects' }).click()
  await page.getByText('2 projects changed.').waitFor()
  assert.equal((await stored('Row A')).dateStart, '2198-02-08')
  const { id, name } = await stored('Row B')
  await admin(updateProject, { params: { id: String(id) }, body: { name, client: 'Somebody else' } })
  await page.getByText('You changed 2 projects.').waitFor()
  await page.getByRole('button', { name: /^Undo \(\d+ min left\)$/ }).click()
  await page
    .getByRole('dialog', { name: 'Some projects were not restored' })
    .getByText('“Row B” was changed afterwards.', { exact: false })
    .waitFor()
  assert.deepEqual([(await stored('Row A')).dateStart, (await stored('Row B')).dateStart], ['2198-02-01', '2198-02-08'])
  assert.deepEqual(faults, [])
})

test('what cannot be published is shown before; tags are added to the others', async () => {
  await service.sql`update project set state = 'withdrawn' where name = 'Row F'`
  const { page } = await open(LIST)
  await box(page, 'Row E').click()
  await box(page, 'Row F').click()
  await bar(page).getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish projects' })
  await dialog.getByText('1 project can’t be changed').waitFor()
  await dialog.getByText('The project is unpublished and can’t become published.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Change 1 project' }).click()
  await page.getByText('1 project changed.').waitFor()
  assert.deepEqual([(await stored('Row E')).state, (await stored('Row F')).state], ['published', 'withdrawn'])
  await settled(page)
  await box(page, 'Row E').click()
  await choose(page, 'Edit', 'Add or remove tags')
  const tags = page.getByRole('dialog', { name: 'Add or remove tags' })
  const chip = tags.getByRole('group', { name: 'Add tags' }).locator('label').first()
  const tag = (await chip.textContent())!
  await chip.click()
  await tags.getByRole('button', { name: 'Preview' }).click()
  await tags.getByText(`Tags: not set → ${tag}`).waitFor()
  await tags.getByRole('button', { name: 'Change 1 project' }).click()
  await tags.waitFor({ state: 'detached' })
  assert.equal((await stored('Row E')).tags.length, 1)
})

test('dates and places are edited in their cells by keyboard; conflicts and refusals are shown there', async () => {
  await make({ name: 'Cell one', dateStart: '2027-02-01', teamLimit: 2 })
  await make({ name: 'Cell two', dateEnd: '2027-05-01' })
  const { page } = await open('projects?text=Cell&sort=name', { isStill: true }) // it sees the other change when it saves, not before
  const cell = (name: string, field: string) => page.getByRole('button', { name: new RegExp(`^${field}: .*Edit: ${name}$`) })
  const editor = (name: string, field: string) => page.getByLabel(`${field}: ${name}`, { exact: true })
  await cell('Cell one', 'Project starts').focus()
  await page.keyboard.press('F2')
  await editor('Cell one', 'Project starts').fill('2027-03-01')
  await page.keyboard.press('Escape')
  await assertFocus(page, 'dataset.cell', `${await idOf('Cell one')}-dateStart`)
  assert.equal((await stored('Cell one')).dateStart, '2027-02-01')
  await page.keyboard.press('Enter')
  await editor('Cell one', 'Project starts').fill('2027-03-01')
  await page.keyboard.press('Tab')
  await editor('Cell one', 'Project ends').waitFor()
  assert.equal((await stored('Cell one')).dateStart, '2027-03-01')
  await editor('Cell one', 'Project ends').fill('2027-01-01') // before the start
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  assert.equal((await stored('Cell one')).dateEnd, null)
  await page.keyboard.press('Escape')
  await cell('Cell one', 'Team limit').click()
  await editor('Cell one', 'Team limit').fill('5')
  const { id, name } = await stored('Cell one')
  await admin(updateProject, { params: { id: String(id) }, body: { name, teamLimit: 3 } })
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Changed by someone else: 3.', { exact: false }).waitFor()
  assert.equal((await stored('Cell one')).teamLimit, 3)
  await page.keyboard.press('Enter')
  await cell('Cell one', 'Team limit').getByText('0 of 5').waitFor()
  assert.equal((await stored('Cell one')).teamLimit, 5)
})

test('the filtered list and the selected rows are downloaded', async () => {
  const { page } = await open(LIST)
  const saved = async (menu: string, format: string) => {
    const download = page.waitForEvent('download')
    await choose(page, menu, `Export as ${format}`)
    return (await download).suggestedFilename()
  }
  assert.match(await saved('Export the list', 'CSV'), /^Projects [\d-]+\.csv$/)
  await box(page, 'Row A').click()
  const request = page.waitForRequest('**/console/project/export?*')
  assert.match(await saved('Export selected', 'XLSX'), /^Projects [\d-]+\.xlsx$/)
  assert.equal(new URL((await request).url()).searchParams.get('ids'), String(await idOf('Row A')))
  await page.goto(`${service.origin}/console/people`)
  await settled(page)
  assert.equal(await page.getByRole('button', { name: 'Export the list' }).count(), 0, 'only administrators export people')
})

test('applications are a board or a table, in the address', async () => {
  const { page } = await open('requests')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.waitForURL('**?view=table')
  await heading(page, 'Applied').getByRole('button').click()
  await page.waitForURL('**?view=table&sort=created')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Declined')
  await page.waitForURL('**&status=declined')
  await settled(page)
  assert.deepEqual(new Set(await page.locator('tbody .badge').allTextContents()), new Set(['Declined']))
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  await page.getByRole('heading', { name: /^Awaiting decision/ }).waitFor()
})

test('on a phone the rows are cards with the same actions, in Russian and dark', async () => {
  const { page } = await open('projects?text=Row', { viewport: phone, locale: 'ru', colorScheme: 'dark' })
  for (const list of ['projects?text=Row', 'teams', 'people', 'requests?view=table']) {
    if (list !== 'projects?text=Row') {
      await page.goto(`${service.origin}/console/${list}`)
      await settled(page)
    }
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390, list)
    await page.locator('tbody input[type=checkbox]').first().check()
    await bar(page).getByText('Выбрано: 1').waitFor()
    await assertNoAxeViolations(page)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390, list)
  }
})

// The last one: every change afterwards would make the service read 5,000 projects again.
test('with 5,000 rows one page is in the document, and the pages are walked', async () => {
  const { sql } = service
  await sql`insert into project (slug, name, updated_at) select 'bulk-' || n, 'Many ' || n, now() - interval '1 year' from generate_series(1, 5000) n`
  await sql`insert into team (name) select 'Many ' || n from generate_series(1, 5000) n`
  const { page } = await open('projects?text=Many&pageSize=100')
  for (const list of ['projects', 'teams']) {
    if (list === 'teams') await page.goto(`${service.origin}/console/teams?text=Many&pageSize=100`)
    await settled(page)
    await assertCount(page.locator('tbody tr'), 100)
    assert.ok(Number(await page.evaluate('document.querySelectorAll("*").length')) < 6000)
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByRole('status').filter({ hasText: '101–200' }).waitFor()
    await assertCount(page.locator('tbody tr'), 100)
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25 rows')
    await page.waitForURL('**&pageSize=25')
    await settled(page)
    await assertCount(page.locator('tbody tr'), 25)
  }
})

test('the work format is set in the list and in the editor, filters and sorts the list, and is changed for many projects', async () => {
  const { page } = await open(`${LIST}&columns=name,format`)
  await page.getByRole('button', { name: 'Work format: not set. Edit: Row A' }).click()
  const cell = page.getByRole('combobox', { name: 'Work format: Row A' })
  await cell.selectOption('Remote')
  await cell.press('Enter')
  await cell.waitFor({ state: 'detached' })
  assert.equal((await stored('Row A')).workFormat, 'remote')
  await page.goto(`${service.origin}/console/projects/${await idOf('Row B')}`)
  await page.getByLabel('Work format').selectOption('Hybrid')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('All changes saved.', { exact: true }).waitFor()
  assert.equal((await stored('Row B')).workFormat, 'hybrid')
  await page.goto(`${service.origin}/console/projects?text=Row&sort=format&columns=name,format`)
  await settled(page)
  await assertShown(async () => (await names(page)).slice(0, 2), ['Row A', 'Row B'])
  await page.getByRole('combobox', { name: 'Work format' }).selectOption('Not stated')
  await page.waitForURL('**&workFormat=not_stated')
  await settled(page)
  await assertShown(async () => (await names(page)).toSorted(), ['Row C', 'Row D', 'Row E', 'Row F'])
  await box(page, 'Row C').click()
  await box(page, 'Row D').click()
  await choose(page, 'Edit', 'Work format')
  const dialog = page.getByRole('dialog', { name: 'Work format' })
  await dialog.getByLabel('Work format').selectOption('On site')
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Work format: not set → On site').first().waitFor()
  await dialog.getByRole('button', { name: 'Change 2 projects' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual([(await stored('Row C')).workFormat, (await stored('Row D')).workFormat], ['on_site', 'on_site'])
  await page.goto(`${service.origin}/console/audit?target=project+${await idOf('Row A')}`)
  await page.getByText('Details').first().click()
  await page.getByRole('row', { name: /Work format.*—.*Remote/ }).waitFor()
})
