import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { createLink } from '#contract/result.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, endToasts, holdToasts, listening, openApp, settled, written } from '#tests/support/page/app.ts'
import { endedSheet, endSessions } from '#tests/support/page/ended-session.ts'
import { type FileService, personOf, startWithFiles, upload } from '#tests/support/result.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: FileService
before(async () => {
  service = await startWithFiles()
})
after(() => service.close())

const path = '/my/team/2'
const open = async (login: string, settings = {}) => {
  const visit = await openApp(browser, service, { login, path, ...settings })
  await visit.page.getByRole('heading', { name: 'Links', exact: true }).waitFor()
  await settled(visit.page)
  return visit
}
/** Polls; the page's Content Security Policy blocks waitForFunction. */
async function until(check: () => Promise<unknown>, forMs = 20_000): Promise<void> {
  for (const end = Date.now() + forMs; !(await check()); await new Promise((resolve) => setTimeout(resolve, 40)))
    assert.ok(Date.now() < end, `not within ${forMs} ms: ${check}`)
}
const named = (name: string, content = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const resultCard = (page: Page, category: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: category, exact: true }) })

const versionsOf = async (category: string) =>
  (
    await service.sql<{ name: string; version: number; comment: string | null }[]>`
      select v.name, v.version, v.comment from file f join file_version v on v.file_id = f.id join file_type c on c.id = f.file_type_id
      where c.name = ${category} and f.team_id = 2 and f.deleted_at is null and f.project_id = (select id from project where slug = 'museum-pocket-guide')
      order by v.version`
  ).map((row) => ({ ...row }))
const rolesOf = async (login: string) =>
  (
    await service.sql<{ name: string }[]>`
      select r.name from member m join person p on p.id = m.person_id join member_role mr on mr.member_id = m.id join role r on r.id = mr.role_id
      where p.login = ${login} and m.team_id = 2 order by mr.position`
  ).map(({ name }) => name)

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 90; steps++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>(
      '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent)',
    )
    if (name.test(focused)) return
  }
  assert.fail(`the keyboard finds no ${name}`)
}

test('an administrator changes a role and uploads a file by keyboard only', async () => {
  const { page, faults } = await open('boris')
  page.on('filechooser', () => {}) // so that the first chooser is intercepted already
  await tabTo(page, /^Edit roles of Никитина/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^Roles of Никитина/ }).waitFor()
  await assertNoAxeViolations(page)
  await tabTo(page, /^Find a role/)
  await page.keyboard.type('тестировщик') // an alias that the server resolves
  await page.getByText('1 role found').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove QA' }).waitFor()
  await tabTo(page, /^Save$/)
  await page.keyboard.press('Enter')
  await page.getByText('Frontend Developer, QA').waitFor()
  await until(() => page.evaluate('/^Edit roles of Никитина/.test(document.activeElement.getAttribute("aria-label"))'))
  await until(async () => (await rolesOf('vera')).length === 2)
  assert.deepEqual(await rolesOf('vera'), ['Frontend Developer', 'QA'])

  await tabTo(page, /^Upload a file: Report/)
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(named('наш отчёт.txt', 'what we found'))
  await resultCard(page, 'Report')
    .getByRole('button', { name: /^наш отчёт\.txt/ })
    .waitFor()
  await page.getByText('наш отчёт.txt uploaded.').waitFor()
  assert.match((await resultCard(page, 'Report').textContent())!, /Public.*13\u00a0B · .+ · version 1/)
  await assertFocus(page, 'textContent', 'Report', 'the focus stays where the button was')
  assert.deepEqual(await versionsOf('Report'), [{ name: 'наш отчёт.txt', version: 1, comment: null }])
  assert.deepEqual(faults, [])
})

test('a file is replaced by a second version, and the first can still be downloaded', async () => {
  const { page } = await open('boris')
  await page.getByRole('button', { name: 'Replace наш отчёт.txt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace наш отчёт.txt' })
  assert.ok(await dialog.getByRole('button', { name: 'Replace' }).isDisabled(), 'nothing is chosen yet')
  await dialog.locator('input[type=file]').setInputFiles(named('отчёт-2.txt', 'what we found later'))
  await dialog.getByLabel('What has changed').fill('The second Saturday')
  await page.keyboard.press('Escape')
  await dialog.getByRole('alert').getByText('You have unsaved changes.').waitFor()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await resultCard(page, 'Report')
    .getByText(/version 2/)
    .waitFor()
  assert.deepEqual(await versionsOf('Report'), [
    { name: 'наш отчёт.txt', version: 1, comment: null },
    { name: 'отчёт-2.txt', version: 2, comment: 'The second Saturday' },
  ])
  await page.getByRole('button', { name: 'Versions of отчёт-2.txt' }).click()
  const [author] = await service.sql`select surname from person where login = 'boris'`
  const year = String(new Date().getFullYear())
  const rows = page.getByRole('dialog', { name: 'Versions of отчёт-2.txt' }).getByRole('listitem')
  await rows.nth(1).waitFor()
  const [now, before] = await rows.allInnerTexts()
  for (const fact of ['Version 2, current', 'отчёт-2.txt', author!.surname, year, 'The second Saturday'])
    assert.ok(now!.includes(fact), fact)
  for (const fact of ['Version 1', 'наш отчёт.txt', author!.surname, year]) assert.ok(before!.includes(fact), fact)
  await assertNoAxeViolations(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Version 1/ }).click()
  const download = await downloading
  assert.equal(download.suggestedFilename(), 'наш отчёт.txt')
  assert.equal(await readFile(await download.path(), 'utf8'), 'what we found')
  await page.getByRole('button', { name: 'Close' }).click()
  await resultCard(page, 'Report')
    .getByRole('button', { name: /^отчёт-2\.txt/ })
    .click()
  await page.getByRole('dialog', { name: 'отчёт-2.txt' }).getByText('what we found later').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Replace отчёт-2.txt' }).click()
  const again = page.getByRole('dialog', { name: 'Replace отчёт-2.txt' })
  await again.locator('input[type=file]').setInputFiles(named('other-name.txt', 'what we found later'))
  await again.getByRole('button', { name: 'Replace' }).click()
  await page.getByText('other-name.txt has the same content as the current version. Nothing has changed.').waitFor()
  assert.equal((await versionsOf('Report')).length, 2)
})

test('a deleted file can be restored; without undo it is removed permanently, and a new one can replace it', async () => {
  const { page, quiet } = await open('boris')
  await holdToasts(page)
  const gone = page.getByText('отчёт-2.txt deleted.')
  await page.getByRole('button', { name: 'Delete отчёт-2.txt' }).click()
  await resultCard(page, 'Report').getByText('No file yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await resultCard(page, 'Report')
    .getByText(/version 2/)
    .waitFor()
  await endToasts(page)
  await quiet()
  assert.equal((await versionsOf('Report')).length, 2, 'nothing was sent')

  await page.getByRole('button', { name: 'Delete отчёт-2.txt' }).click()
  await gone.waitFor()
  assert.equal((await versionsOf('Report')).length, 2, 'not yet')
  // The upload waits until the pending deletion is done.
  await resultCard(page, 'Report').locator('input[type=file]').setInputFiles(named('третий.txt'))
  await endToasts(page)
  await page.getByText('третий.txt uploaded.').waitFor()
  assert.deepEqual(await versionsOf('Report'), [{ name: 'третий.txt', version: 1, comment: null }])

  await page.getByRole('button', { name: 'Delete третий.txt' }).click()
  await page.getByText('третий.txt deleted.').waitFor()
  await page.getByRole('link', { name: 'Projects', exact: true }).click() // navigating away does not undo
  await endToasts(page)
  await until(async () => (await versionsOf('Report')).length === 0)
})

test('an upload shows its progress and can be cancelled; interrupted and retried it makes one file', async () => {
  const { page } = await open('boris')
  const network = await page.context().newCDPSession(page)
  const slow = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput })
  const choose = () =>
    resultCard(page, 'Video')
      .locator('input[type=file]')
      .setInputFiles(named('film.txt', 'x'.repeat(2_000_000)))
  const isUnderWay = () => until(() => page.evaluate('document.querySelector("progress")?.value > 0.02'))
  let isCut = false
  const sockets: IncomingMessage['socket'][] = []
  const cut = ({ url, socket }: IncomingMessage) => {
    if (!url!.endsWith('/upload-file')) return
    if (isCut)
      socket.destroy() // the browser retries once by itself
    else sockets.push(socket)
  }
  service.http.server.prependListener('request', cut)
  await slow(50_000)
  await choose()
  await isUnderWay()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Cancel upload of film.txt' }).click()
  await page.getByRole('progressbar', { name: 'Uploading film.txt' }).waitFor({ state: 'detached' })
  await resultCard(page, 'Video').getByText('No file yet').waitFor()
  await until(async () => sockets.length === 1 && sockets[0]!.destroyed) // the connection is really closed

  await choose()
  await isUnderWay()
  await until(async () => sockets.length === 2)
  isCut = true
  for (const socket of sockets) socket.destroy()
  const alert = resultCard(page, 'Video').getByRole('alert')
  await alert.getByText('Couldn’t upload film.txt').waitFor()
  service.http.server.off('request', cut)
  assert.deepEqual(await versionsOf('Video'), [])
  await slow(-1)
  await alert.getByRole('button', { name: 'Try again' }).click() // after the network is back
  await page.getByText('film.txt uploaded.').waitFor()
  assert.deepEqual(await versionsOf('Video'), [{ name: 'film.txt', version: 1, comment: null }])
})

test('an upload with a lost response happens once when it is retried', async () => {
  const { page } = await open('boris')
  let calls = 0
  service.http.server.prependListener('request', (request, response) => {
    if (!request.url!.endsWith('/upload-file') || calls++ > 0) return
    const { socket } = response
    const write = socket!.write.bind(socket) as (text: string, encoding: 'latin1', done: () => void) => boolean
    // The change is committed, and the rest of the response is lost.
    socket!.write = ((text: string) => write(text.slice(0, -1), 'latin1', () => socket!.destroy())) as never
  })
  await resultCard(page, 'Data set').locator('input[type=file]').setInputFiles(named('rows.csv', 'a,b'))
  const alert = resultCard(page, 'Data set').getByRole('alert')
  await alert.getByText('Couldn’t upload rows.csv').waitFor()
  assert.equal((await versionsOf('Data set')).length, 1)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('rows.csv uploaded.').waitFor()
  assert.equal(calls, 2)
  assert.equal((await service.sql`select 1 from file_version where name = 'rows.csv'`).length, 1)
})

test('a file that is too large is refused before sending, and refusals of the server are shown', async () => {
  const { page, requests } = await open('boris')
  await page.evaluate('Object.defineProperty(File.prototype, "size", { get: () => 50 * 1024 * 1024 + 1 })')
  await resultCard(page, 'Poster').locator('input[type=file]').setInputFiles(named('huge.pdf'))
  await resultCard(page, 'Poster').getByRole('alert').getByText('“huge.pdf” is 50 MB. The limit is 50 MB.').waitFor()
  assert.ok(!requests.some((address) => address.endsWith('/upload-file')))
  await page.reload()
  await settled(page)
  await resultCard(page, 'Poster').locator('input[type=file]').setInputFiles(named('run.exe', 'MZ\u0090\u0000\u0003'))
  const alert = resultCard(page, 'Poster').getByRole('alert')
  await alert.getByText('Couldn’t upload run.exe').waitFor()
  await assertNoAxeViolations(page)
  await alert.getByRole('button', { name: 'Remove' }).click()
  await alert.waitFor({ state: 'detached' })
  assert.deepEqual(await versionsOf('Poster'), [])
})

test('links are added with the platform that the server recognises, deletion can be undone, and the limit is explained', async () => {
  const { page } = await open('boris')
  await holdToasts(page)
  const links = page.getByRole('region', { name: 'Links' })
  const add = async (address: string) => {
    await links.getByRole('button', { name: 'Add a link' }).click()
    await page.getByLabel('URL').fill(address)
    await page.keyboard.press('Enter')
  }
  await add('https://t.me/museum_guide')
  await links.getByRole('link', { name: /^Telegram/ }).waitFor()
  await page.getByText('Telegram link added.').waitFor()
  const linksNow = async () =>
    (await service.sql`select url from link join project p on p.id = project_id where p.slug = 'museum-pocket-guide'`).length
  assert.equal(await linksNow(), 4)

  await add('https://user:secret@example.org/')
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  await dialog.getByRole('alert').waitFor()
  await assertFocus(page, 'getAttribute("aria-invalid")', 'true')
  await assertNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await links.getByRole('button', { name: 'Delete t.me/museum_guide' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await links.getByRole('button', { name: 'Delete t.me/museum_guide' }).click()
  await links.getByRole('link', { name: /^Telegram/ }).waitFor({ state: 'detached' })
  await assertFocus(page, 'id', 'links')
  assert.equal(await linksNow(), 4, 'not yet')
  await endToasts(page)
  await until(async () => (await linksNow()) === 3)

  const boris = await callAs(service, 'boris')
  for (const number of [1, 2, 3])
    await boris(createLink, { body: { project: 'museum-pocket-guide', link: `https://example.org/${number}` } })
  await links.getByText('example.org/3').waitFor()
  await add('https://example.org/4')
  await dialog.getByRole('alert').getByText(/6/).waitFor()
})

test('a member sees everything with the reason why it is read-only, and edits only their own roles', async () => {
  const { page } = await open('vera', { isStill: true }) // the optimistic value stays until the response
  await page.getByText('Only team admins can edit results and links: Ефимов Борис Алексеевич.').waitFor()
  assert.match((await resultCard(page, 'Technical specification').textContent())!, /Team only.*beacons\.md/)
  assert.deepEqual(await page.getByRole('button', { name: /^(Upload|Replace|Delete|Add a link)/ }).count(), 0)
  assert.deepEqual(await page.getByRole('button', { name: /^Edit roles/ }).count(), 1)
  await page.getByRole('button', { name: 'Edit roles of Никитина Вера Павловна' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your roles' })
  await dialog.getByRole('button', { name: 'Remove Frontend Developer' }).click()
  await dialog
    .getByRole('button', { name: 'Add Researcher' })
    .or(dialog.getByRole('button', { name: 'Add Team Lead' }))
    .first()
    .click()

  // Refused: shown optimistically, rolled back with the server's text.
  let answer = () => {}
  const delay = new Promise<void>((resolve) => {
    answer = resolve
  })
  const problem = {
    type: 'about:blank',
    title: 'Unknown role',
    status: 422,
    code: 'unknown_role',
    detail: 'There is no such role.',
    requestId: 'x',
  }
  await page.route('**/api/member', async (route) => {
    await delay
    await route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  const before = await rolesOf('vera')
  const own = page.getByRole('listitem').filter({ hasText: '(you)' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await own.getByText(/Team Lead|Researcher/).waitFor()
  answer()
  await own.getByRole('alert').getByText('There is no such role.').waitFor()
  await own.getByText(before.join(', ')).waitFor()
  assert.deepEqual(await rolesOf('vera'), before)
  await assertNoAxeViolations(page)
})

test('uploads of others appear without a reload', async () => {
  const { page } = await open('vera')
  await listening(service)
  const boris = await personOf(service, 'boris')
  assert.equal((await upload(service, boris, { category: 'Source code', name: 'code.txt' })).status, 200)
  await resultCard(page, 'Source code')
    .getByRole('button', { name: /^code\.txt/ })
    .waitFor()
})

test('when the session is ended elsewhere, a sheet covers the team’s data, and who goes on as a guest sees nothing of it', async () => {
  const { page } = await open('boris', { isStill: true })
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('URL').fill('https://example.org/unsent')
  await endSessions(service, 'boris')
  await page.keyboard.press('Enter')
  await endedSheet(page).waitFor()
  const cover = await page.evaluate<string>("getComputedStyle(document.querySelector('.ended dialog'), '::backdrop').backgroundColor")
  assert.doesNotMatch(cover, /\/|rgba|transparent/, 'opaque')
  await endedSheet(page).getByRole('button', { name: 'Continue as a guest' }).click()
  await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
  assert.equal(await page.getByRole('listitem').count(), 0)
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.doesNotMatch((await page.locator('body').textContent())!, /Маяк|Ефимов/)
  await assertNoAxeViolations(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).last().click()
  await page.locator('button[value=boris]').click()
  await page.getByRole('heading', { level: 1, name: 'Маяк' }).waitFor()
})

test('offline the last copy is shown and nothing can be edited, with the reason', async () => {
  const { page } = await open('boris', { isInstalled: true })
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await written(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText(/Last updated/).waitFor()
  await resultCard(page, 'Presentation').getByText('first-walk.pdf').waitFor()
  for (const button of await page.getByRole('button', { name: /^(Upload|Replace|Delete|Add a link|Edit roles)/ }).all()) {
    assert.ok(await button.isDisabled())
    const reason = await button.getAttribute('aria-describedby')
    assert.equal(await page.locator(`#${reason}`).textContent(), 'You can do this when you’re back online.')
  }
  await assertNoAxeViolations(page)
})

test('a team of others is not found', async () => {
  const { page } = await openApp(browser, service, { login: 'anna', path })
  await page.getByRole('heading', { name: 'You’re not in this team' }).waitFor()
})
