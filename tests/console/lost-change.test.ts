import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { endToasts, holdToasts, idle, settled, stopProbing } from '#tests/support/page/app.ts'
import { loseFirstAnswer } from '#tests/support/page/lost-answer.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

// A PUT or DELETE has taken effect, but its answer was lost: pressing again says that it is done, and shows no error.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service, { isStill: true })

type Case = {
  name: string
  method: 'PUT' | 'DELETE'
  calls: string
  prepare(): Promise<string> // the address of the page
  fill?(page: Page): Promise<unknown>
  press(page: Page): Promise<unknown>
  isOff?: boolean // the button does nothing until the page has found the server again, which shows what was done
  isDone(): Promise<boolean>
  done(page: Page): Promise<unknown> // what the page shows then
}
const has = async (rows: PromiseLike<readonly unknown[]>): Promise<boolean> => (await rows).length > 0
const none = async (rows: PromiseLike<readonly unknown[]>): Promise<boolean> => (await rows).length === 0
const name = (page: Page) => page.getByLabel('Name', { exact: true })
const save = (page: Page) => idle(page.getByRole('button', { name: 'Save', exact: true })).click()
const saved = (page: Page) => page.getByText('Saved.').first().waitFor()

/** Removed when the time to undo it is over. */
async function removed(page: Page, press: () => Promise<unknown>): Promise<void> {
  await holdToasts(page)
  await press()
  await page.getByRole('button', { name: 'Undo' }).first().waitFor()
  await endToasts(page)
}

const cases: Case[] = [
  {
    name: 'a project is edited',
    method: 'PUT',
    calls: '**/api/console/project/*',
    prepare: async () => `/console/projects/${await addProject(service.sql, 'edited', { name: 'Before' })}`,
    fill: (page) => name(page).fill('Edited once'),
    press: save,
    isOff: true,
    isDone: () => has(service.sql`select 1 from project where name = 'Edited once'`),
    done: (page) => page.getByRole('heading', { level: 1, name: 'Edited once' }).waitFor(),
  },
  {
    name: 'a team is edited',
    method: 'PUT',
    calls: '**/api/console/team/*',
    prepare: async () => `/console/teams/${await addTeam(service.sql, 'Old oars', 'anna*')}`,
    fill: (page) => name(page).fill('New oars'),
    press: save,
    isDone: () => has(service.sql`select 1 from team where name = 'New oars'`),
    done: saved,
  },
  {
    name: 'a round is changed',
    method: 'PUT',
    calls: '**/api/console/round/*',
    async prepare() {
      const [row] = await service.sql`insert into round (slug, name) values ('lost-round', 'Lost round') returning id`
      return `/console/rounds/${row!.id}/edit`
    },
    fill: (page) => name(page).fill('Found round'),
    press: save,
    isDone: () => has(service.sql`select 1 from round where name = 'Found round'`),
    done: (page) => page.getByRole('heading', { level: 1, name: 'Found round' }).waitFor(),
  },
  {
    name: 'the places of a project are changed in the list',
    method: 'PUT',
    calls: '**/api/console/project/*',
    async prepare() {
      await addProject(service.sql, 'in-cell', { name: 'In a cell', teamLimit: 2 })
      return '/console/projects?text=In%20a%20cell'
    },
    async fill(page) {
      await page.getByRole('button', { name: /^Team limit: .*Edit: In a cell$/ }).click()
      await page.locator('.list-table input[type=number]').fill('3')
    },
    press: (page) => page.locator('.list-table input[type=number]').press('Enter'),
    isDone: () => has(service.sql`select 1 from project where slug = 'in-cell' and team_limit = 3`),
    done: (page) => page.locator('.list-table input[type=number]').waitFor({ state: 'detached' }),
  },
  {
    name: 'a draft is deleted',
    method: 'DELETE',
    calls: '**/api/console/project/*',
    async prepare() {
      const id = await addProject(service.sql, 'lost-draft', { name: 'Lost draft', state: 'draft' })
      await service.sql`update project set published_at = null where id = ${id}`
      return `/console/projects/${id}`
    },
    async press(page) {
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete draft' })
      if (!(await confirm.isVisible())) await page.getByRole('button', { name: 'Delete draft' }).click()
      await idle(confirm).click()
    },
    isDone: () => none(service.sql`select 1 from project where slug = 'lost-draft'`),
    done: (page) => page.getByText('“Lost draft” deleted.').waitFor(),
  },
  {
    name: 'a member is removed',
    method: 'DELETE',
    calls: '**/api/console/member/*',
    async prepare() {
      const team = await addTeam(service.sql, 'Loses one', 'gleb*')
      await service.sql`insert into member (team_id, name) values (${team}, 'Lost Lorenz')`
      return `/console/teams/${team}`
    },
    press: (page) => removed(page, () => page.getByRole('button', { name: 'Remove Lost Lorenz' }).click()),
    isDone: () => none(service.sql`select 1 from member where name = 'Lost Lorenz'`),
    done: (page) => page.getByRole('button', { name: 'Remove Lost Lorenz' }).waitFor({ state: 'detached' }),
  },
]

forEachCase(
  cases,
  ({ name }) => `${name}: a second press after a lost answer shows that it is done`,
  async ({ method, calls, prepare, fill, press, isOff, isDone, done }: Case) => {
    const path = await prepare()
    await service.app.catalog.refresh()
    const { page } = await open(path)
    await fill?.(page)
    if (!isOff) await stopProbing(page) // the page does not learn by itself what has happened
    const { lost } = await loseFirstAnswer(page, calls, method)
    await press(page)
    await lost
    await until(isDone, 30)
    await settled(page)
    await page.locator('.toast').filter({ hasText: 'Undo' }).waitFor({ state: 'detached' })
    if (isOff) await page.evaluate('dispatchEvent(new Event("online"))')
    else await press(page)
    await done(page)
    await settled(page)
    assert.equal(await page.getByText(/someone else changed|not found|there is no /i).count(), 0)
    assert.ok(await isDone())
  },
  { part: 3 },
)
