import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { createRequest } from '#contract/request.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, holdToasts, openApp, settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { type FileService, startWithFiles } from '#tests/support/result.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'
import { addProject, dayFromNow } from '#tests/support/world/requests.ts'

const browser = openBrowser()
let service: FileService
let [count, slug] = [0, '']
before(async () => {
  service = await startWithFiles()
})
after(() => service.close())
beforeEach(async () => {
  // A team may have five pending applications; each test starts with none and its own project.
  await service.sql`update request set status = 'withdrawn', decided_at = now() where status = 'submitted'`
  slug = `wanted-${++count}`
  await addProject(service.sql, slug, { name: `Wanted ${count}` })
  await service.app.catalog.refresh()
})

const applyPath = () => `/project/${slug}/apply`
const open = async (settings = {}) => {
  const visit = await openApp(browser, service, { login: 'anna', path: applyPath(), ...settings })
  await visit.page.getByRole('textbox').waitFor()
  return visit
}
const note = (name: string, content: string | Buffer = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const pick = (page: Page) => page.getByLabel('Add files')
const storedRequests = () =>
  service.sql<{ id: number; status: string; message: string | null; files: number }[]>`
    select r.id, r.status, r.message, (select count(*)::int from file f where f.request_id = r.id and f.deleted_at is null) as files
    from request r join project p on p.id = r.project_id where p.slug = ${slug} order by r.id`.then((rows) =>
    rows.map((row) => ({ ...row })),
  )
/** Longer than the app waits before it tries again, 20 s. */
async function until(check: () => Promise<unknown>, forMs = 60_000): Promise<void> {
  for (const end = Date.now() + forMs; !(await check()); await new Promise((resolve) => setTimeout(resolve, 50)))
    assert.ok(Date.now() < end, `not within ${forMs} ms: ${check}`)
}
/** Intercepts applications until the end of the test: the browser itself retries a cut connection once. */
let stopListening = () => {}
afterEach(() => stopListening())
function onApplication(what: (request: IncomingMessage) => void): void {
  const listen = (request: IncomingMessage) => {
    if (request.method === 'POST' && request.url === '/api/request') what(request)
  }
  service.http.server.prependListener('request', listen)
  stopListening = () => void service.http.server.off('request', listen)
}
const isSent = async (page: Page) => {
  await page.waitForURL(/\/my\/request\/\d+\/sent$/)
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
}
const view = async (page: Page) => {
  await isSent(page)
  await page.getByRole('link', { name: 'View application' }).click()
  await page.waitForURL(/\/my\/request\/\d+$/)
}

test('an application with a file is sent by keyboard only', async () => {
  const { page, faults } = await open()
  await message(page).focus()
  await page.keyboard.type('We know our trees.')
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([note('plan.txt'), note('cv.txt')])
  await page.getByText('“Северный ветер” is applying for “Wanted 1”: with a message and 2 files.').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Remove cv.txt' }).focus()
  await page.keyboard.press('Enter')
  await message(page).focus()
  for (let steps = 0; steps < 12 && !/^Send/.test(await page.evaluate('document.activeElement.textContent')); steps++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await view(page)
  await page.getByRole('heading', { level: 1, name: 'Application' }).waitFor()
  await page.getByText('We know our trees.').waitFor()
  await page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'plan.txt' }).click()
  await page.getByRole('dialog').getByText('plan.txt', { exact: true }).last().waitFor()
  const [request] = await storedRequests()
  assert.deepEqual({ ...request, id: 0 }, { id: 0, status: 'submitted', message: 'We know our trees.', files: 1 })
  assert.deepEqual(faults, [])
})

test('an interrupted upload keeps the form, and a retry makes one application', async () => {
  const { page } = await open()
  await message(page).fill('Half of this was lost once.')
  await pick(page).setInputFiles([note('large.txt', Buffer.alloc(4 * 1024 * 1024, 'a'))])
  onApplication((request) => request.socket.destroy())
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByRole('alert').getByText('Your draft is saved.', { exact: false }).waitFor()
  stopListening()
  assert.deepEqual(await storedRequests(), [])
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send again' }).click()
  await isSent(page)
  const made = await storedRequests()
  assert.deepEqual([made.length, made[0]?.message, made[0]?.files], [1, 'Half of this was lost once.', 1])
})

test('after a lost response, a retry finds the existing application', async () => {
  const { page } = await open()
  await message(page).fill('Said twice, meant once.')
  onApplication(({ socket }) => {
    socket.write = () => socket.destroy().destroyed // drops the response
  })
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByRole('alert').waitFor()
  stopListening()
  assert.equal((await storedRequests()).length, 1)
  await page.getByRole('button', { name: 'Send again' }).click()
  await isSent(page)
  assert.equal((await storedRequests()).length, 1)
})

test('sending shows its progress and can be cancelled without losing the form', async () => {
  const { page } = await open()
  const wire = await page.context().newCDPSession(page)
  const slow = (bytes: number) =>
    wire.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytes })
  await message(page).fill('Slowly.')
  await pick(page).setInputFiles([note('slow.txt', Buffer.alloc(1024 * 1024, 'a'))])
  await slow(20 * 1024)
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByRole('progressbar', { name: 'Uploading slow.txt' }).waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText('Sending cancelled.', { exact: false }).waitFor()
  assert.deepEqual([await message(page).inputValue(), await storedRequests()], ['Slowly.', []])
  await slow(-1)
  await page.getByRole('button', { name: 'Send again' }).click()
  await isSent(page)
  assert.equal((await storedRequests()).length, 1)
})

test('the draft survives navigation and a reload, files included', async () => {
  const { page } = await open()
  await message(page).fill('Not yet.')
  await pick(page).setInputFiles([note('later.txt')])
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('complementary').getByText('You have a draft application.').waitFor()
  await page.reload()
  await page.getByRole('complementary').getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('listitem').filter({ hasText: 'later.txt' }).waitFor()
  assert.equal(await message(page).inputValue(), 'Not yet.')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  assert.equal(await message(page).inputValue(), 'Not yet.')
  await page.getByRole('button', { name: 'Send application' }).click()
  await isSent(page)
  assert.deepEqual(
    (await storedRequests()).map(({ files }) => files),
    [1],
  )
})

test('an application queued offline is sent once when the network returns, even with two tabs open', async () => {
  const { page, requests } = await open({ isInstalled: true })
  const second = await page.context().newPage()
  await second.goto(`${service.origin}/settings`)
  await settled(second)
  await holdToasts(second)
  await page.context().setOffline(true)
  await message(page).fill('From the train.')
  await pick(page).setInputFiles([note('train.txt')])
  await page.getByRole('button', { name: 'Send when back online' }).click()
  await page.getByRole('heading', { name: 'Will be sent when you’re online' }).waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await message(page).fill('From the train, seat 7.')
  await page.getByRole('button', { name: 'Send when back online' }).click()
  await page.getByRole('heading', { name: 'Will be sent when you’re online' }).waitFor()
  assert.deepEqual(await storedRequests(), [])
  await page.context().setOffline(false)
  await isSent(page) // it was on the screen of this application
  await second.getByRole('status').getByText(`applied for “Wanted ${count}”`, { exact: false }).waitFor()
  assert.deepEqual(
    (await storedRequests()).map(({ message, files }) => ({ message, files })),
    [{ message: 'From the train, seat 7.', files: 1 }],
  )
  assert.equal(requests.filter((address) => new URL(address).pathname === '/api/request').length, 1)
  await second.getByRole('button', { name: 'View' }).click()
  await isSent(second)
})

test('a queued application is sent when the app is opened again', async () => {
  const { page } = await open({ isInstalled: true })
  await page.context().setOffline(true)
  await message(page).fill('Good night.')
  await page.getByRole('button', { name: 'Send when back online' }).click()
  await page.getByRole('heading', { name: 'Will be sent when you’re online' }).waitFor()
  const next = await page.context().newPage()
  await page.close()
  await next.context().setOffline(false)
  await next.goto(`${service.origin}/settings`)
  await next.getByRole('status').getByText('applied for', { exact: false }).waitFor()
  assert.equal((await storedRequests()).length, 1)
})

test('a network failure during the start of the app does not stop a queued application', async () => {
  const { page } = await openApp(browser, service, { login: 'anna', path: '/settings' })
  await page.route('**/assets/drafts-*.js', (route) => route.abort()) // the idle-time import comes too late
  await page.goto(service.origin + applyPath())
  await message(page).waitFor()
  await page.context().setOffline(true)
  await message(page).fill('From the train')
  await page.getByRole('button', { name: 'Send when back online' }).click()
  await page.getByRole('heading', { name: 'Will be sent when you’re online' }).waitFor()
  await page.context().setOffline(false)
  await until(async () => (await storedRequests()).length === 1)
})

test('a refusal after queueing is shown, and the draft is still there', async () => {
  const { page } = await open({ isInstalled: true })
  await page.context().setOffline(true)
  await message(page).fill('Too late?')
  await page.getByRole('button', { name: 'Send when back online' }).click()
  await page.getByRole('heading', { name: 'Will be sent when you’re online' }).waitFor()
  await service.sql`update project set enrollment_end = ${dayFromNow(-1)}, enrollment_start = ${dayFromNow(-9)} where slug = ${slug}`
  await page.context().setOffline(false)
  await page.getByRole('alert').getByText(`Teams can apply for “Wanted ${count}”`, { exact: false }).waitFor()
  assert.equal(await message(page).inputValue(), 'Too late?')
  await assertNoAxeViolations(page)
  assert.deepEqual(await storedRequests(), [])
})

test('files that are too large or too many are rejected before sending', async () => {
  const { page, requests } = await open()
  const large = join(service.folder, 'huge.bin')
  writeFileSync(large, '')
  truncateSync(large, 30 * 1024 * 1024 + 1)
  await pick(page).setInputFiles(large)
  await page.getByRole('alert').getByText('Files over the 30 MB limit: huge.bin.').waitFor()
  assert.equal(await page.getByRole('list', { name: 'Files' }).count(), 0)
  await pick(page).setInputFiles([1, 2, 3, 4, 5, 6].map((number) => note(`${number}.txt`)))
  await page.getByRole('alert').getByText('Only the first 5 files were added.').waitFor()
  await assertCount(page.getByRole('list', { name: 'Files' }).getByRole('listitem'), 5)
  await assertNoAxeViolations(page)
  assert.equal(requests.filter((address) => address.endsWith('/api/request')).length, 0)
})

test('a file type that the server refuses is shown at its field', async () => {
  const { page } = await open()
  await pick(page).setInputFiles([{ name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ\x90\0') }])
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByRole('alert').getByText('The content of “run.exe” must match its extension.', { exact: false }).waitFor()
  await assertFocus(page, 'type', 'file')
  assert.deepEqual(await storedRequests(), [])
})

test('the reason is shown to people who cannot apply, and an unknown project leads to the list', async () => {
  const { page } = await openApp(browser, service, { isStill: true, login: 'gleb', path: applyPath() })
  await page.getByRole('heading', { name: 'You can’t apply for this project now' }).waitFor()
  await page.getByText('You’re not in a team yet.', { exact: false }).waitFor()
  await assertNoAxeViolations(page)
  await page.goto(`${service.origin}/project/never-was/apply`)
  await page.getByRole('link', { name: 'Browse projects' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
})

test('a pending application can be edited and withdrawn by the team administrator', async () => {
  const { page } = await open()
  await message(page).fill('First.')
  await pick(page).setInputFiles([note('old.txt')])
  await page.getByRole('button', { name: 'Send application' }).click()
  await view(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit application' })
  await dialog.getByRole('textbox').fill('Second.')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByLabel('Add files').setInputFiles([note('new-1.txt'), note('new-2.txt')])
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Second.').waitFor()
  await page.getByRole('button', { name: 'new-2.txt' }).waitFor()
  assert.deepEqual(
    (await storedRequests()).map(({ message, files }) => [message, files]),
    [['Second.', 2]],
  )
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Withdraw this application?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await storedRequests())[0]!.status, 'submitted')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await confirmation.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Your team can apply again while enrollment is open.').waitFor()
  await until(async () => (await storedRequests())[0]!.status === 'withdrawn')
  assert.equal(await page.getByRole('button', { name: 'Withdraw' }).count(), 0)
})

test('an application shows its history to its team only, and stays readable offline', async () => {
  const [declined] = await service.sql<{ id: number }[]>`select id from request where status = 'declined' and team_id = 1`
  const { page } = await openApp(browser, service, {
    isInstalled: true,
    login: 'anna',
    path: `/my/request/${declined!.id}`,
    locale: 'ru',
    colorScheme: 'dark',
  })
  await page.getByText('Причина:').waitFor()
  await page.getByText('Для оценки времени ожидания нужен человек', { exact: false }).waitFor()
  await assertNoAxeViolations(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Профиль' }).click()
  await page.goBack()
  await page.getByText('Причина:').waitFor()
  await page.context().setOffline(false)
  await page.goto(`${service.origin}/my/request/999999`)
  await page.getByRole('heading', { name: 'Заявка не найдена' }).waitFor()
  await assertNoAxeViolations(page)
  const { page: guest } = await openApp(browser, service, { isInstalled: true, path: '/my/request/1' })
  await guest.getByRole('button', { name: 'Sign in' }).waitFor()
})

test('a member who is not a team administrator reads the application and sees who may change it', async () => {
  await service.sql`insert into member (team_id, person_id, name, is_administrator) select 1, id, 'Vera', false from person where login = 'vera'`
  const anna = await callAs(service, 'anna')
  const request = await anna(createRequest, { body: { project: slug, team: 1, message: 'Ours.' } })
  const { page } = await openApp(browser, service, { login: 'vera', path: `/my/request/${request.id}` })
  await page.getByText('Only a team admin can edit or withdraw it.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Withdraw' }).count(), 0)
})
