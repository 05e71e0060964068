import assert from 'node:assert/strict'
import { before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser, phone } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { assertFocus, endToasts, holdToasts, listening, settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { addApplication, addMessage, addNote } from '#tests/support/world/conversations.ts'

const service = serviceOfFile()
let request: { id: number; team: number; project: number }
before(async () => {
  request = await addApplication(service.sql, 'noted', 'anna*', 'vera')
})
beforeEach(async () => {
  await service.sql`delete from note`
  await service.sql`delete from request_message`
  await service.sql`update person set name = 'Margaret', surname = 'Oakes', patronymic = '' where login = 'admin'`
})

const openConsole = consoleOf(openBrowser(), service)
const open = (path = `/console/requests/${request.id}`, settings = {}) => openConsole(path, settings)
const notes = (page: Page) => page.getByRole('region', { name: /^(Notes|Заметки)/ })
const item = (page: Page, text: string) => notes(page).getByRole('listitem').filter({ hasText: text })
const box = (page: Page) => notes(page).getByRole('textbox', { name: 'New note' }).first()
const texts = async () => (await service.sql`select text from note where deleted_at is null order by id`).map(({ text }) => text as string)

test('a note with a mention chosen while typing', async () => {
  const { page, faults } = await open()
  await box(page).pressSequentially('Please look, @mar')
  const people = page.getByRole('listbox', { name: 'Curators' })
  await people.getByRole('option', { name: /Oakes/ }).waitFor()
  await assertNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await people.waitFor({ state: 'detached' })
  assert.equal(await box(page).inputValue(), 'Please look, @admin ')
  await assertFocus(page, 'tagName', 'TEXTAREA')
  await page.keyboard.type('**today**')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Note added.').waitFor()
  await item(page, 'Please look').locator('.mention', { hasText: '@Oakes Margaret' }).waitFor()
  await item(page, 'Please look').locator('strong', { hasText: 'today' }).waitFor()
  assert.equal(await box(page).inputValue(), '')
  assert.deepEqual(await texts(), ['Please look, @admin **today**'])
  const mail = await service.sql`select p.login from outbox o join person p on p.id = o.person_id where o.kind = 'note_mention'`
  assert.deepEqual(
    mail.map(({ login }) => login),
    ['admin'],
  )
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})

test('notes that are still being read, and a failed reading, are not in a list', async () => {
  const { page } = await open('/console/today', { isStill: true })
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/console/note?*', async (route) => {
    await answer.promise
    await route.abort()
  })
  await page.goto(`${service.origin}/console/requests/${request.id}`)
  await notes(page).getByRole('status').waitFor()
  await assertNoAxeViolations(page)
  answer.resolve()
  await notes(page).getByRole('button', { name: 'Try again' }).waitFor()
  await assertNoAxeViolations(page)
  await page.unroute('**/api/console/note?*')
  await notes(page).getByRole('button', { name: 'Try again' }).click()
  await notes(page).getByRole('alert').waitFor({ state: 'detached' })
})

test('the people who can be mentioned are chosen with arrow keys and the mouse, and Esc closes the list', async () => {
  const { page } = await open()
  const people = page.getByRole('listbox', { name: 'Curators' })
  await box(page).pressSequentially('@')
  const options = people.getByRole('option')
  await options.first().waitFor()
  const logins = await people.locator('small').allTextContents()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  assert.equal(await box(page).inputValue(), `${logins[1]} `)
  await page.keyboard.type('and @')
  await options.first().waitFor()
  await page.keyboard.press('Escape')
  await people.waitFor({ state: 'detached' })
  await page.keyboard.type('a')
  await options.first().click()
  await assertFocus(page, 'tagName', 'TEXTAREA')
  assert.match(await box(page).inputValue(), new RegExp(`^${logins[1]} and @\\S+ $`))
})

test('letters typed right after a mention was chosen stand behind it, also before the next frame', async () => {
  const { page } = await open()
  await box(page).pressSequentially('@')
  await page.getByRole('listbox', { name: 'Curators' }).getByRole('option').first().waitFor()
  await page.evaluate('globalThis.requestAnimationFrame = (act) => setTimeout(act, 500)')
  await page.keyboard.press('Enter')
  await page.keyboard.type('and')
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))')
  await page.keyboard.type(' more')
  assert.match(await box(page).inputValue(), /^@\S+ and more$/)
})

test('what is typed while a note is being sent is kept', async () => {
  const { page } = await open()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/console/note', async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.continue()
  })
  await box(page).fill('First')
  await page.keyboard.press('Control+Enter')
  await notes(page).locator('button[aria-busy]', { hasText: 'Add note' }).waitFor()
  await box(page).pressSequentially(' and second')
  answer.resolve()
  await item(page, 'First').waitFor()
  await page.getByText('Note added.').waitFor()
  assert.equal(await box(page).inputValue(), 'First and second')
  assert.deepEqual(await texts(), ['First'])
})

test('own notes are edited and deleted, and the deletion can be undone', async () => {
  await addNote(service.sql, 'request', request.id, 'curator', 'Mine')
  await addNote(service.sql, 'request', request.id, 'admin', 'Of the administrator')
  const { page, faults } = await open()
  await holdToasts(page)
  await item(page, 'Of the administrator').getByText('Oakes Margaret').waitFor()
  assert.equal(await item(page, 'Of the administrator').getByRole('button').count(), 0)
  await item(page, 'Mine').getByRole('button', { name: 'Edit note' }).click()
  await notes(page).getByRole('listitem').getByRole('textbox').fill('Mine, changed')
  await notes(page).getByRole('button', { name: 'Save' }).click()
  await item(page, 'Mine, changed').getByText('edited').waitFor()
  await item(page, 'Mine').getByRole('button', { name: 'Delete note' }).click()
  await item(page, 'Mine').waitFor({ state: 'detached' })
  await assertFocus(page, 'id', 'notes')
  await page.getByRole('button', { name: 'Undo' }).click()
  await item(page, 'Mine').waitFor()
  assert.deepEqual(await texts(), ['Mine, changed', 'Of the administrator'])
  await item(page, 'Mine').getByRole('button', { name: 'Delete note' }).click()
  await item(page, 'Mine').waitFor({ state: 'detached' })
  await endToasts(page)
  await page.getByText('Note deleted.').waitFor({ state: 'detached' })
  await until(async () => (await texts()).length === 1)
  assert.deepEqual(await texts(), ['Of the administrator'])
  assert.deepEqual(faults, [])
})

test('notes on a team and a project; an administrator edits any; a deleted account has no name', async () => {
  for (const [on, path] of [
    ['team', `/console/teams/${request.team}`],
    ['project', `/console/projects/${request.project}`],
  ] as const) {
    const id = await addNote(service.sql, on, request[on], 'curator', `On the ${on}`)
    const { page } = await open(path, { login: 'admin' })
    await item(page, `On the ${on}`).getByRole('button', { name: 'Edit note' }).waitFor()
    await box(page).fill(`Second on the ${on}`)
    await notes(page).getByRole('button', { name: 'Add note' }).click()
    await item(page, `Second on the ${on}`).getByText('You').waitFor()
    await listening(service)
    await service.sql`update note set author_id = null where id = ${id}`
    await item(page, `On the ${on}`).getByText('Deleted account').waitFor()
    await assertNoAxeViolations(page)
  }
})

test('a note of another curator appears by itself, and the card of the application counts it', async () => {
  const { page } = await open()
  await listening(service)
  await addNote(service.sql, 'request', request.id, 'admin', 'From elsewhere')
  await item(page, 'From elsewhere').waitFor()
  await page.goto(`${service.origin}/console/requests`)
  await page.locator('li.ticket').filter({ hasText: 'Team noted' }).getByText('1 note').waitFor()
})

test('a text that is not saved survives a reload and an error', async () => {
  const { page } = await open()
  await box(page).fill('Keep me')
  await page.reload()
  await settled(page)
  assert.equal(await box(page).inputValue(), 'Keep me')
  await page.route('**/api/console/note', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await notes(page).getByRole('button', { name: 'Add note' }).click()
  await notes(page).getByRole('alert').waitFor()
  assert.equal(await box(page).inputValue(), 'Keep me')
})

test('ask the team: the question is sent, the answer appears by itself', async () => {
  const { page, faults } = await open()
  await listening(service)
  const thread = page.getByRole('region', { name: 'Questions to the team' })
  await thread.getByText('If something is unclear').waitFor()
  await thread.getByRole('button', { name: 'Ask the team' }).click()
  await assertFocus(page, 'tagName', 'TEXTAREA')
  await thread.getByRole('textbox', { name: 'Your question' }).fill('Who knows *statistics*?')
  await assertNoAxeViolations(page)
  await thread.getByRole('button', { name: 'Send question' }).click()
  await thread.getByText('Waiting for the team’s answer').waitFor()
  await thread.locator('em', { hasText: 'statistics' }).waitFor()
  await addMessage(service.sql, request.id, 'team', 'anna', 'Vera does.')
  await thread.getByText('Vera does.').waitFor()
  await thread.getByText('Waiting for the team’s answer').waitFor({ state: 'detached' })
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})

test('an application that waits for its team says so in the list; a decided one is read only', async () => {
  await addMessage(service.sql, request.id, 'curator', 'curator', 'Who?')
  const { page } = await open('/console/requests', { viewport: phone })
  const card = page.locator('li.ticket').filter({ hasText: 'Team noted' })
  await card.getByText('Waiting for the team’s answer').waitFor()
  await service.sql`update request set status = 'withdrawn' where id = ${request.id}`
  await page.goto(`${service.origin}/console/requests/${request.id}#conversation`)
  const thread = page.getByRole('region', { name: 'Questions to the team' })
  await thread.getByText('The application no longer awaits a decision').waitFor()
  await assertFocus(page, 'id', 'conversation')
  assert.equal(await thread.getByRole('button').count(), 0)
  await assertNoAxeViolations(page)
})
