import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { assertFocus, idle } from '#tests/support/page/app.ts'
import { journey } from '#tests/support/tier.ts'

// What a curator brings along: a team with its members, and a sheet of projects.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service)
const members = (page: Page) => page.getByRole('region', { name: 'Members' })

journey('a team is created with members, who get emails', async () => {
  const { page } = await open('/console/teams')
  await page.getByRole('link', { name: 'New team' }).click()
  await page.getByLabel('Name', { exact: true }).fill(' маяк')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('alert').getByText('There is already a team called “маяк”').waitFor()
  await assertFocus(page, 'value', ' маяк', 'the faulty field has the focus')
  await page.getByLabel('Name', { exact: true }).fill('Lighthouse Two')
  await page.getByLabel('Description (optional)').fill('New people')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lighthouse Two' }).waitFor()
  const id: number = (await service.sql`select id from team where name = 'Lighthouse Two'`)[0]!.id
  await page.getByText('No members yet').waitFor()

  const finder = page.getByRole('searchbox', { name: 'Name, login or email' })
  await finder.fill('орлов глеб')
  await page.getByRole('button', { name: 'Add Орлов Глеб Сергеевич' }).click()
  await toast(page, 'Орлов Глеб Сергеевич added to the team. They’ll get an email.')
  await page.getByRole('checkbox', { name: 'Орлов Глеб Сергеевич is a team admin', checked: true }).waitFor()
  await finder.fill('vera')
  await page.getByRole('button', { name: 'Add Никитина Вера Павловна' }).waitFor()
  await finder.press('Enter')
  await page.getByRole('checkbox', { name: 'Никитина Вера Павловна is a team admin', checked: false }).waitFor()
  await finder.fill('Edmund Sayer')
  await page.getByText('No accounts found.').waitFor()
  await page.route(/\/api\/console\/person\?.*Edmund/, () => {}) // a late response does not replace newer input
  await idle(page.getByRole('button', { name: 'Add “Edmund Sayer” without an account' })).click()
  await members(page).getByText('No account').waitFor()
  await finder.fill('vera')
  await idle(page.getByRole('button', { name: 'Add “vera” without an account' })).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Add Никитина Вера Павловна' }).isDisabled(), 'a person cannot be added twice')
  await finder.fill('')
  const stored = await service.sql`
    select p.login, m.name, m.is_administrator as admin from member m left join person p on p.id = m.person_id where m.team_id = ${id} order by m.id`
  assert.deepEqual(
    stored.map((row) => ({ ...row })),
    [
      { login: 'gleb', name: 'Орлов Глеб Сергеевич', admin: true },
      { login: 'vera', name: 'Никитина Вера Павловна', admin: false },
      { login: null, name: 'Edmund Sayer', admin: false },
    ],
  )
  const emails =
    await service.sql`select person_id as id from outbox where kind = 'team_added' and (data->>'team')::int = ${id} order by id`
  assert.equal(emails.length, 2)
})

journey('a faulty sheet gets a dry run, is returned with marked cells, is corrected and imported', async () => {
  const { page, faults } = await open('/console/exchange', { viewport: phone })
  const choose = (name: string, content: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  const report = page.getByRole('heading', { level: 3, name: /Import preview/ })
  const before = (await service.sql`select count(*)::int as count from project`)[0]!.count
  await choose('my projects.csv', 'name;dateEnd;state\nBrowser one;2027-01-01;published\nBrowser two;2026-02-30;published\n')
  await report.waitFor()
  await report.and(page.locator(':focus')).waitFor()
  assert.match((await page.getByRole('status').filter({ hasText: 'has errors' }).textContent())!, /^1 row has errors\. Correct it below/)
  const row = page.getByRole('row', { name: /Browser two/ })
  assert.match((await row.textContent())!, /^3\s*End: 2026-02-30 is not a date\..*Browser two/)
  assert.ok(await page.getByRole('button', { name: /^Import 1 row$/ }).isDisabled())
  await page.getByRole('button', { name: 'New 1' }).click()
  assert.match((await page.getByRole('row', { name: /Browser one/ }).textContent())!, /^2\s*New\s*Browser one/)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download file with errors marked' }).click()
  const download = await downloading
  const marked = readFileSync(await download.path(), 'utf8')
  assert.equal(download.suggestedFilename(), 'my projects-faults.csv')
  assert.match(marked, /dateEnd: 2026-02-30 is not a date/)
  assert.equal((await service.sql`select count(*)::int as count from project`)[0]!.count, before)
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose('repaired.csv', marked.replaceAll(';2026-02-30', ';2027-02-28'))
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
