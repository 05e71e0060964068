import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { getProject } from '#contract/project.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { assertFocus } from '#tests/support/page/app.ts'
import { assertCount, assertTexts } from '#tests/support/page/assert-content.ts'
import { journey } from '#tests/support/tier.ts'
import { addProject, dayFromNow } from '#tests/support/world/requests.ts'

// What a curator puts into the directory: a project and synonyms; and what happens when, in the calendar and the report.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service)
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true })

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
  await assertTexts(preview.getByRole('listitem'), ['быстро', '<b>просто</b>'])
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

journey('the report, and the calendar: what opens, closes, starts and ends, month by month', async () => {
  const semester = { enrollmentStart: '2031-02-03', enrollmentEnd: '2031-02-20', dateStart: '2031-03-03', dateEnd: '2031-06-30' }
  await addProject(service.sql, 'far-one', { name: 'Far One', ...semester })
  await addProject(service.sql, 'far-two', { name: 'Another Far', ...semester, enrollmentStart: '2031-02-10', enrollmentEnd: '2031-02-12' })
  const { page, faults } = await open('/console')
  await page.getByRole('link', { name: 'Semester report' }).click()
  await page.getByRole('heading', { level: 1, name: 'Semester report' }).waitFor()
  await page.getByRole('table').first().waitFor()
  await page.goto(`${service.origin}/console/calendar?month=2031-02&text=far`)
  const cell = (day: string) => page.getByRole('cell').filter({ has: page.locator(`time[datetime="${day}"]`) })
  await cell('2031-02-03').getByRole('link', { name: 'Enrollment opens: Far One' }).waitFor()
  await cell('2031-02-20').getByRole('link', { name: 'Last day to apply: Far One' }).waitFor()
  await cell('2031-02-12').getByRole('link', { name: 'Last day to apply: Another Far' }).waitFor()
  await assertCount(page.locator('.calendar-event'), 4)
  await assertTexts(page.getByRole('columnheader'), ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  await page.getByRole('button', { name: 'Later' }).click()
  await cell('2031-03-03').getByRole('link', { name: 'Project starts: Far One' }).waitFor()
  assert.match(page.url(), /month=2031-03/)
  await page.getByRole('link', { name: 'Timeline' }).last().click()
  await page.getByRole('heading', { level: 1, name: 'Timeline' }).waitFor()
  assert.match(page.url(), /timeline\?text=far$/, 'the filters stay')
  await page.goBack()
  await cell('2031-03-03').getByRole('link', { name: 'Project starts: Far One' }).click()
  await page.getByRole('heading', { level: 1, name: 'Far One' }).waitFor()
  assert.deepEqual(faults, [])
})
