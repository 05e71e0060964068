import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { listening, openApp, settled, written } from '#tests/support/page/app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { addTeam } from '#tests/support/world/requests.ts'

// How many calls the screens with the caller's teams make, and what they show of one answer.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const callsOf = (requests: string[], pattern: RegExp) =>
  requests.map((address) => new URL(address).pathname).filter((path) => pattern.test(path))
const regionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const isSaved = (path: string) => `new Promise((resolve) => {
  indexedDB.open('projectory').onsuccess = ({ target: { result } }) => {
    result.transaction('private').objectStore('private').getAllKeys().onsuccess = ({ target }) => resolve(target.result.some((key) => key.includes('${path}')))
  }
})`

test('the page of a team is one call, and shows members, project, applications and finished work of that team only', async () => {
  const { sql } = service
  const other = await addTeam(sql, 'Second team', 'boris*', 'gleb')
  await sql`insert into request (team_id, project_id) select ${other}, id from project where slug = 'city-tree-census'`
  const { page, requests } = await openApp(browser, service, { login: 'boris', path: '/my/team/2', isStill: true })
  await page.getByRole('heading', { name: 'Links', exact: true }).waitFor()
  await settled(page)
  assert.deepEqual(callsOf(requests, /\/api\/(user|team)/), ['/api/team/2/overview'])
  const names = await regionOf(page, 'Members').getByRole('listitem').locator('p span[dir=auto]').allTextContents()
  assert.deepEqual(
    names.map((name) => name.split(' ')[0]),
    ['Ефимов', 'Никитина', 'Руденко', 'Гусев'],
  )
  await regionOf(page, 'Project').getByRole('link', { name: 'Museum Pocket Guide', exact: true }).waitFor()
  const rows = await regionOf(page, 'Applications').getByRole('link').allTextContents()
  assert.deepEqual(
    rows.map((text) => [/Маяк/.test(text), /(Awaiting decision|Declined|Approved|Closed)/.exec(text)?.[0]]),
    [
      [true, 'Approved'],
      [true, 'Closed'],
      [true, 'Approved'],
    ],
    rows.join('\n'),
  )
  await regionOf(page, 'Finished projects').getByText('Архив народного театра').waitFor()

  await page.goto(`${service.origin}/my/team/${other}`)
  await page.getByRole('heading', { level: 1, name: 'Second team' }).waitFor()
  await settled(page)
  await regionOf(page, 'Applications')
    .getByRole('link', { name: /City Tree Census.*Second team.*Awaiting decision/s })
    .waitFor()
  assert.equal(await page.getByText('Museum Pocket Guide').count(), 0)
})

test('what the project page says about three teams is one call; without a team it is none', async () => {
  const { sql } = service
  await sql`delete from project_wanted_role where project_id = (select id from project where slug = 'karta-dvorov')`
  await sql`insert into project_wanted_role (project_id, role_id, count, position)
    select p.id, r.id, 2, 0 from project p, role r where p.slug = 'karta-dvorov' and r.name = 'Designer'`
  const more = [await addTeam(sql, 'Fits too', 'vera*'), await addTeam(sql, 'Fits as well', 'vera')]
  await service.app.catalog.refresh()
  const { page, requests } = await openApp(browser, service, { login: 'vera', path: '/project/karta-dvorov', isStill: true })
  const fits = page.getByRole('listitem').filter({ hasText: 'wanted roles.' })
  await fits.nth(2).waitFor()
  await settled(page)
  await assertTexts(fits.locator('strong'), [
    'Маяк covers 0 of 2 wanted roles.',
    'Fits too covers 0 of 2 wanted roles.',
    'Fits as well covers 0 of 2 wanted roles.',
  ])
  assert.deepEqual(callsOf(requests, /^\/api\/.*fit/), ['/api/project/karta-dvorov/fit'])
  await sql`delete from member where team_id = any(${more}::int[])`
  await sql`delete from member where person_id = (select id from person where login = 'gleb')`
  const none = await openApp(browser, service, { login: 'gleb', path: '/project/karta-dvorov', isStill: true })
  await none.page.getByRole('heading', { name: 'Wanted roles' }).waitFor()
  await settled(none.page)
  assert.deepEqual(callsOf(none.requests, /^\/api\/.*fit/), [])
  assert.equal(await none.page.getByText('covers').count(), 0)
})

test('offline the page of a team opens that was never opened, once the profile was there', async () => {
  const { page } = await openApp(browser, service, { login: 'vera', path: '/my', isInstalled: true, isStill: true })
  await page.getByText('Team Маяк').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  while (!(await page.evaluate(isSaved('getTeamOverview')))) await page.waitForTimeout(50)
  await written(page)
  await page.context().setOffline(true)
  await page.goto(`${service.origin}/my/team/2`)
  await page.getByText(/Last updated/).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Маяк' }).waitFor()
  await regionOf(page, 'Members').getByText('Ефимов Борис Алексеевич').waitFor()
  await regionOf(page, 'Project').getByText('Museum Pocket Guide').waitFor()
  await regionOf(page, 'Applications').getByRole('link').first().waitFor()
})

test('the saved page of a team that is days old is loaded again with the profile', async () => {
  const { page } = await openApp(browser, service, { login: 'vera', path: '/my', isInstalled: true, isStill: true })
  await page.getByText('Team Маяк').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  while (!(await page.evaluate(isSaved('getTeamOverview')))) await page.waitForTimeout(50)
  await written(page)
  await page.evaluate(`new Promise((resolve) => {
    indexedDB.open('projectory').onsuccess = ({ target: { result } }) => {
      const store = result.transaction('private', 'readwrite').objectStore('private')
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return resolve()
        if (cursor.key.includes('getTeamOverview')) cursor.update({ ...cursor.value, at: Date.now() - 2 * 86400000 })
        cursor.continue()
      }
    }
  })`)
  const again = page.waitForResponse((response) => response.url().endsWith('/api/team/2/overview'))
  await page.reload()
  assert.equal((await again).status(), 200)
})

test('a member who is removed while the page is open sees no more of the team', async () => {
  const { sql } = service
  const id = await addTeam(sql, 'Passing', 'boris*', 'anna')
  const { page } = await openApp(browser, service, { login: 'anna', path: `/my/team/${id}` })
  await regionOf(page, 'Members').getByText('Ефимов Борис Алексеевич').waitFor()
  await listening(service)
  await sql`delete from member where team_id = ${id} and person_id = (select id from person where login = 'anna')`
  await page.getByRole('heading', { name: 'You’re not in this team' }).waitFor()
  assert.equal(await page.getByText('Ефимов').count(), 0)
})
