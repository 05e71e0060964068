import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { getProject } from '#contract/project.ts'
import { assertFocus, idle } from '#tests/support/app.ts'
import { openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console-app.ts'
import { dayFromNow } from '#tests/support/requests.ts'
import { journey } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

// What a curator puts into the directory: a project, a team, synonyms, and a sheet of projects.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service)
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true })
const members = (page: Page) => page.getByRole('region', { name: 'Members' })

journey('a project is written with live address and preview, saved as a draft, and published', async () => {
  const { page, faults } = await open('/console/projects')
  await page.getByRole('link', { name: 'New project' }).click()
  await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor()
  const create = page.getByRole('button', { name: 'Create draft' })
  assert.ok(await create.isDisabled())
  await field(page, 'Name').fill('Мост над рекой')
  assert.equal(await field(page, 'URL').inputValue(), 'most-nad-rekoy')
  await page.getByText(`${service.origin}/project/most-nad-rekoy`).waitFor()
  await field(page, 'Description in Markdown').fill('# Зачем\n\n- **быстро**\n- <b>просто</b>')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { name: 'Зачем' }).waitFor()
  assert.deepEqual(await preview.getByRole('listitem').allTextContents(), ['быстро', '<b>просто</b>'])
  await page.getByText('If published today: open for teams, no end date.').waitFor()
  await page.getByLabel('Project starts').fill(dayFromNow(5))
  await page.getByText(/If published today: open for teams until/).waitFor()
  await page.getByRole('spinbutton', { name: 'Team limit' }).fill('2')
  await create.click()
  await page.getByText('Draft created.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Мост над рекой' }).waitFor()
  await page.waitForURL(/\/projects\/\d+$/)
  const [row] = await service.sql`select id, state, team_limit from project where slug = 'most-nad-rekoy'`
  assert.deepEqual([row!.state, row!.team_limit], ['draft', 2])
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish: Мост над рекой' })
  await dialog.getByText(/becomes visible to everyone .* open for teams until/).waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published.', { exact: true }).waitFor()
  const link = page.getByRole('link', { name: 'View on site' })
  assert.equal(await link.getAttribute('href'), `${service.origin}/project/most-nad-rekoy`)
  assert.equal((await service.call(getProject, { params: { slug: 'most-nad-rekoy' } })).project.name, 'Мост над рекой')
  assert.deepEqual(faults, [])
})

journey('a team is created with members and roles; removing a member can be undone', async () => {
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

  await page.getByRole('button', { name: 'Remove Орлов Глеб Сергеевич' }).click()
  await toast(page, 'Орлов Глеб Сергеевич is the only active team admin.')
  await page.getByRole('checkbox', { name: 'Никитина Вера Павловна is a team admin' }).click()
  await toast(page, 'Никитина Вера Павловна is now a team admin.')

  await page.getByRole('button', { name: 'Edit Никитина Вера Павловна' }).click()
  const dialog = page.getByRole('dialog', { name: 'Никитина Вера Павловна' })
  await dialog.getByRole('searchbox', { name: 'Find a role' }).fill('QA')
  await dialog.getByRole('button', { name: 'Add the role QA' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('alert').getByText('You have unsaved changes.').waitFor()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await members(page).getByText('QA', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Remove Орлов Глеб Сергеевич' }).click()
  await members(page).getByText('Орлов Глеб Сергеевич').waitFor({ state: 'detached' })
  await assertFocus(page, 'textContent', 'Members', 'the focus is not lost')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await members(page).getByText('Орлов Глеб Сергеевич').waitFor()
  await page.getByRole('button', { name: 'Remove Орлов Глеб Сергеевич' }).click()
  await page.goto(`${service.origin}/console/teams`) // leaving the page ends the undo period
  const storedMembers = () => service.sql`
    select p.login, m.name, m.is_administrator as admin from member m left join person p on p.id = m.person_id where m.team_id = ${id} order by m.id`
  await until(async () => (await storedMembers()).length === 2)
  assert.deepEqual(
    (await storedMembers()).map((row) => ({ ...row })),
    [
      { login: 'vera', name: 'Никитина Вера Павловна', admin: true },
      { login: null, name: 'Edmund Sayer', admin: false },
    ],
  )
  const emails =
    await service.sql`select person_id as id from outbox where kind = 'team_added' and (data->>'team')::int = ${id} order by id`
  assert.equal(emails.length, 2)
})

journey('words are added by Enter and comma, removed by Backspace, and saved with what is still in the input', async () => {
  const { page, faults } = await open('/console/words')
  await page.getByRole('link', { name: 'Synonyms' }).click()
  await page.waitForURL('**/console/words/synonym')
  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await rowOf('freshers, первокурсники').waitFor()
  await page.getByRole('button', { name: 'Add synonyms' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add synonyms' })
  const chips = () => dialog.getByRole('list', { name: 'Words' }).getByRole('listitem').allTextContents()
  const input = dialog.getByRole('textbox', { name: 'Words' })
  await input.click()
  await page.keyboard.type('canteen')
  await page.keyboard.press('Enter')
  await page.keyboard.type('столовая, Canteen,mess hall,')
  assert.deepEqual(
    (await chips()).map((text) => text.trim()),
    ['canteen', 'столовая', 'mess hall'],
    'each word once',
  )
  await page.keyboard.press('Backspace')
  assert.equal((await chips()).length, 2)
  await dialog.getByRole('button', { name: 'Remove “canteen”' }).click()
  await assertFocus(page, 'tagName', 'INPUT')
  await page.keyboard.type('dining hall')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“столовая, dining hall” added.').waitFor()
  const [stored] = await service.sql`select kind, words, expands_to from synonym where 'столовая' = any(words)`
  assert.deepEqual({ ...stored }, { kind: 'two-way', words: ['столовая', 'dining hall'], expands_to: [] })
  const { entries } = (await (await fetch(`${service.url}/search/synonyms`)).json()) as { entries: { words: string[] }[] }
  assert.ok(entries.some(({ words }) => words[0] === 'столовая'))
  await rowOf('столовая, dining hall').waitFor()
  assert.deepEqual(faults, [])
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
