import assert from 'node:assert/strict'
import { beforeEach } from 'node:test'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile, toast } from '#tests/support/console/console-app.ts'
import { listening } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'
import { personOf } from '#tests/support/world/requests.ts'

const service = serviceOfFile({ env: { MAIL_TO: 'Office <office@example.org>' } })
beforeEach(async () => {
  await service.sql`delete from outbox`
  await service.sql`delete from mail_bounce`
})

const open = consoleOf(openBrowser(), service, { login: 'admin' })

const hasEnded = ['sent', 'failed', 'unknown', 'dead', 'cancelled']
const note = { name: 'Ольга', email: 'olga@example.org', message: 'May a team of two apply?', subject: '', kind: 'contact', language: 'en' }
type Given = { kind?: string; data?: object; personId?: number; reason?: string }

async function write(state: string, { kind = 'contact', data = note, personId, reason }: Given = {}): Promise<number> {
  const { sql } = service
  const endedAt = hasEnded.includes(state) ? new Date() : null
  const [row] = await sql<{ id: number }[]>`
    insert into outbox (kind, state, person_id, data, created_at, due_at, ended_at, attempt, tries, reason)
    values (${kind}, ${state}, ${personId ?? null}, ${sql.json(data as never)}, now(), ${endedAt ? null : new Date('2100-01-01')}, ${endedAt},
      1, 1, ${reason ?? null}) returning id::float8 as id`
  return row!.id
}
const stateOf = async (id: number) => (await service.sql`select state from outbox where id = ${id}`)[0]!.state

test('emails are filtered by state and kind in the address, with an explanation of the state', async () => {
  const vera = await personOf(service.sql, 'vera')
  const dead = await write('dead', { reason: '421 come back later' })
  await write('sent', { kind: 'team_added', personId: vera })
  await write('cancelled', { kind: 'team_added', personId: vera, reason: 'turned_off' })
  const { page, faults, externalRequests } = await open('/console')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Email' }).click()
  await page.getByText('3 emails', { exact: true }).waitFor()
  await page.getByText('What the statuses mean').click()
  await page.getByText('Sent as part of a daily digest.').waitFor()
  await assertNoAxeViolations(page)
  const states = page.getByRole('group', { name: 'Status' })
  await states.getByRole('button', { name: 'Gave up 1' }).click()
  await page.getByText('Not delivered after 12 attempts or three days.').waitFor()
  const row = page.getByRole('row').filter({ hasText: `Email ${dead}` })
  assert.match((await row.textContent())!, /Contact form.*office@example\.org.*Gave up.*421 come back later/)
  await page.waitForURL('**/console/mail?state=dead')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Added to a team')
  await page.getByRole('heading', { name: 'No emails found' }).waitFor()
  await states.getByRole('button', { name: 'Gave up 0' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Show all emails' }).click()
  await page.getByText('3 emails', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Added to a team')
  await page.getByText('2 emails', { exact: true }).waitFor()
  assert.deepEqual([externalRequests, faults], [[], []])
})

test('emails are paginated, and the list updates live', async () => {
  await service.sql`
    insert into outbox (kind, state, created_at, ended_at) select 'contact', 'sent', now(), now() from generate_series(1, 60)`
  const id = await write('queued')
  const { page } = await open('/console/mail')
  await page
    .getByRole('row')
    .filter({ hasText: `Email ${id}` })
    .getByText('Queued')
    .waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('51–61 of 61').waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByText('1–50 of 61').waitFor()
  await listening(service)
  await service.sql`update outbox set state = 'sending', lease_until = '2100-01-01' where id = ${id}`
  await page
    .getByRole('row')
    .filter({ hasText: `Email ${id}` })
    .getByText('Sending')
    .waitFor()
})

test('a waiting email is cancelled; one that was sent meanwhile is refused with the server’s text', async () => {
  const [waiting, leaving] = [await write('review', { reason: 'too many links' }), await write('queued')]
  const { page } = await open(`/console/mail/${waiting}`)
  await page.getByRole('button', { name: 'Cancel email' }).click()
  await toast(page, `Email ${waiting} cancelled.`)
  await page.getByText('Won’t be sent unless you send it again.').waitFor()
  assert.equal(await stateOf(waiting), 'cancelled')
  await page.goto(`${service.origin}/console/mail/${leaving}`)
  await page.getByRole('button', { name: 'Cancel email' }).waitFor()
  await page.route('**/api/console/mail/*', (route) => route.abort()) // the page does not get the update
  await service.sql`update outbox set state = 'sending', lease_until = '2100-01-01', due_at = null where id = ${leaving}`
  await page.getByRole('button', { name: 'Cancel email' }).click()
  await toast(page, 'Email is being sent. Try again in a minute.')
  assert.equal(await stateOf(leaving), 'sending')
})

test('an email that cannot be resent says why, and so does the confirmation', async () => {
  const gleb = await personOf(service.sql, 'gleb')
  const id = await write('dead', { kind: 'team_added', personId: gleb, data: { team: 987_654 } })
  const { page } = await open(`/console/mail/${id}`)
  await page.getByText('This email can’t be sent now: the team, project or file was deleted.').waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByText('It can’t be sent now: the team, project or file was deleted.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Орлов Глеб Сергеевич' }).click()
  await page.getByRole('heading', { level: 1, name: 'Орлов Глеб Сергеевич' }).waitFor()
})

test('a suppressed address is allowed again', async () => {
  const { sql } = service
  await sql`insert into mail_bounce (address, count, reply, last_at) values ('gone@example.org', 2, '550 no such user', now())`
  const { page } = await open('/console/mail')
  await page.getByRole('heading', { name: 'No emails yet' }).waitFor()
  const bounces = page.getByRole('region', { name: 'Rejected addresses' })
  await bounces.getByText('550 no such user').waitFor()
  await bounces.getByText('Blocked').waitFor()
  await assertNoAxeViolations(page)
  await bounces.getByRole('button', { name: 'Allow gone@example.org' }).click()
  await toast(page, 'Emails to gone@example.org are allowed again.')
  await bounces.getByText('No rejected addresses.').waitFor()
  assert.equal((await sql`select 1 from mail_bounce`).length, 0)
  await page.goto(`${service.origin}/console/audit?action=allowAddress`)
  await page.getByRole('listitem').getByText('allowed emails to a blocked address again').waitFor()
})

test('overview and audit log link to the email for administrators', async () => {
  const id = await write('failed', { reason: '550 no such user' })
  const { page } = await open('/console')
  const today = page.getByRole('region', { name: 'Email' })
  await today.getByText('1 email needs attention').waitFor()
  assert.equal(await today.getByText('npx projectory').count(), 0)
  await today.getByRole('link', { name: `Email ${id}` }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await toast(page, `Email ${id} is back in the queue.`)
  await page.goto(`${service.origin}/console/audit?action=resendMail`)
  await page
    .getByRole('listitem')
    .getByRole('link', { name: `Email ${id}`, exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: `Email ${id}` }).waitFor()
})

test('curators see that emails fail and whom to contact, and cannot open them', async () => {
  const id = await write('dead')
  const { page } = await open('/console', { login: 'curator' })
  const today = page.getByRole('region', { name: 'Email' })
  await today.getByText('Tell an admin').waitFor()
  await today.getByText(`npx projectory mail show ${id}`).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Email' }).count(), 0)
  await today.getByRole('link', { name: 'View admins' }).click()
  await page.waitForURL('**/console/people?access=administrator')
  for (const path of ['/console/mail', `/console/mail/${id}`]) {
    await page.goto(service.origin + path)
    await page.getByRole('heading', { name: 'Only admins can see emails' }).waitFor()
  }
})

test('a missing email is not found', async () => {
  const { page } = await open('/console/mail/987654321', { isStill: true })
  await page.getByRole('heading', { name: 'Email not found' }).waitFor()
  await page.getByRole('link', { name: 'All emails' }).click()
  await page.getByRole('heading', { name: 'No emails yet' }).waitFor()
})
