import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleProject,
  createProject,
  getConsoleProject,
  type ProjectDraft,
  setProjectState,
  updateProject,
} from '#contract/console/project.ts'
import { getProject } from '#contract/project.ts'
import { createRequest } from '#contract/request.ts'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { truncate } from '#tests/support/database.ts'
import { type AppSettings, assertFocus, holdToasts, idle, settled } from '#tests/support/page/app.ts'
import { assertShown, assertTexts } from '#tests/support/page/assert-content.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { refused } from '#tests/support/strict-client.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { addTeam, dayFromNow } from '#tests/support/world/requests.ts'

const service = serviceOfFile()
let admin: Awaited<ReturnType<typeof callAs>> // the other curator
before(async () => {
  admin = await callAs(service, 'admin')
})

const openConsole = consoleOf(openBrowser(), service)
const open = (path: string, settings: AppSettings = {}) => openConsole(`/console/projects${path}`, settings)
const make = (body: ProjectDraft) => admin(createProject, { body })
const publish = async (project: ConsoleProject) =>
  admin(setProjectState, { params: { id: String(project.id) }, body: { state: 'published' } })
const stored = ({ id }: { id: number }) => admin(getConsoleProject, { params: { id: String(id) } })
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true })
const pressSave = (page: Page) => idle(page.getByRole('button', { name: 'Save', exact: true })).click()
const save = async (page: Page) => {
  await pressSave(page)
  await page.getByText('All changes saved.').waitFor()
}
const names = (page: Page) => page.getByRole('rowheader').getByRole('link').allTextContents()

test('lines, tags and related projects are edited by keyboard, and the former address still works', async () => {
  const project = await publish(await make({ name: 'Keyboard bridge', developerRequirements: ['One', 'Two'] }))
  const { page } = await open(`/${project.id}`)
  const line = (number: number) => field(page, `Team requirements, line ${number}`)
  await line(2).focus()
  await page.keyboard.press('Enter')
  await line(3).waitFor()
  await page.keyboard.type('Three')
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await line(3).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await line(3).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Move line 1 down' }).first().click()
  await page.getByRole('searchbox', { name: 'Find a tag' }).fill('эколог')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Selected tags' }).getByRole('button', { name: 'Environment' }).waitFor()
  for (const [text, name] of [
    ['museum pocket', 'Museum Pocket Guide'],
    ['tree census', 'City Tree Census'],
  ] as const) {
    await page.getByRole('searchbox', { name: 'Find a project to add' }).fill(text)
    await page.getByRole('list', { name: 'Search results' }).getByRole('button', { name }).click()
  }
  await page.getByRole('button', { name: 'Move “City Tree Census” up' }).click()
  await field(page, 'URL').fill('Renamed Bridge')
  assert.equal(await field(page, 'URL').inputValue(), 'renamed-bridge')
  await page.getByText(`The old URL ${service.origin}/project/keyboard-bridge will redirect here.`).waitFor()
  await save(page)
  const now = await stored(project)
  assert.deepEqual(now.developerRequirements, ['One', 'Three'])
  assert.deepEqual(
    now.related.map(({ slug }) => slug),
    ['city-tree-census', 'museum-pocket-guide'],
  )
  assert.equal(now.tags.length, 1)
  assert.equal((await service.call(getProject, { params: { slug: 'keyboard-bridge' } })).project.slug, 'renamed-bridge')
  await page.getByText('Previous URLs that redirect here: keyboard-bridge').waitFor()
})

test('two curators edit one project: nothing is overwritten or lost, and applications cause no conflict', async () => {
  const project = await publish(await make({ name: 'Shared bridge', client: 'First', enrollmentStart: dayFromNow(-1) }))
  const { page } = await open(`/${project.id}`)
  await settled(page)
  await field(page, 'Client').fill('Mine')
  await admin(updateProject, { params: { id: String(project.id) }, body: { name: 'Their bridge', curator: 'Theirs' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' })
  await conflict.getByText('Changed: Name and Curator. Your edits are kept.').waitFor()
  assert.equal(await field(page, 'Client').inputValue(), 'Mine')
  assert.equal((await stored(project)).client, 'First')
  await conflict.getByRole('button', { name: 'Keep my edits' }).click()
  assert.equal(await field(page, 'Name').inputValue(), 'Their bridge')
  await save(page)
  assert.deepEqual([(await stored(project)).client, (await stored(project)).curator], ['Mine', 'Theirs'])
  await field(page, 'Client').fill('Mine again')
  await admin(updateProject, { params: { id: String(project.id) }, body: { name: 'Third name' } })
  await pressSave(page)
  await conflict.getByRole('button', { name: 'Load their version' }).click()
  assert.deepEqual([await field(page, 'Client').inputValue(), await field(page, 'Name').inputValue()], ['Mine', 'Third name'])
  await field(page, 'Client').fill('Last')
  const anna = await callAs(service, 'anna')
  await anna(createRequest, { body: { project: project.slug, team: await addTeam(service.sql, 'Applicants', 'anna*') } })
  await save(page)
  assert.equal((await stored(project)).client, 'Last')
  await page.getByRole('link', { name: '1 application awaits a decision' }).waitFor()
  await page.getByRole('button', { name: 'Archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive: Third name' })
  await dialog.getByText('1 application awaits a decision.').waitFor()
  const href = await dialog.getByRole('link', { name: 'View applications' }).getAttribute('href')
  assert.equal(href, '/console/requests?project=shared-bridge')
})

test('refusals are shown at their field, which gets the focus; impossible dates are reported immediately', async () => {
  const project = await make({ name: 'Refused bridge' })
  const { page } = await open(`/${project.id}`)
  await field(page, 'URL').fill('museum-pocket-guide')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Another project uses or used “museum-pocket-guide”.').waitFor()
  await assertFocus(page, 'value', 'museum-pocket-guide')
  assert.equal(await field(page, 'URL').getAttribute('aria-invalid'), 'true')
  await page.getByRole('button', { name: 'Generate from name' }).click()
  assert.equal(await field(page, 'URL').inputValue(), 'refused-bridge')
  await page.getByLabel('Project starts').fill('2030-02-02')
  await page.getByLabel('Project ends').fill('2030-02-01')
  await page.getByText('The end date is before the start date.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled())
  await page.getByLabel('Project ends').fill('2030-02-03')
  await save(page)
  assert.equal((await stored(project)).dateEnd, '2030-02-03')
})

test('project files are uploaded, downloaded, deleted and restored; a result is hidden from the public', async () => {
  const project = await make({ name: 'Described bridge' })
  const { page } = await open(`/${project.id}`)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files' }).click()
  await (await choosing).setFiles([
    { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('terms') },
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ])
  const files = page.getByRole('list', { name: 'Project files' })
  await files.getByRole('alert').getByText('Couldn’t upload drawing.svg.').waitFor()
  await files.getByRole('button', { name: 'Cancel upload of drawing.svg' }).click()
  const fetching = page.waitForEvent('download')
  await files.getByRole('button', { name: /^terms\.txt/ }).click()
  assert.equal((await fetching).suggestedFilename(), 'terms.txt')
  await holdToasts(page)
  await files.getByRole('button', { name: 'Remove terms.txt' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await files.getByRole('button', { name: 'Remove terms.txt' }).waitFor()
  assert.equal((await stored(project)).descriptionFiles.length, 1)
  await files.getByRole('button', { name: 'Remove terms.txt' }).click()
  await page.getByText('terms.txt removed.').waitFor()
  await page.goto('about:blank') // leaving the page ends the undo period
  await until(async () => (await stored(project)).descriptionFiles.length === 0)
  const [result] = await service.sql`
    select f.id, f.project_id, p.slug, v.name from file f join file_version v on v.file_id = f.id and v.version = f.version
    join project p on p.id = f.project_id
    where f.kind = 'result' and f.is_public and f.deleted_at is null and p.state = 'published' order by f.id limit 1`
  const { page: other } = await open(`/${result!.project_id}`)
  await other.getByRole('checkbox', { name: `${result!.name} is public` }).click()
  await other.getByText(`${result!.name} is now visible only to the team and curators.`).waitFor()
  const { project: seen } = await service.call(getProject, { params: { slug: result!.slug } })
  assert.ok(!seen.documents.some(({ id }) => id === result!.id))
  await other.getByRole('checkbox', { name: `${result!.name} is public` }).click()
  await other.getByText(`${result!.name} is now public.`).waitFor()
})

test('an active project is withdrawn after an explanation and duplicated, and a draft is deleted', async () => {
  const project = await publish(await make({ name: 'Ending bridge' }))
  const team = await addTeam(service.sql, 'Bridge crew', 'boris*')
  await service.sql`insert into assignment (team_id, project_id) values (${team}, ${project.id})`
  const { page } = await open(`/${project.id}`)
  assert.equal(await page.getByRole('link', { name: 'Bridge crew working now' }).getAttribute('href'), `/console/teams/${team}`)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unpublish: Ending bridge' })
  await dialog.getByText('1 team is working on it and will lose the project: Bridge crew').waitFor()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('Unpublished.', { exact: true }).waitFor()
  const [assignment] = await service.sql`select outcome from assignment where project_id = ${project.id}`
  assert.equal(assignment!.outcome, 'left')
  await refused('project_not_found', service.call(getProject, { params: { slug: project.slug } }))
  assert.equal(await page.getByRole('button', { name: 'Delete draft' }).count(), 0)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ending bridge (copy)' }).waitFor()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('dialog', { name: 'Delete this draft?' }).getByRole('button', { name: 'Delete draft' }).click()
  await page.getByText('“Ending bridge (copy)” deleted.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  assert.deepEqual(await service.sql`select 1 from project where slug = 'ending-bridge-copy'`.then((rows) => [...rows]), [])
})

test('leaving with unsaved changes asks for confirmation: by a link, by going back, by closing', async () => {
  const project = await make({ name: 'Guarded bridge' })
  const { page } = await open('')
  await page.getByRole('link', { name: 'Guarded bridge' }).click()
  await field(page, 'Client').fill('Typed')
  const dialog = page.getByRole('dialog', { name: 'You have unsaved changes.' })
  await page.getByRole('link', { name: 'Teams', exact: true }).click()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await field(page, 'Client').inputValue(), 'Typed')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await field(page, 'Client').inputValue(), 'Typed')
  assert.match(page.url(), new RegExp(`/projects/${project.id}$`))
  const prompt = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await prompt).dismiss()
  assert.equal(await field(page, 'Client').inputValue(), 'Typed')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  await page.waitForURL('**/console/projects')
  assert.equal((await stored(project)).client, null)
})

test('search, filters and order of the list are in the address', async () => {
  const over = await publish(await make({ name: 'Zebra over', client: 'Zoo', dateEnd: '2020-01-01' }))
  await make({ name: 'Zebra draft', client: 'Zoo', teamLimit: 3 })
  await service.sql`insert into request (team_id, project_id) values (${await addTeam(service.sql, 'Zebras')}, ${over.id})`
  const { page } = await open('', { isStill: true })
  await page.getByRole('searchbox').fill('zoo zebra')
  await page.waitForURL('**?text=zoo+zebra')
  await page.getByRole('button', { name: 'All 2' }).waitFor()
  await assertShown(() => names(page), ['Zebra draft', 'Zebra over'])
  const row = page.getByRole('row').filter({ hasText: 'Zebra over' })
  await assertTexts(row.getByText(/^(Published|Finished)$/), ['Published', 'Finished'])
  const waiting = row.getByRole('link', { name: '1 application for “Zebra over” awaits a decision' })
  assert.equal(await waiting.getAttribute('href'), '/console/requests?project=zebra-over')
  await page.getByRole('row').filter({ hasText: '0 of 3' }).waitFor()
  await page.getByRole('button', { name: 'Draft 1' }).click()
  await page.waitForURL('**?text=zoo+zebra&state=draft')
  await settled(page)
  await assertShown(() => names(page), ['Zebra draft'])
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Finished')
  await settled(page)
  await assertShown(() => names(page), ['Zebra over'])
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Open for teams')
  await page.getByRole('heading', { name: 'No projects found' }).waitFor()
  await page.getByRole('button', { name: 'Show all projects' }).click()
  await page.getByRole('columnheader', { name: 'Project', exact: true }).getByRole('button').click()
  await page.waitForURL('**?sort=name')
  await settled(page)
  const sorted = await names(page)
  assert.equal(sorted.length, 50)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('status').filter({ hasText: '51–' }).waitFor()
})

test('both languages and themes, laptop and phone, are complete and accessible', async () => {
  const [row] = await service.sql`select project_id as id from file where kind = 'result' and deleted_at is null limit 1`
  const { page } = await open(`/${row!.id}`)
  await assertNoAxeViolations(page)
  const { page: narrow } = await open(`/${row!.id}`, { viewport: phone })
  assert.equal(await narrow.getByRole('region', { name: 'Preview' }).count(), 0)
  await narrow.getByRole('button', { name: 'Preview' }).click()
  await narrow.getByRole('region', { name: 'Preview' }).waitFor()
  assert.equal(await field(narrow, 'Description in Markdown').count(), 0)
  assert.ok(Number(await narrow.evaluate('document.documentElement.scrollWidth')) <= 390)
  const { page: russian } = await open('?text=museum', { locale: 'ru', colorScheme: 'dark' })
  await russian.getByRole('link', { name: 'Новый проект' }).click()
  await russian.getByRole('textbox', { name: 'Название' }).fill('Щит')
  await russian.getByText('Если опубликовать сегодня: идёт набор, без даты окончания.').waitFor()
  await assertNoAxeViolations(russian)
  const { page: gone } = await open('/999999')
  await gone.getByRole('heading', { name: 'Project not found' }).waitFor()
})

test('an empty directory shows the first step', async () => {
  await truncate(service.sql, 'project')
  const { page } = await open('')
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'Create the first project' }).click()
  await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor()
})
