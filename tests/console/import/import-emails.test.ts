import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { serviceOfFile } from '#tests/support/console/console-app.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
const service = serviceOfFile()

const choose = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const mails = async () => (await service.sql`select count(*)::int as count from outbox where kind = 'team_added'`)[0]!.count as number

test('the preview announces the emails; sent later they wait on the page, also for another curator, until they are sent', async () => {
  const [before, sheet] = [
    await mails(),
    'team,member,email,isAdministrator\nLate Letters,Ivan Petrov,late.ivan@example.org,yes\nLate Letters,Anna Sidorova,late.anna@example.org,no\nИТОГО,,2,\n',
  ]
  const { page } = await openApp(browser, service, { login: 'curator', path: '/console/exchange?kind=team' })
  await settled(page)
  await choose(page, 'teams.csv', sheet)
  await page.getByText('Row 4 looks like a total and will be skipped.').waitFor()
  await page.getByRole('button', { name: 'Invite 2 people' }).click()
  const emails = page.getByRole('region', { name: '2 emails' })
  await emails.waitFor()
  await page.getByRole('button', { name: 'Import 2 rows · 2 emails' }).waitFor()
  await emails.getByText('Who gets them').click()
  await emails.getByText('Petrov Ivan, Sidorova Anna').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('radio', { name: /^Later/ }).check()
  await page.getByRole('button', { name: 'Import 2 rows', exact: true }).click()
  await page.getByText('2 emails wait below until you send them.').waitFor()
  assert.equal(await mails(), before)
  const { page: other } = await openApp(browser, service, { login: 'admin', path: '/console/exchange' })
  await settled(other)
  const waiting = other.getByRole('region', { name: 'Emails from imports' })
  await waiting.getByText('Late Letters').waitFor()
  await assertNoAxeViolations(other)
  await waiting.getByRole('button', { name: 'Send 2 emails' }).click()
  await waiting.getByText('Sent', { exact: true }).waitFor()
  assert.equal(await mails(), before + 2)
  assert.equal(await waiting.getByRole('button').count(), 0)
})
