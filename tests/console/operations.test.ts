import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openApp, settled } from '#tests/support/app.ts'
import { assertNoAxeViolations, desktop, openBrowser, phone } from '#tests/support/browser.ts'
import { startService, type TestService } from '#tests/support/service.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService({ env: { SMTP_URL: 'smtp://mailer:hunter2@mail.example.org', TIME_ZONE: 'Europe/Moscow' } })
  await service.sql`
    insert into node (id, host, pid, worker, version, parts, started_at, seen_at, feed_lag_ms, is_leader) values
      (gen_random_uuid(), 'node-1.example.org', 10, 1, '0.1.0', 'all', now() - interval '1 day', now() + interval '1 day', 1900, true),
      (gen_random_uuid(), 'node-2.example.org', 11, 1, '0.0.9', 'worker', now() - interval '2 days', now() - interval '90 seconds', 7000, false)`
  await service.sql`insert into outbox (kind, state, created_at, ended_at) values ('contact', 'dead', now(), now())`
})
after(() => service.close())

type Settings = Parameters<typeof openApp>[2]
const open = (settings: Settings = {}) =>
  openApp(browser, service, { login: 'admin', viewport: desktop, path: '/console/operations', ...settings })

test('an administrator opens the page from the menu and sees every part, without secrets', async () => {
  const { page, faults } = await open({ path: '/console' })
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Operations' }).click()
  await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
  for (const name of [
    'Email queue',
    'Backups',
    'File storage',
    'Database',
    'Processes',
    'Running statements',
    'Callers refused by rate limits',
    'Configuration',
  ])
    await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'node-2.example.org' })
  assert.match((await row.textContent())!, /0\.0\.9email.*not seen for \d+ s.*7 s/)
  assert.equal(await row.locator('.badge-declined').count(), 2)
  const leader = page.getByRole('row').filter({ hasText: 'node-1.example.org' })
  assert.match((await leader.textContent())!, /runs periodic jobs.*2 s/)
  assert.equal(await leader.locator('.badge-declined').count(), 0, 'a process that nobody calls reads every two seconds')
  await page.getByText('No backup has been made yet.').waitFor()
  await page.getByText('1 email needs attention').waitFor()
  const configuration = page.getByRole('region', { name: 'Configuration' })
  assert.match((await configuration.textContent())!, /SMTP_URLset, hidden.*TIME_ZONEEurope\/Moscow/)
  assert.ok(!(await page.content()).includes('hunter2'))
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'Gave up 1' }).click()
  await page.waitForURL('**/console/mail?state=dead')
  assert.deepEqual(faults, [])
})

test('the page refreshes while it is visible; a part that cannot be read shows why, and the others stay', async () => {
  const { page } = await open()
  await page.getByText('No backup has been made yet.').waitFor()
  await service.sql`alter table backup rename to backup_away`
  try {
    const backups = page.getByRole('region', { name: 'Backups' })
    await backups.getByRole('alert').getByText('This part could not be read').waitFor({ timeout: 60_000 })
    await page.getByRole('row').filter({ hasText: 'node-1.example.org' }).waitFor()
  } finally {
    await service.sql`alter table backup_away rename to backup`
  }
  await page.getByText('No backup has been made yet.').waitFor({ timeout: 60_000 })
})

test('curators have no entry in the menu and are told whom to ask', async () => {
  const { page } = await open({ login: 'curator' })
  await page.getByRole('heading', { name: 'Only admins can see this page' }).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Operations' }).count(), 0)
  await assertNoAxeViolations(page)
})

test('an error has a button to try again, and the page fits a phone', async () => {
  const { page } = await open({ viewport: phone, path: '/console', locale: 'ru-RU', colorScheme: 'dark' })
  await page.context().route('**/api/console/operations', (route) => route.abort())
  await page.goto(`${service.origin}/console/operations`)
  const again = page.getByRole('button', { name: /ещё раз|повторить|снова/i })
  await again.waitFor()
  await page.context().unroute('**/api/console/operations')
  await again.click()
  await page.getByRole('heading', { level: 2, name: 'Процессы' }).waitFor()
  await settled(page)
  // Their display is not that of a table: the roles must be given.
  const withoutRole = page.locator('.operations-table').locator('table, tbody, tbody :is(tr, th, td)').and(page.locator(':not([role])'))
  assert.equal(await withoutRole.count(), 0)
  const row = page.getByRole('row').filter({ hasText: 'node-1.example.org' })
  assert.deepEqual([await row.getByRole('rowheader').count(), await row.getByRole('cell').count()], [1, 5])
  const widest = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
  assert.ok(widest <= 0, `${widest} px too wide`)
  await assertNoAxeViolations(page)
})

test('in Russian, parts and limits are words, unknown names stay, and texts of the server are marked as English', async () => {
  const { page } = await open({ path: '/console', locale: 'ru-RU' })
  await page.context().route('**/api/console/operations', async (route) => {
    const response = await route.fetch()
    const refused = { network: '203.0.113.0/24', count: 2, lastAt: new Date().toISOString() }
    const json = {
      ...(await response.json()),
      refusedCallers: ['sign-ins', 'from-tomorrow'].map((limit) => ({ ...refused, limit })),
      storage: null,
      problems: [{ part: 'storage', message: 'no answer within 2.5 s' }],
    }
    await route.fulfill({ response, json })
  })
  await page.goto(`${service.origin}/console/operations`)
  await page.getByRole('heading', { level: 2, name: 'Выполняемые запросы' }).waitFor()
  await page.getByRole('cell', { name: 'отправка писем', exact: true }).waitFor()
  await page.getByRole('cell', { name: 'входы', exact: true }).waitFor()
  await page.getByRole('cell', { name: 'from-tomorrow', exact: true }).waitFor()
  assert.equal(await page.getByText('no answer within 2.5 s', { exact: true }).getAttribute('lang'), 'en')
})
