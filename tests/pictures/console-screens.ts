import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Sql } from '#database/sql.ts'
import { desktop, phone, type TestBrowser } from '#tests/support/browser.ts'
import { addConsoleData } from '#tests/support/console/console-data.ts'
import { consoleScreens } from '#tests/support/console/console-screens.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { projectsCsv, teamsCsv } from '#tests/support/sample/office-files.ts'

// Screenshots of every page of the console, for review by people.

type Screen = { name: string; path: string; act?: (page: Page) => Promise<unknown> }

const bottom = async (page: Page) => {
  await page.mouse.wheel(0, 900)
  await sleep(300)
}
const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await sleep(400)
}

const chooseFile = (name: string, buffer: Buffer) => async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.locator('.import-columns').waitFor()
  await sleep(300)
}
const checkFile = (name: string, buffer: Buffer) => async (page: Page) => {
  await chooseFile(name, buffer)(page)
  await press(/^(check|проверить) \d+/i)(page)
  await page.locator('.import-grid').waitFor()
  await sleep(300)
}
const checkBelow = (name: string, buffer: Buffer) => async (page: Page) => {
  await checkFile(name, buffer)(page)
  await page.locator('.import-grid').scrollIntoViewIfNeeded()
  await page.locator('.import-grid [data-cell]').nth(4).click()
  await sleep(300)
}

const forecast = async (page: Page) => {
  await press(/make a forecast|сделать прогноз/i)(page)
  await page.locator('.round-odds').first().waitFor()
  await page.locator('.round-bottleneck').scrollIntoViewIfNeeded()
}

const toTeamRules = async (page: Page) => {
  await page.locator('.settings-meaning').scrollIntoViewIfNeeded()
  await sleep(300)
}

const addTaken = async (page: Page) => {
  await press(/add synonyms|добавить синонимы/i)(page)
  await page.getByRole('dialog').getByRole('textbox').fill('north uni, NGU,')
  await press(/^(save|сохранить)$/i)(page)
}

const assignAll = async (page: Page) => {
  await page.getByRole('checkbox').first().check()
  await press(/^(assign selected|назначить проверяющего)$/i)(page)
}

async function pagesOf(sql: Sql): Promise<Record<string, Screen[]>> {
  const ids = await addConsoleData(sql)
  const of = (login: string): Screen[] =>
    consoleScreens.filter((one) => one.login === login).map(({ path, ...screen }) => ({ ...screen, path: path(ids) }))
  return {
    curator: [
      ...of('curator'),
      { name: 'today-below', path: '/console', act: bottom },
      { name: 'timeline-month', path: '/console/timeline?zoom=month' },
      { name: 'requests-assign', path: '/console/requests', act: assignAll },
      { name: 'requests-none', path: '/console/requests?text=zzzz' },
      { name: 'request-waiting-below', path: `/console/requests/${ids.waiting}`, act: bottom },
      { name: 'request-ask', path: `/console/requests/${ids.waiting}`, act: press(/^(ask the team|спросить команду)$/i) },
      { name: 'request-notes', path: `/console/requests/${ids.noted}#notes` },
      { name: 'request-declined', path: `/console/requests/${ids.declined}` },
      { name: 'projects-none', path: '/console/projects?text=zzzz' },
      { name: 'project-below', path: `/console/projects/${ids.project}`, act: bottom },
      { name: 'project-draft', path: `/console/projects/${ids.draft}` },
      { name: 'project-lost', path: '/console/projects/999999' },
      { name: 'questions-below', path: '/console/questions', act: bottom },
      { name: 'questions-hide', path: '/console/questions', act: press(/^(hide|скрыть): /i) },
      { name: 'questions-none', path: '/console/questions?text=zzzz' },
      { name: 'team-below', path: `/console/teams/${ids.team}`, act: bottom },
      { name: 'formation-teams', path: '/console/teams' },
      { name: 'formation-disbanded', path: '/console/teams?life=disbanded' },
      { name: 'formation-team', path: `/console/teams/${ids.formed}` },
      { name: 'formation-team-below', path: `/console/teams/${ids.formed}`, act: bottom },
      { name: 'formation-team-disbanded', path: `/console/teams/${ids.disbanded}` },
      { name: 'formation-leave-team', path: `/console/teams/${ids.team}` },
      { name: 'formation-leave-agree', path: '/console/teams/leave-requests', act: press(/^(agree|согласовать): /i) },
      { name: 'formation-leave-none', path: '/console/teams/leave-requests?status=ended' },
      { name: 'formation-today', path: '/console' },
      { name: 'words-role', path: '/console/words/role' },
      { name: 'words-platform', path: '/console/words/platform' },
      { name: 'words-reason', path: '/console/words/reason' },
      { name: 'words-synonym-edit', path: '/console/words/synonym?text=mentor', act: press(/edit|изменить/i) },
      { name: 'words-synonym-taken', path: '/console/words/synonym', act: addTaken },
      { name: 'words-synonym-none', path: '/console/words/synonym?text=zzzz' },
      { name: 'announcement-new-project', path: '/console/announcements/new?audience=applicants' },
      { name: 'announcement-new-list', path: '/console/announcements/new?audience=team-list&work=free', act: bottom },
      { name: 'announcement-lost', path: '/console/announcements/999999' },
      { name: 'round-forecast', path: `/console/rounds/${ids.round}`, act: forecast },
      { name: 'round-lost', path: '/console/rounds/999999' },
      { name: 'exchange-check', path: '/console/exchange', act: checkFile('темы.csv', projectsCsv('Мост')) },
      { name: 'announcement-again', path: '/console/announcements/new?from=1' },
      { name: 'exchange-columns', path: '/console/exchange', act: chooseFile('темы.csv', projectsCsv('Мост')) },
      { name: 'exchange-check-below', path: '/console/exchange', act: checkBelow('темы.csv', projectsCsv('Мост')) },
      { name: 'exchange-teams', path: '/console/exchange?kind=team', act: checkFile('Ответы.csv', Buffer.from(teamsCsv())) },
      { name: 'settings-curator', path: '/console/settings' },
      { name: 'mail-curator', path: '/console/mail' },
      { name: 'operations-curator', path: '/console/operations' },
      { name: 'words-unknown', path: '/console/words/nothing-here' },
    ],
    admin: [
      ...of('admin'),
      { name: 'person-disable', path: `/console/people/${ids.boris}`, act: press(/disable|close|закрыть|отключить/i) },
      { name: 'settings-below', path: '/console/settings', act: bottom },
      { name: 'formation-settings', path: '/console/settings', act: toTeamRules },
      { name: 'audit-admin', path: '/console/audit' },
      { name: 'today-admin', path: '/console' },
      { name: 'operations-below', path: '/console/operations', act: bottom },
      { name: 'mail-below', path: '/console/mail', act: bottom },
      { name: 'mail-none', path: '/console/mail?state=held' },
      { name: 'mail-dead', path: '/console/mail?state=dead' },
      { name: 'mail-email-below', path: `/console/mail/${ids.mail.unknown}`, act: bottom },
      { name: 'mail-email-review', path: `/console/mail/${ids.mail.review}` },
      { name: 'mail-email-lost', path: '/console/mail/999999' },
    ],
    vera: [{ name: 'no-curator', path: '/console' }],
    guest: [{ name: 'guest', path: '/console' }],
  }
}

const variants = [
  { name: 'wide-light-en', viewport: desktop, colorScheme: 'light', locale: 'en-GB' },
  { name: 'wide-dark-ru', viewport: desktop, colorScheme: 'dark', locale: 'ru-RU' },
  { name: 'phone-dark-en', viewport: phone, colorScheme: 'dark', locale: 'en-GB' },
  { name: 'phone-light-ru', viewport: phone, colorScheme: 'light', locale: 'ru-RU' },
] as const

export async function takeConsole(
  browser: TestBrowser,
  service: { origin: string; sql: Sql },
  target: string,
  filter: string,
): Promise<void> {
  const { origin, sql } = service
  const addresses = { origin, authUrl: `${origin}/auth` }
  for (const [login, screens] of Object.entries(await pagesOf(sql)))
    for (const { name: variant, ...settings } of variants) {
      const selected = screens.filter(({ name }) => `console-${name}`.includes(filter))
      if (selected.length === 0) continue
      const { page } = await openApp(browser, addresses, { ...settings, path: '/console', ...(login === 'guest' ? {} : { login }) })
      for (const { name, path, act } of selected) {
        await page.goto(origin + path)
        await settled(page)
        await sleep(400)
        await act?.(page).catch(() => console.log(`  (${name}: nothing to press)`))
        await page.screenshot({ path: join(target, `console-${name}-${variant}.png`) })
      }
      await page.context().close()
      console.log(`${login} ${variant}: ${selected.length} pictures`)
    }
}
