import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { listening, openApp, settled, written } from '#tests/support/page/app.ts'
import { assertCount, assertShown } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** Polls; the page's Content Security Policy blocks waitForFunction. */
async function until(check: () => Promise<unknown>, forMs = 20_000): Promise<void> {
  for (const end = Date.now() + forMs; !(await check()); await new Promise((resolve) => setTimeout(resolve, 40)))
    assert.ok(Date.now() < end, `not within ${forMs} ms: ${check}`)
}
const headings = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents()

test('a team member sees the project, what its dates mean today, and links to results, links and members', async () => {
  await service.sql`update project set date_end = current_date + 12 where slug = 'museum-pocket-guide'`
  const { page, faults } = await openApp(browser, service, { login: 'boris', path: '/my' })
  await settled(page)
  await assertShown(() => headings(page), ['Museum Pocket Guide', 'My applications', 'My teams', 'More projects'])
  await page.getByText('Ends in 12 days').waitFor()
  await page.getByText('Team Маяк').waitFor()
  await page.getByRole('article').getByText('In progress', { exact: true }).waitFor()

  // Live update: a curator changes the end date.
  await listening(service)
  await service.sql`update project set date_end = current_date where slug = 'museum-pocket-guide'`
  await page.getByText('Today is the last day').waitFor()

  await page.getByRole('link', { name: /^Links 3 on the project/ }).click()
  await until(() => page.evaluate('document.activeElement?.id === "links"'))
  assert.equal(new URL(page.url()).pathname, '/my/team/2')
  assert.ok(await page.getByRole('heading', { name: 'Links', exact: true }).isVisible())
  await page.goBack()
  await page.getByRole('link', { name: /^Members and roles 4 members/ }).click()
  await until(() => page.evaluate('document.activeElement?.id === "members"'))
  assert.deepEqual(faults, [])
})

test('a live application is above a finished project, nothing is shown three times, and rows link to their screens', async () => {
  const { page } = await openApp(browser, service, { login: 'anna', path: '/my' })
  await settled(page)
  const finished = page.getByRole('article').getByRole('heading', { level: 2 })
  await assertShown(() => headings(page), ['Your application', await finished.textContent(), 'Earlier applications', 'My teams'])
  const statusOf = async (region: string) =>
    (await page.getByRole('region', { name: region }).getByRole('link').allTextContents()).map(
      (text) => /(Awaiting decision|Declined|Approved)$/.exec(text)?.[0],
    )
  assert.deepEqual(await statusOf('Your application'), ['Awaiting decision'])
  assert.deepEqual(await statusOf('Earlier applications'), ['Declined'])
  await assertCount(page.getByText((await finished.textContent())!), 1, 'the approved application is the project')
  const rows = page.getByRole('region', { name: 'Your application' }).getByRole('link')
  await page.getByText('Finished 30 days ago').waitFor()
  await page.getByRole('link', { name: /^Your team has no project/ }).waitFor()
  await page
    .getByRole('region', { name: 'My teams' })
    .getByRole('link', { name: /Северный ветер/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Северный ветер' }).waitFor()
  await page.goBack()
  const [request] = await service.sql`select r.id from request r join project p on p.id = r.project_id where p.slug = 'karta-dvorov'`
  await rows.first().click()
  await page.waitForURL((url) => url.pathname === `/my/request/${request!.id}`)
})

test('a person without a team sees what to do; a team that has applied sees that the application is pending', async () => {
  const { page } = await openApp(browser, service, { login: 'gleb', path: '/my' })
  await page.getByRole('heading', { name: 'You’re not in a team yet' }).waitFor()
  for (const name of ['Make a team', 'Find a team']) await page.getByRole('link', { name }).waitFor()
  await page.getByRole('button', { name: 'I have an invitation' }).waitFor()
  await assertNoAxeViolations(page)

  await listening(service)
  const [team] = await service.sql`insert into team (name) values ('Newcomers') returning id`
  await service.sql`
    insert into member (team_id, person_id, name, is_administrator) select ${team!.id}, id, 'Gleb', true from person where login = 'gleb'`
  await page.getByText(/Choose a project that is open for teams/).waitFor()
  await service.sql`insert into request (team_id, project_id) select ${team!.id}, id from project where slug = 'city-tree-census'`
  await page.getByText(/Curators are reviewing your application/).waitFor()
  await page.getByRole('heading', { name: 'Your application' }).waitFor()
  await page.getByRole('heading', { name: 'You’re invited to a team' }).waitFor()
  await assertShown(() => headings(page), ['You’re invited to a team', 'Your application', 'My teams'])
  await page.getByRole('link', { name: 'Browse projects' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
})

test('a guest must sign in, and returns here', async () => {
  const { page, requests } = await openApp(browser, service, { path: '/my' })
  await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
  assert.ok(!requests.some((address) => address.includes('/user/')), 'no personal data is requested')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('button[name=login][value=vera]').click()
  await page.getByText('Team Маяк').waitFor()
  assert.equal(new URL(page.url()).pathname, '/my')
})

test('offline the last copy is shown', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true, isStill: true, login: 'vera', path: '/my' })
  await page.getByText('Team Маяк').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await written(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText(/Last updated/).waitFor()
  await page.getByText('Team Маяк').waitFor()
  await assertNoAxeViolations(page)
})
