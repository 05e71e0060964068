import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import { applyDecision } from '#contract/console/request.ts'
import { decideRequest, type ProjectRequest } from '#contract/request.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { listening, openApp, settled, stopProbing } from '#tests/support/page/app.ts'
import { assertCount, assertTexts } from '#tests/support/page/assert-content.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

const browser = openBrowser()
const service = serviceOfFile()
let anna: Awaited<ReturnType<typeof callAs>>
let curator: Awaited<ReturnType<typeof callAs>>
let reason: { id: number; text_en: string; text_ru: string }
before(async () => {
  anna = await callAs(service, 'anna')
  curator = await callAs(service, 'curator')
  reason = (await service.sql<(typeof reason)[]>`select id, text_en, text_ru from refusal_reason order by position, id limit 1`)[0]!
})

let made = 0
async function applied(
  teamName: string,
  { project, files = [] as File[] }: { project?: string; files?: File[] } = {},
): Promise<ProjectRequest> {
  const slug = project ?? `board-${++made}`
  if (!project) await addProject(service.sql, slug, { name: `Board ${made}`, teamLimit: 1 })
  const team = await addTeam(service.sql, teamName, 'anna*', 'vera')
  const form = new FormData()
  for (const [key, value] of Object.entries({ project: slug, team, message: `We are ${teamName}` })) form.set(key, String(value))
  for (const file of files) form.append('files', file)
  const headers = { authorization: `Bearer ${anna.tokens.accessToken}` }
  const answer = await fetch(`${service.url}/request`, { method: 'POST', headers, body: form })
  assert.equal(answer.status, 200)
  return answer.json() as Promise<ProjectRequest>
}
const statusOf = async ({ id }: { id: number }) => (await service.sql`select status from reviewed_request where id = ${id}`)[0]!.status
const open = consoleOf(browser, service)
const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

test('the board shows the waiting times, and is filtered by text and project in the address', async () => {
  const [old, other] = [await applied('Old Hands'), await applied('New Hands')]
  await service.sql`update request set created_at = now() - interval '9 days' where id = ${old.id}`
  const { page, faults } = await open('/console/requests')
  const waiting = column(page, 'Awaiting decision')
  const card = waiting.getByRole('listitem').filter({ hasText: 'Old Hands' })
  await card.getByText('9 days', { exact: true }).waitFor()
  await card.getByText('1 place free · 2 members').waitFor()
  for (const name of ['Approved', 'Declined']) await column(page, name).waitFor()
  await page.getByRole('searchbox').fill('are old hands')
  await page.waitForURL('**/requests?text=are+old+hands')
  await waiting.getByText('Old Hands').first().waitFor()
  await waiting.getByText('New Hands').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('')
  await page.getByRole('combobox', { name: 'Project' }).selectOption({ label: `Board ${made}` })
  await page.waitForURL(`**/requests?project=${other.project}`)
  await waiting.getByRole('link', { name: 'New Hands' }).waitFor()
  await assertCount(waiting.getByRole('listitem'), 1)
  await page.getByRole('searchbox').fill('zzz qqq')
  await page.getByRole('heading', { name: 'No applications found' }).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await waiting.getByRole('link', { name: 'Old Hands' }).waitFor()
  await page.getByText('Withdrawn and closed').click()
  await column(page, 'Withdrawn').getByRole('listitem').first().waitFor()
  assert.deepEqual(faults, [])
})

test('several are selected by keyboard and declined for one reason; conflicts are named, and it can be undone', async () => {
  const [one, two, three] = [await applied('First Few'), await applied('Second Few'), await applied('Third Few')]
  const { page } = await open('/console/requests?text=few', { isStill: true }) // a refetch would take the approved one out of the selection
  await column(page, 'Awaiting decision').getByRole('link', { name: 'Third Few' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all shown' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('3 selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select Third Few, “' }).uncheck()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Decline…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline 2 applications' })
  await dialog.getByLabel('Reason').selectOption({ label: reason.text_en })
  await dialog.getByLabel('Comment for the team').fill('Next term, please')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).click() // the input is kept
  await curator(decideRequest, { params: { id: String(two.id) }, body: { decision: 'approve' } })
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.getByText('1 application declined. Already decided, not changed: Second Few.').waitFor()
  const [row] = await service.sql`select status, comment, reason_id from reviewed_request where id = ${one.id}`
  assert.deepEqual({ ...row }, { status: 'declined', comment: 'Next term, please', reason_id: reason.id })
  assert.deepEqual([await statusOf(two), await statusOf(three)], ['approved', 'submitted'])
  await page.getByRole('button', { name: 'Undo decision', exact: true }).click()
  await page.getByText('1 application awaits a decision again.').waitFor()
  assert.equal(await statusOf(one), 'submitted')
})

test('one application with message, files, other applications side by side, and the team', async () => {
  const files = [
    new File(['# Our plan\n\nWe go **slowly**.'], 'plan.md', { type: 'text/markdown' }),
    new File(['just words'], 'words.txt', { type: 'text/plain' }),
  ]
  const request = await applied('Deep Divers', { files })
  const other = await applied('Rival Divers', { project: request.project, files: [new File(['their words'], 'theirs.txt')] })
  const { page, faults } = await open(`/console/requests/${request.id}`)
  await page.getByRole('heading', { level: 1, name: 'Deep Divers' }).waitFor()
  await page.getByRole('region', { name: 'Message' }).getByText('We are Deep Divers').waitFor()
  const list = page.getByRole('region', { name: 'Files' })
  await list.getByText('slowly').waitFor()
  await list.getByRole('button', { name: 'words.txt' }).click()
  await list.getByText('just words').waitFor()
  const table = page.getByRole('table')
  await assertTexts(table.getByRole('rowheader'), ['Deep Divers this application', 'Rival Divers'])
  await table.getByText('We are Rival Divers').waitFor()
  await table.getByRole('button', { name: 'theirs.txt' }).click()
  await page.getByRole('dialog').getByText('their words').waitFor()
  await page.keyboard.press('Escape')
  const team = page.getByRole('region', { name: 'Deep Divers' })
  await team.getByText('team admin').waitFor()
  await assertCount(team.getByRole('listitem'), 2)
  await page
    .getByRole('region', { name: /^Board/ })
    .getByText('1 of 1 free')
    .waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('Applied').waitFor()
  await assertNoAxeViolations(page)
  await table.getByRole('link', { name: 'Rival Divers' }).click()
  await page.waitForURL(`**/requests/${other.id}`)
  assert.deepEqual(faults, [])
})

test('a large file is not opened by itself, and only its beginning is shown until the curator asks for the rest', async () => {
  const trap = `# a${' '.repeat(199_000)}b` // took a quadratic parser 87 s
  const files = ['trap.md', 'trap.txt'].map((name) => new File([trap], name))
  const request = await applied('Heavy Writers', { files })
  const downloads: string[] = []
  const { page, faults } = await open(`/console/requests/${request.id}`)
  page.on('request', (call) => call.url().includes('/api/file/') && downloads.push(call.url()))
  await page.reload()
  const list = page.getByRole('region', { name: 'Files' })
  await list.getByText('This file is large: 194\u00a0KB.').waitFor()
  assert.deepEqual(downloads, [])
  await assertNoAxeViolations(page)
  await list.getByRole('button', { name: 'Show preview' }).focus()
  await page.keyboard.press('Enter')
  await list.getByRole('heading', { name: 'a', exact: true }).waitFor()
  await list.getByText('Only the beginning of the file is shown.').waitFor()
  await list.getByRole('button', { name: 'Show anyway' }).focus()
  await page.keyboard.press('Enter')
  await list.getByRole('heading', { name: 'a b', exact: true }).waitFor()
  await list.locator(':focus').getByRole('heading', { name: 'a b', exact: true }).waitFor() // the button is gone, the content has the focus
  await assertNoAxeViolations(page)
  await list.getByRole('button', { name: 'trap.txt' }).click() // opened by a click
  await list.getByRole('button', { name: 'Show anyway' }).waitFor()
  await list.locator('pre').waitFor()
  assert.equal((await list.locator('pre').textContent())!.length, 50_000)
  await list.getByRole('button', { name: 'Show anyway' }).click()
  await list.getByRole('button', { name: 'Show anyway' }).waitFor({ state: 'detached' })
  assert.equal((await list.locator('pre').textContent())!.length, trap.length)
  assert.deepEqual(faults, [])
  const { page: russian } = await open(`/console/requests/${request.id}`, { locale: 'ru' })
  await russian.getByText('Большой файл: 194\u00a0КБ.').waitFor()
  await russian.getByRole('button', { name: 'Показать', exact: true }).click()
  await russian.getByText('Показано только начало файла.').waitFor()
  await russian.getByRole('button', { name: 'Всё равно показать' }).waitFor()
})

test('refusals are shown with the server’s text: no place left, too late to undo, not found', async () => {
  const request = await applied('Latecomers')
  const { page } = await open(`/console/requests/${request.id}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  const winner = await applied('Winners', { project: request.project })
  await curator(decideRequest, { params: { id: String(winner.id) }, body: { decision: 'approve' } })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Comment for the team').fill('Welcome')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('alert').getByText('places').waitFor()
  assert.equal(await dialog.getByLabel('Comment for the team').inputValue(), 'Welcome')
  assert.equal(await statusOf(request), 'submitted')
  await listening(service)
  await curator(decideRequest, { params: { id: String(request.id) }, body: { decision: 'decline', reason: reason.id } })
  await page.getByRole('region', { name: 'History', includeHidden: true }).getByText('Declined').waitFor()
  assert.equal(await dialog.getByLabel('Comment for the team').inputValue(), 'Welcome', 'the comment is kept')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('alert').getByText('Its status is declined').waitFor()
  const { page: late } = await open(`/console/requests/${winner.id}`, { isStill: true }) // gets no event when the time is over
  const undo = late.getByRole('button', { name: 'Undo decision for Winners' })
  await undo.waitFor()
  await curator(applyDecision, { params: { id: String(winner.id) } })
  await undo.click()
  await late.getByText('Too late to undo').waitFor()
  assert.equal(await statusOf(winner), 'approved')
  await late.goto(`${service.origin}/console/requests/2147483647`)
  await late.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
})

test('on a phone the columns are tabs, in dark mode and Russian', async () => {
  await applied('Полуночники')
  const { page, faults } = await openApp(browser, service, {
    ...{ login: 'curator', path: '/console/requests', colorScheme: 'dark', locale: 'ru' },
  })
  await page.getByRole('link', { name: 'Полуночники' }).waitFor()
  await page.getByRole('tab', { name: 'Ждут решения' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**/requests?state=approved')
  await page.getByRole('tabpanel', { name: 'Одобрены' }).getByRole('listitem').first().waitFor()
  await page.getByRole('tab', { name: 'Ждут решения' }).click()
  await settled(page)
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'Полуночники' }).click()
  await page.getByRole('button', { name: 'Отклонить' }).click()
  await page.getByRole('dialog').getByRole('option', { name: reason.text_ru }).waitFor({ state: 'attached' })
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})

test('an empty board and an unreachable server have their messages, the latter with a retry button', async () => {
  await service.sql`update request set status = 'withdrawn', decided_at = now() where status = 'submitted'`
  const { page } = await open('/console/requests', { isStill: true })
  await column(page, 'Awaiting decision').getByText('No applications to review').waitFor()
  await stopProbing(page)
  // Every call: one that succeeds would tell the app that the server is back, and it would load the lists again by itself.
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' }).first()
  const failed = page.waitForEvent('requestfailed')
  await retry.click()
  await failed
  await retry.waitFor()
  await page.unroute('**/api/**')
  await retry.click()
  await column(page, 'Awaiting decision').getByText('No applications to review').waitFor()
})
