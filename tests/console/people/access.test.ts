import assert from 'node:assert/strict'
import { assertNoAxeViolations, desktop, openBrowser } from '#tests/support/browser.ts'
import { serviceOfFile } from '#tests/support/console/console-app.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

const browser = openBrowser()
const service = serviceOfFile()

const consoleCalls = (requests: string[]) => requests.filter((address) => address.includes('/api/console'))

test('a guest must sign in, and returns to the requested page', async () => {
  const { page, requests, faults } = await openApp(browser, service, { path: '/console/words/reason', viewport: desktop })
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
  assert.equal(await page.getByRole('navigation').count(), 0)
  assert.deepEqual(consoleCalls(requests), [])
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('button[name=login][value=curator]').click()
  await page.getByRole('heading', { level: 1, name: 'Vocabularies' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/console/words/reason')
  assert.deepEqual(faults, [])
})

test('a member sees no console, and none of its endpoints is called', async () => {
  const { page, requests } = await openApp(browser, service, { login: 'vera', path: '/console/requests', colorScheme: 'dark' })
  await page.getByRole('heading', { name: 'You don’t have access to the console' }).waitFor()
  assert.equal(await page.getByRole('navigation').count(), 0)
  assert.deepEqual(consoleCalls(requests), [])
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'View site' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
})

test('theme and language change immediately without a request; sign-out works', async () => {
  const { page, requests } = await openApp(browser, service, { login: 'curator', path: '/console/audit', viewport: desktop, isStill: true })
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await page.getByRole('combobox', { name: 'Language' }).focus() // its texts are loaded by then
  await settled(page)
  const calls = () => requests.filter((address) => /\/api\/(?!events)/.test(address))
  const answered = `performance.getEntriesByType('resource').filter(({ name }) => /\\/api\\/(?!events)/.test(name)).length`
  await until(async () => (await page.evaluate<number>(answered)) >= calls().length)
  const before = calls().length
  await page.getByRole('combobox', { name: 'Appearance' }).selectOption('dark')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ru')
  await page.getByRole('heading', { level: 1, name: 'Журнал' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark')
  assert.deepEqual(calls().slice(before), [])
  await page.getByRole('button', { name: 'Выйти' }).click()
  await page.getByRole('heading', { name: 'Войдите в консоль' }).waitFor()
  const open = await service.sql`
    select 1 from auth.session s join person p on p.id = s.person_id where p.login = 'curator' and s.revoked_at is null and s.client_id = 'projectory-web'`
  assert.ok(open.length <= 1, 'only the one of the first test is left')
})
