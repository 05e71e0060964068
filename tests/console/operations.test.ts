import assert from 'node:assert/strict'
import { before } from 'node:test'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { settled, stopProbing } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'

const service = serviceOfFile({
  env: { SMTP_URL: 'smtp://mailer:hunter2@mail.example.org', TIME_ZONE: 'Europe/Moscow', ENV_FILE: '/etc/projectory/projectory.env' },
})
before(async () => {
  await service.sql`
    insert into node (id, host, pid, worker, version, parts, started_at, seen_at, feed_lag_ms, is_leader) values
      (gen_random_uuid(), 'node-1.example.org', 10, 1, '0.1.0', 'all', now() - interval '1 day', now() + interval '1 day', 1900, true),
      (gen_random_uuid(), 'node-2.example.org', 11, 1, '0.0.9', 'worker', now() - interval '2 days', now() - interval '90 seconds', 7000, false)`
  await service.sql`insert into outbox (kind, state, created_at, ended_at) values ('contact', 'dead', now(), now())`
})

const open = consoleOf(openBrowser(), service, { login: 'admin', path: '/console/operations' })

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

test('the configuration names the file in which it is changed', async () => {
  const { page } = await open()
  const configuration = page.getByRole('region', { name: 'Configuration' })
  await configuration.getByText('They are set in /etc/projectory/projectory.env. Restart the service after changing them.').waitFor()
})

test('curators have no entry in the menu and are told whom to ask', async () => {
  const { page } = await open('/console/operations', { login: 'curator' })
  await page.getByRole('heading', { name: 'Only admins can see this page' }).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Operations' }).count(), 0)
  await assertNoAxeViolations(page)
})

test('an error has a button to try again, and the page fits a phone', async () => {
  const { page } = await open('/console', { viewport: phone, locale: 'ru-RU', colorScheme: 'dark' })
  await stopProbing(page)
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
  const { page } = await open('/console', { locale: 'ru-RU' })
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
