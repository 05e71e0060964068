import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { findProjects } from '#contract/project.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const totalOf = async (status: string) => (await service.call(findProjects, { body: { filters: { status }, pageSize: 1 } })).total

test('the number at a filter is what choosing it gives, also beside a chosen one', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  const finished = await totalOf('completed')
  const open = await totalOf('open')
  await dialog.getByRole('checkbox', { name: `Finished ${finished}` }).check()
  await dialog.getByRole('button', { name: `Show ${finished} projects` }).waitFor()
  await dialog.getByRole('checkbox', { name: `Open for teams ${open}` }).check()
  await dialog.getByRole('button', { name: `Show ${finished + open} projects` }).waitFor()
})

test('chosen filters are chips above the list, and each can be removed', async () => {
  const { page } = await openApp(browser, service, { path: '/?status=open,completed&tags=1&from=2020-01-01' })
  await settled(page)
  const chips = page.getByRole('list', { name: 'Selected filters' }).getByRole('button')
  await chips.nth(3).waitFor()
  const [name] = await service.sql`select name from tag where id = 1`
  await assertTexts(chips, ['Open for teams', 'Finished', name!.name, 'Project: from Jan 1, 2020'])
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Remove filter: Finished' }).click()
  await page.waitForURL('**/?status=open&tags=1&from=2020-01-01')
  await page.getByRole('button', { name: `Remove filter: ${name!.name}` }).click()
  await page.getByRole('button', { name: 'Remove filter: Project: from Jan 1, 2020' }).click()
  await page.getByRole('button', { name: 'Remove filter: Open for teams' }).click()
  await page.getByRole('heading', { name: 'All projects' }).waitFor()
  assert.equal(await page.getByRole('list', { name: 'Selected filters' }).count(), 0)
})

test('projects are filtered by work format, also those that state none, and the page says it', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true })
  await settled(page)
  const count = async (workFormat: string) => (await service.call(findProjects, { body: { filters: { workFormat }, pageSize: 1 } })).total
  const [remote, notStated] = [await count('remote'), await count('not_stated')]
  assert.ok(remote > 0 && notStated > 0)
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  const choices = dialog.getByRole('group', { name: 'Work format' })
  await choices.getByRole('checkbox', { name: `Remote ${remote}` }).check()
  await choices.getByRole('checkbox', { name: `Not stated ${notStated}` }).check()
  await dialog.getByRole('button', { name: `Show ${remote + notStated} projects` }).click()
  await page.waitForURL('**/?workFormat=remote%2Cnot_stated')
  const chips = page.getByRole('list', { name: 'Selected filters' }).getByRole('button')
  await assertTexts(chips, ['Remote', 'Work format: not stated'])
  await page.getByRole('button', { name: 'Remove filter: Work format: not stated' }).click()
  await page.waitForURL('**/?workFormat=remote')
  await settled(page)
  await page.getByText(`${remote} projects`, { exact: true }).waitFor()
  for (const card of await page.getByRole('article').all()) await card.getByText('Remote', { exact: true }).waitFor()
  await page.getByRole('article').first().getByRole('link').first().click()
  await page.getByRole('term').filter({ hasText: 'Work format' }).waitFor()
  await page.getByRole('definition').filter({ hasText: 'Remote' }).waitFor()
})
