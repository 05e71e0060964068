import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { serviceOfFile } from '#tests/support/console/console-app.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { endedSheet, endSessions, signInAgain } from '#tests/support/page/ended-session.ts'
import { greyPng } from '#tests/support/sample/png.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { addApplication, addMessage } from '#tests/support/world/conversations.ts'
import { addProject } from '#tests/support/world/requests.ts'

// The session ends while a form is filled in: after signing in again, what was typed, chosen and attached is sent as it was.

const service = serviceOfFile()
const browser = openBrowser()

type Case = {
  name: string
  login: string
  prepare(): Promise<string> // the address of the page
  fill(page: Page): Promise<unknown>
  send(page: Page): Promise<unknown>
  isDone(): Promise<boolean>
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click()
const any = async (rows: PromiseLike<readonly unknown[]>): Promise<boolean> => (await rows).length > 0
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
async function added(slug: string): Promise<string> {
  await addProject(service.sql, slug, { name: 'Ends' })
  return `/project/${slug}`
}

const cases: Case[] = [
  {
    name: 'an application with a file',
    login: 'anna',
    prepare: () => added('ends-file').then((path) => `${path}/apply`),
    async fill(page) {
      await page.getByRole('textbox', { name: 'Message' }).fill('With a plan.')
      await page.locator('input[type=file]').first().setInputFiles(file('plan.txt', 'the plan'))
    },
    send: (page) => press(page, 'Send application'),
    isDone: () => any(service.sql`select from request join file on file.request_id = request.id where message = 'With a plan.'`),
  },
  {
    name: 'an answer to the curators',
    login: 'anna',
    async prepare() {
      const { id } = await addApplication(service.sql, 'ends-asked', 'anna*')
      await addMessage(service.sql, id, 'curator', 'curator', 'Why?')
      return `/my/request/${id}`
    },
    fill: (page) => page.getByRole('textbox', { name: 'Your answer' }).fill('Because of the bridges.'),
    send: (page) => press(page, 'Send answer'),
    isDone: () => any(service.sql`select from request_message where text = 'Because of the bridges.'`),
  },
  {
    name: 'a question on a project',
    login: 'anna',
    prepare: () => added('ends-question'),
    async fill(page) {
      await press(page, 'Ask a question')
      await page.getByRole('textbox', { name: 'Your question' }).fill('Which bridges?')
    },
    send: (page) => press(page, 'Send question'),
    isDone: () => any(service.sql`select from question where text = 'Which bridges?'`),
  },
  {
    name: 'a new team',
    login: 'gleb',
    prepare: async () => '/my/make-team',
    async fill(page) {
      await page.getByLabel('Team name').fill('Kept over a sign-in')
      await page.getByLabel('About the team').fill('We build bridges.')
    },
    send: (page) => press(page, 'Make a team'),
    isDone: () => any(service.sql`select from team where name = 'Kept over a sign-in' and team::text like '%We build bridges.%'`),
  },
  {
    name: 'a result',
    login: 'boris',
    prepare: async () => '/my/team/2',
    fill: async () => {},
    send: (page) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3, name: 'Report', exact: true }) })
        .locator('input[type=file]')
        .setInputFiles(file('kept.txt', 'what we found')),
    isDone: () => any(service.sql`select from file_version where name = 'kept.txt'`),
  },
  {
    name: 'a link of a team',
    login: 'boris',
    prepare: async () => '/my/team/2',
    async fill(page) {
      await press(page, 'Add a link')
      await page.getByLabel('URL').fill('https://github.com/example/kept')
    },
    send: (page) => page.keyboard.press('Enter'),
    isDone: () => any(service.sql`select from link where url like '%example/kept%'`),
  },
  {
    name: 'a name in the profile',
    login: 'gleb',
    prepare: async () => '/profile',
    async fill(page) {
      await press(page, 'Edit name')
      await page.getByLabel('First name').fill('Глебушка')
    },
    send: (page) => press(page, 'Save'),
    isDone: () => any(service.sql`select from person where name = 'Глебушка'`),
  },
  {
    name: 'a photo in the profile',
    login: 'gleb',
    prepare: async () => '/profile',
    fill: async () => {},
    async send(page) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Add photo')])
      await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: greyPng(64, 64) })
    },
    isDone: () => any(service.sql`select from avatar where person_id = (select id from person where login = 'gleb')`),
  },
]

forEachCase(
  cases,
  ({ name }) => `${name}: after signing in again it is sent as it was`,
  async ({ login, prepare, fill, send, isDone }: Case) => {
    const path = await prepare()
    await service.app.catalog.refresh()
    const { page } = await openApp(browser, service, { login, path, isStill: true }) // it notices the end when something is sent
    await settled(page)
    await fill(page)
    await endSessions(service, login)
    await send(page)
    await endedSheet(page).waitFor()
    assert.equal(await isDone(), false)
    await signInAgain(page, login)
    await until(isDone)
  },
)
