import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { getNotifications } from '#contract/notification.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { holdToasts, openApp } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// The email screens against the real endpoints.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('the chosen settings are stored by the server', async () => {
  const { page } = await openApp(browser, service, { login: 'vera', path: '/settings/mail' })
  await holdToasts(page)
  await page.getByLabel('Result file replaced').selectOption({ label: 'Once a day' })
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await page.getByLabel('Email language').selectOption({ label: 'Русский' })
  await page.getByText('Saved', { exact: true }).nth(1).waitFor()
  const { language, kinds } = await (await callAs(service, 'vera'))(getNotifications)
  assert.deepEqual([language, kinds.find(({ kind }) => kind === 'result_replaced')?.when], ['ru', 'daily'])
  await page.reload()
  await page.getByLabel('Result file replaced').waitFor()
  assert.equal(await page.getByLabel('Result file replaced').inputValue(), 'daily')
})

test('feedback is stored by the server and its answer is shown', async () => {
  const { page } = await openApp(browser, service, { login: 'boris', path: '/feedback' })
  await page.locator('[name=email]:valid').waitFor() // prefilled
  await page.getByLabel('Message').fill('The list is lovely.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Sent' }).waitFor()
  const rows = await service.sql`select 1 from outbox o where to_jsonb(o)::text like '%The list is lovely.%'`
  assert.equal(rows.length, 1)
})
