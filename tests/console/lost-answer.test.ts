import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { settled } from '#tests/support/page/app.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { addApplication } from '#tests/support/world/conversations.ts'
import { addProject } from '#tests/support/world/requests.ts'

// The server has acted, but its answer is lost: pressing again has no second effect.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service, { isStill: true })

type Case = {
  name: string
  calls: string // of the change
  login?: 'curator' | 'admin'
  prepare(): Promise<string> // the address of the page
  fill(page: Page): Promise<unknown>
  press(page: Page): Promise<unknown>
  effects(): Promise<number>
}
const count = async (rows: PromiseLike<readonly { count: number }[]>): Promise<number> => (await rows)[0]!.count

const cases: Case[] = [
  {
    name: 'a note',
    calls: '**/api/console/note',
    prepare: async () => `/console/requests/${(await addApplication(service.sql, 'lost', 'anna*')).id}`,
    fill: (page) => page.getByRole('textbox', { name: 'New note' }).fill('Once'),
    press: (page) => page.getByRole('button', { name: 'Add note' }).click(),
    effects: () => count(service.sql`select count(*)::int from note where text = 'Once'`),
  },
  {
    name: 'a question to a team',
    calls: '**/api/console/request/*/message',
    prepare: async () => `/console/requests/${(await addApplication(service.sql, 'asked', 'boris*')).id}`,
    async fill(page) {
      await page.getByRole('button', { name: 'Ask the team' }).click()
      await page.getByRole('textbox', { name: 'Your question' }).fill('Asked once?')
    },
    press: (page) => page.getByRole('button', { name: 'Send question' }).click(),
    effects: () => count(service.sql`select count(*)::int from request_message where text = 'Asked once?'`),
  },
  {
    name: 'an announcement',
    calls: '**/api/console/announcement',
    prepare: async () => '/console/announcements/new',
    async fill(page) {
      await page.getByText(/^\d+ people get this email$/).waitFor()
      await page.getByRole('textbox', { name: 'Subject' }).fill('Sent once')
      await page.getByRole('textbox', { name: 'Message' }).fill('Only one email.')
    },
    async press(page) {
      const confirm = page.getByRole('dialog').getByRole('button', { name: /^Send to \d+ people$/ })
      if (!(await confirm.isVisible())) await page.getByRole('button', { name: 'Send…' }).click()
      await confirm.click()
    },
    effects: () => count(service.sql`select count(*)::int from announcement where subject = 'Sent once'`),
  },
  {
    name: 'a new project',
    calls: '**/api/console/project',
    prepare: async () => '/console/projects/new',
    fill: (page) => page.getByRole('textbox', { name: 'Name', exact: true }).fill('Made once'),
    press: (page) => page.getByRole('button', { name: 'Create' }).click(),
    effects: () => count(service.sql`select count(*)::int from project where name = 'Made once'`),
  },
  {
    name: 'shifted dates',
    calls: '**/api/console/project/bulk',
    async prepare() {
      await addProject(service.sql, 'shifted', { name: 'Shifted', dateStart: '2198-02-01' })
      return '/console/projects?text=Shifted'
    },
    async fill(page) {
      await page.getByRole('checkbox', { name: 'Select Shifted', exact: true }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('group', { name: 'Edit', exact: true }).getByRole('button', { name: 'Shift all dates', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Shift all dates' })
      await dialog.getByLabel('Number of days').fill('7')
      await dialog.getByRole('button', { name: 'Preview' }).click()
    },
    press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Change 1 project' }).click(),
    effects: () => count(service.sql`select (date_start - date '2198-02-01') / 7 as count from project where slug = 'shifted'`),
  },
  {
    name: 'a copy of a project',
    calls: '**/api/console/project/*/duplicate',
    prepare: async () => `/console/projects/${await addProject(service.sql, 'copied', { name: 'Copied' })}`,
    fill: async () => {},
    press: (page) => page.getByRole('button', { name: 'Duplicate' }).click(),
    effects: async () => (await count(service.sql`select count(*)::int from project where name like 'Copied%'`)) - 1,
  },
]

forEachCase(
  cases,
  ({ name }) => `${name}: a second press after a lost answer has no second effect`,
  async ({ calls, login = 'curator', prepare, fill, press, effects }: Case) => {
    const path = await prepare()
    await service.app.catalog.refresh()
    const { page } = await open(path, { login })
    await fill(page)
    const lost = Promise.withResolvers<void>()
    let answered = 0
    await page.context().route(calls, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const response = await route.fetch()
      if (++answered > 1) return route.fulfill({ response })
      await route.abort('connectionreset')
      lost.resolve()
    })
    await press(page)
    await lost.promise
    assert.equal(await effects(), 1, 'the server has acted')
    await settled(page)
    await press(page)
    for (; answered < 2; ) await page.waitForTimeout(50)
    await settled(page)
    assert.equal(await effects(), 1)
  },
  { part: 3 },
)
