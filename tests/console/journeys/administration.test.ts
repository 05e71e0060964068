import assert from 'node:assert/strict'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { listening, settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { journey } from '#tests/support/tier.ts'

// What an administrator looks after: emails, and the state of the service.

const env = { SMTP_URL: 'smtp://mailer:hunter2@mail.example.org', MAIL_TO: 'Office <office@example.org>', TIME_ZONE: 'Europe/Moscow' }
const service = serviceOfFile({ env })
const open = consoleOf(openBrowser(), service)

journey('an email is shown with its attempts, resent after a confirmation, and delivered', async () => {
  const { sql } = service
  await sql`delete from outbox`
  const data = {
    name: 'Ольга',
    email: 'olga@example.org',
    message: 'May a team of two apply?',
    subject: '',
    kind: 'contact',
    language: 'en',
  }
  const [{ id }] = (await sql`
    insert into outbox (kind, state, data, created_at, ended_at, attempt, tries, reason)
    values ('contact', 'unknown', ${sql.json(data)}, now(), now(), 1, 1, 'the connection was lost') returning id::float8 as id`) as unknown as [
    { id: number },
  ]
  const stateOf = async () => (await sql`select state from outbox where id = ${id}`)[0]!.state
  await sql`
    insert into mail_attempt (mail_id, attempt, started_at, ended_at, outcome, reply)
    values (${id}, 1, now(), now() + interval '3 seconds', 'unknown', 'the connection was lost')`
  const { page, faults } = await open(`/console/mail/${id}`, { login: 'admin', colorScheme: 'dark' })
  await page.getByText('Check with the recipient before sending it again').waitFor()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('May a team of two apply?').waitFor()
  assert.match((await preview.textContent())!, /office@example\.org.*olga@example\.org/)
  const attempt = page.getByRole('region', { name: 'Attempts' }).getByRole('listitem')
  assert.match((await attempt.textContent())!, /Attempt 1Delivery unknown.*after 3 seconds.*the connection was lost/)
  assert.equal(await page.getByRole('button', { name: 'Cancel email' }).count(), 0)
  await page.getByRole('button', { name: 'Send again' }).click()
  const question = page.getByRole('dialog', { name: `Send email ${id}?` })
  await question.getByText('the recipient will get it twice').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await stateOf(), 'unknown')
  await page.getByRole('button', { name: 'Send again' }).click()
  await question.getByRole('button', { name: 'Send again' }).click()
  await toast(page, `Email ${id} is back in the queue.`)
  await page.getByText('Usually sent within seconds.').waitFor()
  await page.getByText('requeued by an admin').waitFor()
  assert.equal(await stateOf(), 'queued')
  await listening(service)
  await sql`update outbox set state = 'sending', lease_until = '2100-01-01', due_at = null where id = ${id}`
  await sql`update outbox set state = 'sent', lease_until = null, ended_at = now(), reason = '250 taken' where id = ${id}`
  await toast(page, 'Accepted by the mail server.')
  assert.equal(await page.getByRole('button', { name: /Send|Stop/ }).count(), 0)
  await settled(page)
  await page.getByRole('button', { name: 'All emails' }).click()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Sent 1' }).waitFor()
  assert.deepEqual(faults, [])
})

journey('an administrator opens the page from the menu and sees every part, without secrets', async () => {
  const { sql } = service
  await sql`
    insert into node (id, host, pid, worker, version, parts, started_at, seen_at, feed_lag_ms, is_leader) values
      (gen_random_uuid(), 'node-1.example.org', 10, 1, '0.1.0', 'all', now() - interval '1 day', now() + interval '1 day', 1900, true),
      (gen_random_uuid(), 'node-2.example.org', 11, 1, '0.0.9', 'worker', now() - interval '2 days', now() - interval '90 seconds', 7000, false)`
  await sql`delete from outbox`
  await sql`insert into outbox (kind, state, created_at, ended_at) values ('contact', 'dead', now(), now())`
  const { page, faults } = await open('/console', { login: 'admin' })
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
  await assertCount(row.locator('.badge-declined'), 2)
  const leader = page.getByRole('row').filter({ hasText: 'node-1.example.org' })
  assert.match((await leader.textContent())!, /runs periodic jobs.*2 s/)
  assert.equal(await leader.locator('.badge-declined').count(), 0, 'a process that nobody calls reads every two seconds')
  await page.getByText('No backup has been made yet.').waitFor()
  await page.getByText('1 email needs attention').waitFor()
  const configuration = page.getByRole('region', { name: 'Configuration' })
  assert.match((await configuration.textContent())!, /SMTP_URLset, hidden.*TIME_ZONEEurope\/Moscow/)
  assert.ok(!(await page.content()).includes('hunter2'))
  await page.getByRole('link', { name: 'Gave up 1' }).click()
  await page.waitForURL('**/console/mail?state=dead')
  assert.deepEqual(faults, [])
})
