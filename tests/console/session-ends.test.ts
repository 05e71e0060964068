import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { settled } from '#tests/support/page/app.ts'
import { assertKept, endedSheet, endSessions, type KeptForm, signInAgain } from '#tests/support/page/ended-session.ts'
import { forEachCase, test } from '#tests/support/tier.ts'
import { addApplication } from '#tests/support/world/conversations.ts'
import { addProject } from '#tests/support/world/requests.ts'

// The session of a curator ends while a form is filled in: what was typed, chosen and attached is not lost. Dialogs: session-ends-dialogs.test.ts.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service, { isStill: true }) // a page notices the end when something is sent

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click()
const any = async (rows: PromiseLike<readonly unknown[]>): Promise<boolean> => (await rows).length > 0

const cases: KeptForm[] = [
  {
    name: 'an announcement',
    prepare: async () => '/console/announcements/new',
    async fill(page) {
      await page.getByText(/^\d+ people get this email$/).waitFor()
      await page.getByRole('textbox', { name: 'Subject' }).fill('Kept')
      await page.getByRole('textbox', { name: 'Message' }).fill('Kept over a sign-in.')
      await press(page, 'Send…')
    },
    send: (page) => press(page, /^Send to \d+ people$/),
    isDone: () => any(service.sql`select from announcement where subject = 'Kept'`),
  },
  {
    name: 'a note',
    prepare: async () => `/console/requests/${(await addApplication(service.sql, 'ends-note', 'anna*')).id}`,
    fill: (page) => page.getByRole('textbox', { name: 'New note' }).fill('Kept note'),
    send: (page) => press(page, 'Add note'),
    isDone: () => any(service.sql`select from note where text = 'Kept note'`),
  },
  {
    name: 'a question to a team',
    prepare: async () => `/console/requests/${(await addApplication(service.sql, 'ends-ask', 'boris*')).id}`,
    async fill(page) {
      await press(page, 'Ask the team')
      await page.getByRole('textbox', { name: 'Your question' }).fill('Kept question?')
    },
    send: (page) => press(page, 'Send question'),
    isDone: () => any(service.sql`select from request_message where text = 'Kept question?'`),
  },
  {
    name: 'an edited project',
    prepare: async () => `/console/projects/${await addProject(service.sql, 'ends-edit', { name: 'Before' })}`,
    fill: (page) => page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept name'),
    send: (page) => press(page, /^Save/),
    isDone: () => any(service.sql`select from project where name = 'Kept name'`),
  },
  {
    name: 'a file of a project',
    prepare: async () => `/console/projects/${await addProject(service.sql, 'ends-file', { name: 'Files' })}`,
    fill: async () => {},
    send: (page) =>
      page
        .locator('input[type=file]:not([accept^="image"])')
        .first()
        .setInputFiles({ name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from('kept') }),
    isDone: () => any(service.sql`select from file_version where name = 'kept.txt'`),
  },
  {
    name: 'the settings of the directory',
    login: 'admin',
    prepare: async () => '/console/settings',
    fill: (page) => page.getByLabel('Directory name').fill('Kept directory'),
    send: (page) => press(page, /^Save/),
    isDone: () => any(service.sql`select from setting where setting::text like '%Kept directory%'`),
  },
]

forEachCase(
  cases,
  ({ name }) => `${name}: after signing in again it is sent as it was`,
  async (form: KeptForm) => {
    const { login = 'curator', prepare } = form
    const path = await prepare()
    await service.app.catalog.refresh()
    const { page } = await open(path, { login })
    await assertKept(service, page, login, form)
  },
)

test('who goes on as a guest leaves the console; the note is there for its author only', async () => {
  const { id } = await addApplication(service.sql, 'ends-guest', 'anna*')
  const { page } = await open(`/console/requests/${id}`)
  const note = page.getByRole('textbox', { name: 'New note' })
  await note.fill('A private thought')
  await endSessions(service, 'curator')
  await press(page, 'Add note')
  await endedSheet(page).getByRole('button', { name: 'Continue as a guest' }).click()
  await endedSheet(page).waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.locator('button[value=admin]').click()
  await settled(page)
  assert.equal(await note.inputValue(), '', 'another curator')
  assert.equal(await any(service.sql`select from note where request_id = ${id}`), false)
})

test('another curator who signs in instead sees nothing of it, and is not asked whether to keep it', async () => {
  const { page } = await open('/console/announcements/new')
  await page.getByText(/^\d+ people get this email$/).waitFor()
  await page.getByRole('textbox', { name: 'Subject' }).fill('A private subject')
  await page.getByRole('textbox', { name: 'Message' }).fill('A private message')
  await press(page, 'Send…')
  await endSessions(service, 'curator')
  await press(page, /^Send to \d+ people$/)
  await endedSheet(page).waitFor()
  let asked = 0
  page.on('dialog', (dialog) => {
    asked++
    void dialog.dismiss() // the page would stay
  })
  await signInAgain(page, 'admin')
  await settled(page)
  assert.equal(asked, 0)
  assert.equal(await page.getByRole('textbox', { name: 'Subject' }).inputValue(), '')
  assert.equal(await any(service.sql`select from announcement where subject = 'A private subject'`), false)
})
