import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { serviceOfFile } from '#tests/support/console/console-app.ts'
import { idle, openApp, settled } from '#tests/support/page/app.ts'
import { loseFirstAnswer } from '#tests/support/page/lost-answer.ts'
import { forEachCase } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

// The server has acted, but its answer is lost: when the page has found the server again, nothing happens twice, and what is done is no error.

const service = serviceOfFile()
const browser = openBrowser()

type Case = {
  name: string
  login: string
  method?: 'POST' | 'PUT'
  calls: string
  prepare(): Promise<string> // the address of the page
  fill?(page: Page): Promise<unknown>
  button: string | RegExp
  again?: string | RegExp | null // the button that sends it again; null: the page shows by itself that it is done
  effects(): Promise<number>
  done(page: Page): Promise<unknown> // what the page shows in the end
}
const count = async (rows: PromiseLike<readonly unknown[]>): Promise<number> => (await rows).length
const buttonOf = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).last()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

async function ownTeam(name: string, ...logins: string[]): Promise<number> {
  const team = await addTeam(service.sql, name, ...logins)
  await service.sql`update team set formed_by = 'members' where id = ${team}`
  return team
}

const cases: Case[] = [
  {
    name: 'an application',
    login: 'anna',
    calls: '**/api/request',
    async prepare() {
      await addProject(service.sql, 'lost-applied', { name: 'Lost' })
      return '/project/lost-applied/apply'
    },
    fill: (page) => page.getByRole('textbox', { name: 'Message' }).fill('Applied once.'),
    button: 'Send application',
    again: 'Send again',
    effects: () => count(service.sql`select from request where message = 'Applied once.'`),
    done: (page) => heading(page, 'Application sent'),
  },
  {
    name: 'a new team',
    login: 'gleb',
    calls: '**/api/team',
    prepare: async () => '/my/make-team',
    fill: (page) => page.getByLabel('Team name').fill('Made once'),
    button: 'Make a team',
    effects: () => count(service.sql`select from team where name = 'Made once'`),
    done: (page) => heading(page, 'Made once'),
  },
  {
    name: 'a question',
    login: 'anna',
    calls: '**/api/project/*/question',
    async prepare() {
      await addProject(service.sql, 'lost-asked', { name: 'Lost' })
      return '/project/lost-asked'
    },
    async fill(page) {
      await buttonOf(page, 'Ask a question').click()
      await page.getByRole('textbox', { name: 'Your question' }).fill('Asked once?')
    },
    button: 'Send question',
    effects: () => count(service.sql`select from question where text = 'Asked once?'`),
    done: (page) => buttonOf(page, 'Ask a question').waitFor(),
  },
  {
    name: 'joining by a link',
    login: 'vera',
    calls: '**/api/invitation/*',
    async prepare() {
      const team = await ownTeam('Joined once', 'anna*')
      const hash = createHash('sha256').update('pj_in_lost').digest()
      await service.sql`insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses)
        select ${team}, ${hash}, person_id, now(), now() + interval '1 day', 5 from member where team_id = ${team}`
      return '/invitation/pj_in_lost'
    },
    button: /^Join/,
    again: null,
    effects: () =>
      count(service.sql`select from member m join team t on t.id = m.team_id join person p on p.id = m.person_id
      where t.name = 'Joined once' and p.login = 'vera'`),
    done: (page) => page.getByText('You’re already in this team.').waitFor(),
  },
  {
    name: 'feedback',
    login: 'anna',
    calls: '**/api/email',
    prepare: async () => '/feedback',
    fill: (page) => page.getByLabel('Message').fill('Written once.'),
    button: 'Send',
    effects: () => count(service.sql`select from outbox where data ->> 'message' = 'Written once.'`),
    done: (page) => page.getByText('Send another').or(page.getByText(/thank/i)).first().waitFor(),
  },
  {
    name: 'a link that invites',
    login: 'anna',
    calls: '**/api/team/*/invitation',
    prepare: async () => `/my/team/${await ownTeam('Invites once', 'anna*')}`,
    fill: (page) => buttonOf(page, 'Invite by link').click(),
    button: 'Create link',
    effects: () => count(service.sql`select from team_invitation i join team t on t.id = i.team_id where t.name = 'Invites once'`),
    done: (page) => page.getByLabel('Invitation link').waitFor(),
  },
  {
    name: 'leaving a team',
    login: 'boris',
    calls: '**/api/team/*/leave',
    prepare: async () => `/my/team/${await ownTeam('Left once', 'anna*', 'boris')}`,
    fill: (page) => buttonOf(page, 'Leave the team').click(),
    button: 'Leave the team',
    again: null,
    effects: async () => 2 - (await count(service.sql`select from member m join team t on t.id = m.team_id where t.name = 'Left once'`)),
    done: (page) => page.getByText('You’re not in this team').waitFor(),
  },
  {
    name: 'a name in the profile',
    login: 'gleb',
    method: 'PUT',
    calls: '**/api/profile/personal',
    prepare: async () => '/profile',
    async fill(page) {
      await buttonOf(page, 'Edit name').click()
      await page.getByLabel('First name').fill('Глебушка')
    },
    button: 'Save',
    effects: () => count(service.sql`select from person where name = 'Глебушка'`),
    done: (page) => page.getByText('Глебушка').first().waitFor(),
  },
]

forEachCase(
  cases,
  ({ name }) => `${name}: after a lost answer it is done once, and shown as done`,
  async ({ login, method = 'POST', calls, prepare, fill, button, again = button, effects, done }: Case) => {
    const path = await prepare()
    await service.app.catalog.refresh()
    const { page } = await openApp(browser, service, { login, path, isStill: true })
    await settled(page)
    await fill?.(page)
    const { lost, repeated } = await loseFirstAnswer(page, calls, method)
    await buttonOf(page, button).click()
    await lost
    await until(async () => (await effects()) === 1, 30)
    await page.evaluate('dispatchEvent(new Event("online"))')
    if (again !== null) {
      await idle(buttonOf(page, again)).click()
      await repeated()
    }
    await done(page)
    await settled(page)
    assert.equal(await effects(), 1)
    assert.equal(await page.getByRole('alert').count(), 0)
  },
  { part: 3 },
)
