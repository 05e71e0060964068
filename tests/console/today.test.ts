import assert from 'node:assert/strict'
import { createRequest, decideRequest } from '#contract/request.ts'
import { assertNoAxeViolations, desktop, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { TEMPLATE } from '#tests/support/database.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { startService } from '#tests/support/service.ts'
import { callAs, signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, openRound } from '#tests/support/world/rounds.ts'
import { clientOf } from '#tests/support/world/teams.ts'

const browser = openBrowser()
const service = serviceOfFile()

const open = consoleOf(browser, service, { path: '/console' })

test('the overview: pending applications, upcoming dates, drafts, failed emails with the command to use, recent activity', async () => {
  const { sql } = service
  const [anna, curator] = [await callAs(service, 'anna'), await callAs(service, 'curator')]
  await addProject(sql, 'today-a', { name: 'Ahead of Us', dateStart: dayFromNow(0), enrollmentStart: null, enrollmentEnd: null })
  await addProject(sql, 'today-b', { name: 'Chosen Today' })
  await addProject(sql, 'today-c', { name: 'Draft', state: 'draft' })
  const { id } = await anna(createRequest, { body: { project: 'today-b', team: await addTeam(sql, 'Todays', 'anna*') } })
  await curator(decideRequest, { params: { id: String(id) }, body: { decision: 'approve' } })
  const [email] = await sql`insert into outbox (kind, state, created_at, ended_at, reason)
    values ('request_approved', 'dead', now(), now(), '421 come back later') returning id`
  const { page, faults } = await open()
  const [{ count } = { count: 0 }] = await sql`select count(*)::int from reviewed_request where status = 'submitted'`
  const waiting = page.getByRole('region', { name: 'Awaiting decision' })
  await waiting.getByRole('link', { name: `View all ${count} applications` }).waitFor()
  await assertCount(waiting.getByRole('listitem'), Math.min(5, count))
  const soon = page.getByRole('region', { name: 'Next two weeks' })
  await soon.getByRole('link', { name: 'Ahead of Us' }).waitFor()
  const [{ count: drafts } = { count: 0 }] = await sql`select count(*)::int from project where state = 'draft'`
  await page.getByRole('region', { name: 'Needs attention' }).getByText(`${drafts} draft project`).waitFor()
  const mail = page.getByRole('region', { name: 'Email' })
  await mail.getByText(`npx projectory mail show ${email!.id}`).waitFor()
  await mail.getByText('421 come back later').waitFor()
  await page.getByRole('region', { name: 'Recent activity' }).locator(`a[href$="/requests/${id}"]`).waitFor()
  await assertNoAxeViolations(page)
  await waiting.getByRole('listitem').first().getByRole('link').click()
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  assert.deepEqual(faults, [])
})

test('each line that needs attention opens the list it counts', async () => {
  const { page, faults } = await open('/console', { colorScheme: 'dark' })
  const lines = page.getByRole('region', { name: 'Needs attention' }).getByRole('link')
  await lines.first().waitFor()
  const texts = await lines.allTextContents()
  for (const line of [
    /with no applications$/,
    /enough teams$/,
    /have not applied$|has not applied$/,
    /without a project$/,
    /unanswered questions?$/,
    /draft projects?$/,
  ])
    assert.equal(texts.filter((text) => line.test(text)).length, 1, String(line))
  await assertNoAxeViolations(page)
  for (const [text, rows] of [
    [/enough teams/, 'tbody tr'],
    [/closes? enrollment this week/, 'tbody tr'],
    [/ha(s|ve) not applied/, 'tbody tr'],
    [/teams? without a project/, 'tbody tr'],
  ] as const) {
    const link = lines.filter({ hasText: text })
    const count = Number((await link.textContent())!.match(/\d+/)![0])
    await link.click()
    await page.getByRole('heading', { level: 1, name: /Projects|Teams/ }).waitFor()
    await page.locator(rows).first().waitFor()
    await settled(page)
    await assertCount(page.locator(rows), Math.min(count, 50), String(text))
    await page.goBack()
    await lines.first().waitFor()
  }
  await page.getByRole('region', { name: 'Longest waits by curator' }).getByRole('link').first().waitFor()
  await page.getByRole('region', { name: 'Longest waits by project' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor()
  assert.match(page.url(), /project=/)
  assert.deepEqual(faults, [])
})

test('rounds that need something lead to their pages; without any there is no list', async () => {
  const { page, faults } = await open()
  await page.getByRole('region', { name: 'Email' }).waitFor()
  const rounds = page.getByRole('region', { name: 'Rounds' })
  assert.equal(await rounds.count(), 0)
  const { ids, slugs } = await addRoundProjects(service.sql, [1])
  const round = await openRound(await clientOf(service, 'curator'), ids, new Date()) // for two hours
  await addChoosingTeam(service.sql, 'anna', await clientOf(service, 'anna'), slugs)
  await page.reload()
  await rounds.getByText(/^Choices close .+\. 1 team has chosen\.$/).waitFor()
  await assertNoAxeViolations(page)
  await rounds.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: round.name }).waitFor()
  assert.deepEqual(faults, [])
})

test('an empty directory shows the empty state', async (t) => {
  const empty = await startService({ template: TEMPLATE })
  t.after(() => empty.close())
  await signIn(empty, 'curator')
  await empty.sql`update person set access = 'curator'` // the only person so far
  const { page, faults } = await openApp(browser, empty, { login: 'curator', path: '/console', viewport: desktop })
  await page.getByText('No applications to review.').waitFor()
  await page.getByText('Nothing starts or ends in the next two weeks.').waitFor()
  await page.getByText('No email needs attention.').waitFor()
  await page.getByText('Nothing needs attention.').waitFor()
  await page.getByRole('link', { name: 'New project' }).waitFor()
  assert.deepEqual(faults, [])
})
