import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Sql } from '#store/sql.ts'
import { openApp, settled } from './support/app.ts'
import { desktop, phone, type TestBrowser } from './support/browser.ts'

// Every page of the console as pictures to be looked at by people.

type Screen = { name: string; path: string; act?: (page: Page) => Promise<unknown> }

const bottom = async (page: Page) => {
  await page.mouse.wheel(0, 900)
  await sleep(300)
}
const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await sleep(400)
}

async function pagesOf(sql: Sql): Promise<Record<string, Screen[]>> {
  const idOf = async (rows: Promise<unknown>) => ((await rows) as { id: number }[])[0]?.id ?? 1
  const project = await idOf(sql`select id from project where slug = 'museum-pocket-guide'`)
  const draft = await idOf(sql`select id from project where state = 'draft' order by id limit 1`)
  const waiting = await idOf(sql`select id from request where status = 'submitted' order by id limit 1`)
  const declined = await idOf(sql`select id from request where status = 'declined' order by id limit 1`)
  const team = await idOf(sql`select id from team where name = 'Маяк'`)
  const [boris, vera] = await Promise.all(['boris', 'vera'].map((login) => idOf(sql`select id from person where login = ${login}`)))
  return {
    curator: [
      { name: 'today', path: '/console' },
      { name: 'today-below', path: '/console', act: bottom },
      { name: 'requests', path: '/console/requests' },
      { name: 'requests-none', path: '/console/requests?text=zzzz' },
      { name: 'request-waiting', path: `/console/requests/${waiting}` },
      { name: 'request-waiting-below', path: `/console/requests/${waiting}`, act: bottom },
      { name: 'request-declined', path: `/console/requests/${declined}` },
      { name: 'projects', path: '/console/projects' },
      { name: 'projects-none', path: '/console/projects?text=zzzz' },
      { name: 'project-new', path: '/console/projects/new' },
      { name: 'project', path: `/console/projects/${project}` },
      { name: 'project-below', path: `/console/projects/${project}`, act: bottom },
      { name: 'project-draft', path: `/console/projects/${draft}` },
      { name: 'project-lost', path: '/console/projects/999999' },
      { name: 'teams', path: '/console/teams' },
      { name: 'team-new', path: '/console/teams/new' },
      { name: 'team', path: `/console/teams/${team}` },
      { name: 'team-below', path: `/console/teams/${team}`, act: bottom },
      { name: 'people', path: '/console/people' },
      { name: 'person-curator', path: `/console/people/${boris}` },
      { name: 'words-tag', path: '/console/words' },
      { name: 'words-role', path: '/console/words/role' },
      { name: 'words-platform', path: '/console/words/platform' },
      { name: 'words-file-type', path: '/console/words/file-type' },
      { name: 'words-reason', path: '/console/words/reason' },
      { name: 'exchange', path: '/console/exchange' },
      { name: 'audit', path: '/console/audit' },
      { name: 'words-unknown', path: '/console/words/nothing-here' },
    ],
    admin: [
      { name: 'person', path: `/console/people/${boris}` },
      { name: 'person-disable', path: `/console/people/${boris}`, act: press(/disable|close|закрыть|отключить/i) },
      { name: 'merge', path: `/console/people/${vera}/merge/${boris}` },
      { name: 'audit-admin', path: '/console/audit' },
    ],
    vera: [{ name: 'no-curator', path: '/console' }],
    guest: [{ name: 'guest', path: '/console' }],
  }
}

const looks = [
  { name: 'wide-light-en', viewport: desktop, colorScheme: 'light', locale: 'en-GB' },
  { name: 'wide-dark-ru', viewport: desktop, colorScheme: 'dark', locale: 'ru-RU' },
  { name: 'phone-dark-en', viewport: phone, colorScheme: 'dark', locale: 'en-GB' },
  { name: 'phone-light-ru', viewport: phone, colorScheme: 'light', locale: 'ru-RU' },
] as const

export async function takeConsole(
  browser: TestBrowser,
  service: { origin: string; sql: Sql },
  target: string,
  word: string,
): Promise<void> {
  const { origin, sql } = service
  const place = { origin, authUrl: `${origin}/auth` }
  for (const [login, screens] of Object.entries(await pagesOf(sql)))
    for (const { name: look, ...settings } of looks) {
      const wanted = screens.filter(({ name }) => `console-${name}`.includes(word))
      if (wanted.length === 0) continue
      const { page } = await openApp(browser, place, { ...settings, path: '/console', ...(login === 'guest' ? {} : { login }) })
      for (const { name, path, act } of wanted) {
        await page.goto(origin + path)
        await settled(page)
        await sleep(400)
        await act?.(page).catch(() => console.log(`  (${name}: nothing to press)`))
        await page.screenshot({ path: join(target, `console-${name}-${look}.png`) })
      }
      await page.context().close()
      console.log(`${login} ${look}: ${wanted.length} pictures`)
    }
}
