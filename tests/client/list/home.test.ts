import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import type { Home } from '#contract/project.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled, written } from '#tests/support/page/app.ts'
import { assertCount, assertShown } from '#tests/support/page/assert-content.ts'
import { type FileService, personOf, startWithFiles, upload } from '#tests/support/result.ts'
import { test } from '#tests/support/tier.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'

const browser = openBrowser()
let service: FileService
before(async () => {
  service = await startWithFiles()
  const { sql } = service
  const soon = await addProject(sql, 'closing-soon', {
    name: 'Closing soon',
    teamLimit: 3,
    enrollmentStart: dayFromNow(-4),
    enrollmentEnd: dayFromNow(5),
  })
  const team = await addTeam(sql, 'Busy elsewhere', 'admin*')
  await sql`insert into assignment (team_id, project_id) values (${team}, ${soon})`
  await addProject(sql, 'last-day', { name: 'Last day', teamLimit: 1, enrollmentEnd: dayFromNow(0) })
  const work = await addProject(sql, 'of-gleb', { name: 'Project of Gleb', enrollmentEnd: dayFromNow(-1) })
  glebsTeam = await addTeam(sql, 'Team of Gleb', 'gleb*')
  await sql`insert into assignment (team_id, project_id) values (${glebsTeam}, ${work})`
  await service.app.catalog.refresh()
})
after(() => service.close())

const home = async (): Promise<Home> => (await (await fetch(`${service.url}/home`)).json()) as Home
const section = (page: Page, name: string) => page.getByRole('region', { name })
const names = (page: Page, name: string) => section(page, name).getByRole('heading', { level: 3 }).allTextContents()
const step = (page: Page) => page.getByRole('region', { name: 'Your next step' })
const namesOf = ({ projects }: Home, slugs: string[]) => slugs.map((slug) => projects.find((project) => project.slug === slug)!.name)

let glebsTeam = 0
/** The only project of Gleb’s only team gets these dates. */
async function workFrom(first: number, last: number): Promise<void> {
  await service.sql`update project set date_start = ${dayFromNow(first)}, date_end = ${dayFromNow(last)} where slug = 'of-gleb'`
  await service.app.catalog.refresh()
}

test('a guest sees open projects first, the soonest deadline first, and announced ones last', async () => {
  const { page, requests, faults } = await openApp(browser, service)
  await settled(page)
  const answer = await home()
  await assertShown(() => names(page, 'Open now'), namesOf(answer, answer.open.projects))
  assert.ok(answer.open.projects.includes('last-day'))
  await assertShown(() => names(page, 'Coming soon'), namesOf(answer, answer.announced.projects))
  const regions = await page.locator('section[aria-label]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  assert.deepEqual(regions, ['Open now', 'New', 'In progress', 'Coming soon'])
  assert.equal(await step(page).count(), 0)
  assert.equal(requests.filter((address) => /\/project\/(new|active)/.test(address)).length, 0, 'one call for all sections')
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})

test('places and the days left are written beside their dots and bar, in both languages', async () => {
  for (const [locale, places, left, place, today] of [
    ['en', '2 of 3 places free', '5 days left', '1 place free', 'Last day to apply'],
    ['ru', 'Свободно 2 места из 3', 'Осталось 5 дней', 'Свободно 1 место', 'Последний день набора'],
  ] as const) {
    const { page } = await openApp(browser, service, { locale, path: '/?status=open' })
    await settled(page)
    const card = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await card('Closing soon').getByText(places, { exact: true }).waitFor()
    await card('Closing soon').getByText(left, { exact: true }).waitFor()
    await assertCount(card('Closing soon').locator('.dots .is-free'), 2)
    await assertCount(card('Closing soon').locator('.dots i'), 3)
    // Six of the ten days of the window are left, with today.
    assert.equal(
      await card('Closing soon')
        .locator('.remaining-bar i')
        .evaluate((bar) => (bar as unknown as { style: { inlineSize: string } }).style.inlineSize),
      '60%',
    )
    await card('Last day').getByText(place, { exact: true }).waitFor()
    await card('Last day').getByText(today, { exact: true }).waitFor()
  }
})

test('popular topics lead to the projects of a topic', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  const { topics, tags } = await home()
  const topic = tags.find(({ id }) => id === topics[0])!
  await page.getByRole('list', { name: 'Popular topics' }).getByRole('link', { name: topic.name }).click()
  await page.waitForURL(`**/?tags=${topic.id}`)
  await page.getByRole('button', { name: `Remove filter: ${topic.name}` }).waitFor()
})

test('an application is the next step, and its project is not among those open for the team', async () => {
  const { page, faults } = await openApp(browser, service, { login: 'anna' })
  await settled(page)
  await step(page).getByText('Application under review').waitFor()
  await step(page).getByRole('heading', { name: 'Карта доступных дворов' }).waitFor()
  const open = await names(page, 'Open for your team')
  assert.ok(open.length > 1 && !open.includes('Карта доступных дворов'), open.join())
  await assertNoAxeViolations(page)
  await step(page).getByRole('link', { name: 'View application' }).click()
  await page.waitForURL('**/my/request/*')
  assert.deepEqual(faults, [])
})

test('a project that was approved and starts later is the next step', async () => {
  await workFrom(9, 90)
  const { page } = await openApp(browser, service, { login: 'gleb' })
  await settled(page)
  await step(page).getByText('Your application was approved').waitFor()
  await step(page).getByRole('heading', { name: 'Project of Gleb' }).waitFor()
  await step(page).getByText('Starts in 9 days').waitFor()
  await section(page, 'Open now').waitFor() // the team is not free
  await step(page).getByRole('link', { name: 'Open' }).click()
  await page.waitForURL(`**/my/team/${glebsTeam}`)
})

test('results that are due and missing are the next step, until there is one', async () => {
  await workFrom(-60, 4)
  const { page } = await openApp(browser, service, { login: 'gleb', isStill: true })
  await settled(page)
  await step(page).getByText('Results are due').waitFor()
  await step(page).getByRole('heading', { name: 'Project of Gleb' }).waitFor()
  const link = step(page).getByRole('link', { name: 'Upload results' })
  assert.equal(await link.getAttribute('href'), `/my/team/${glebsTeam}#results`)
  const answer = await upload(service, await personOf(service, 'gleb'), { project: 'of-gleb', team: glebsTeam })
  assert.equal(answer.status, 200, await answer.text())
  await page.reload()
  await step(page).getByText('Your project', { exact: true }).waitFor()
  await workFrom(-60, 40) // not due yet
  await page.reload()
  await step(page).getByText('Your project', { exact: true }).waitFor()
})

test('a person without a team is told so, and sees what is open now', async () => {
  const { page } = await openApp(browser, service, { login: 'curator', locale: 'ru' })
  await settled(page)
  await page.getByRole('region', { name: 'Что дальше' }).getByRole('heading', { name: 'Вы пока не в команде' }).waitFor()
  await section(page, 'Идёт набор').waitFor()
  await assertNoAxeViolations(page)
})

test('offline the start page is shown from the saved copy, with the next step', async () => {
  const { page } = await openApp(browser, service, { login: 'anna', isInstalled: true })
  await settled(page)
  await step(page).getByRole('link', { name: 'View application' }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const before = await names(page, 'Open for your team')
  await written(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('You’re offline.', { exact: false }).first().waitFor()
  await step(page).getByRole('link', { name: 'View application' }).waitFor()
  await assertShown(() => names(page, 'Open for your team'), before)
  await page.context().setOffline(false)
})
