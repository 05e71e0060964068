import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { demo, readDemoFile } from '#demo/data.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, openApp, settled } from '#tests/support/page/app.ts'
import { assertCount, assertTexts } from '#tests/support/page/assert-content.ts'
import { assertNoShift, watchShifts } from '#tests/support/page/layout-shift.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { addProject, addTeam, dayFromNow } from '#tests/support/world/requests.ts'
import { takeFromTeams } from '#tests/support/world/teams.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
  for (const { versions } of demo.files) for (const version of versions) await service.app.files.keep(readDemoFile(version))
  const { sql } = service
  await addProject(sql, 'ends-today', { enrollmentEnd: dayFromNow(0), dateStart: dayFromNow(20) })
  await addProject(sql, 'ends-tomorrow', { enrollmentEnd: dayFromNow(1) })
  await addProject(sql, 'ends-in-three', { enrollmentEnd: null, dateStart: dayFromNow(4) })
  await addProject(sql, 'ends-later', { enrollmentEnd: '2199-03-31' })
  await addProject(sql, 'never-ends', { enrollmentEnd: null })
  await addProject(sql, 'opens-later', { enrollmentStart: '2199-01-10', enrollmentEnd: '2199-02-10' })
  await addProject(sql, 'opens-soon', { enrollmentStart: dayFromNow(3), enrollmentEnd: dayFromNow(9) })
  await addProject(sql, 'opens-tomorrow', { enrollmentStart: dayFromNow(1), enrollmentEnd: dayFromNow(9) })
  await addProject(sql, 'starts-later', { enrollmentStart: '2020-01-01', enrollmentEnd: '2020-01-02', dateStart: '2199-05-01' })
  await addProject(sql, 'no-dates', { enrollmentStart: '2020-01-01', enrollmentEnd: '2020-01-02' })
  await addProject(sql, 'runs', {
    enrollmentStart: '2020-01-01',
    enrollmentEnd: '2020-01-02',
    dateStart: '2020-02-01',
    dateEnd: '2199-12-31',
  })
  await addProject(sql, 'over', { dateStart: '2020-02-01', dateEnd: '2020-12-31' })
  await addProject(sql, 'full', { teamLimit: 0, enrollmentEnd: dayFromNow(5), dateStart: dayFromNow(9) })
  await service.app.catalog!.refresh()
})
after(() => service.close())

const at = (slug: string) => `/project/${slug}`
const asGuest = async (path: string, settings = {}) => {
  const visit = await openApp(browser, service, { path, ...settings })
  await settled(visit.page)
  return visit
}
const go = async (page: Page, path: string) => {
  await page.goto(service.origin + path)
  await settled(page)
}
const nextStep = (page: Page) => page.getByRole('complementary', { name: 'Next step' })

test('a project page has its data preloaded: nothing waits for the script, nothing is fetched twice', async () => {
  for (const [locale, login] of [['en'], ['ru'], ['en', 'boris']] as const) {
    const { page, requests, quiet } = await openApp(browser, service, { locale, path: '/settings', isStill: true, ...(login && { login }) })
    await settled(page)
    const seen = () => requests.map((address) => new URL(address).pathname)
    const countRequests = (path: RegExp) => seen().filter((one) => path.test(one)).length
    requests.length = 0
    const scripts = '**/assets/{client,core}-*.js'
    await page.context().route(scripts, async () => {}) // never responds: all requests so far come from the page
    await page.goto(service.origin + at('river-sensor-network'), { waitUntil: 'commit' })
    const ahead = [RegExp(`/first-screen-${locale}-`), RegExp(`/more-${locale}-`), /\/project-.*js$/, /\/project-.*css$/]
    if (!login) ahead.push(/^\/api\/project\/river-sensor-network$/)
    for (let tries = 0; tries < 400 && !ahead.every((path) => countRequests(path) > 0); tries++) await page.waitForTimeout(50)
    for (const path of ahead) assert.ok(countRequests(path) > 0, `${path} of ${seen()}`)
    assert.equal(countRequests(/^\/api\/project/), login ? 0 : 1)
    await page.goto('about:blank') // or the script would run now, and fetch everything again
    await page.context().unroute(scripts)
    requests.length = 0
    await go(page, at('river-sensor-network'))
    await page.getByRole('heading', { level: 1, name: 'River Sensor Network' }).waitFor()
    await quiet()
    for (const path of [...ahead, /^\/api\/project\/river-sensor-network$/]) {
      const calls = seen().filter((one) => path.test(one))
      assert.deepEqual(calls, [...new Set(calls)], `${locale} ${login ?? 'guest'}`)
    }
  }
})

test('a loaded project has no layout shift', async () => {
  const { page, quiet } = await openApp(browser, service, { path: '/settings' })
  await watchShifts(page)
  await go(page, at('river-sensor-network'))
  await page.getByRole('heading', { name: 'Key facts' }).waitFor()
  await quiet()
  await assertNoShift(page, 0.05)
})

test('a guest reads a finished project, previews its results and downloads one, but sees no people', async () => {
  const { page, faults, externalRequests } = await asGuest(at('river-sensor-network'))
  await page.getByRole('heading', { level: 1, name: 'River Sensor Network' }).waitFor()
  await page.getByText(/^Finished on /).waitFor()
  assert.equal(await page.title(), 'River Sensor Network · Projectory')
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  for (const heading of [
    'About the project',
    'Team requirements',
    'Key facts',
    'Timeline',
    'Topics',
    'Results',
    'Teams',
    'Similar projects',
  ])
    assert.ok(headings.includes(heading), `${heading} of ${headings.join()}`)
  await page.getByText('Sign in to see team members.').waitFor()
  assert.equal(await page.getByText('Шубин').count(), 0)
  await assertNoAxeViolations(page)

  const results = page.getByRole('list', { name: 'Results' })
  await results.getByRole('button', { name: 'river-poster.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'river-poster.png' })
  const picture = dialog.getByRole('img', { name: 'river-poster.png' })
  await picture.waitFor()
  assert.equal(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), 480)
  await assertNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await assertFocus(page, 'textContent.includes("river-poster.png")', true)

  await results.getByRole('button', { name: 'river-readings.csv' }).click()
  await page.getByText('station,month,level_cm,temperature_c').waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await coming
  assert.equal(download.suggestedFilename(), 'river-readings.csv')
  assert.match(await readFile((await download.path())!, 'utf8'), /W01,1,80,6\.0/)
  assert.deepEqual({ faults, externalRequests }, { faults: [], externalRequests: [] })
})

for (const canShow of [true, false])
  test(`a report ${canShow ? 'opens in a frame, from a blob URL' : 'can be downloaded if the browser shows no PDF'}`, async () => {
    const { page } = await asGuest(at('river-sensor-network'))
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value })
    }, canShow)
    await page.reload()
    await page.getByRole('button', { name: 'river-report.pdf' }).click()
    const dialog = page.getByRole('dialog')
    const frame = dialog.locator('iframe[title="river-report.pdf"]')
    if (canShow) {
      await frame.waitFor()
      assert.match((await frame.getAttribute('src'))!, /^blob:/)
    } else {
      await dialog.getByText('No preview available', { exact: false }).waitFor()
      assert.equal(await frame.count(), 0)
      const [taken] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
      assert.equal(taken.suggestedFilename(), 'river-report.pdf')
    }
  })

test('from the list a project is shown immediately from cached data, and the rest is loaded', async () => {
  const { page } = await openApp(browser, service, { path: '/?q=food waste' })
  await settled(page)
  let go = () => {}
  const delay = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/project/food-waste-map', async (route) => {
    await delay
    await route.continue()
  })
  await page.getByRole('link', { name: 'Food Waste Map' }).click()
  await page.getByRole('heading', { level: 1, name: 'Food Waste Map' }).waitFor()
  await page.getByText('Open for teams').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Team requirements' }).count(), 0)
  await assertFocus(page, 'textContent', 'Food Waste Map')
  go()
  await page.getByRole('heading', { name: 'Team requirements' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL(/q=food/)
})

test('a signed-in person sees the members with their roles, and the client contact', async () => {
  const { page } = await openApp(browser, service, { login: 'vera', path: at('museum-pocket-guide') })
  await settled(page)
  const team = page.getByRole('list', { name: 'Маяк' })
  await assertCount(team.getByRole('listitem'), 4)
  await team.getByRole('listitem').filter({ hasText: 'Ефимов Борис' }).filter({ hasText: 'team admin' }).waitFor()
  await page.getByRole('link', { name: 'e.pryce@oldhaven-museum.example.org' }).waitFor()
  await nextStep(page).getByText('“Маяк” is working on it.').waitFor()
  await assertNoAxeViolations(page)
  await nextStep(page).getByRole('link', { name: 'My project' }).click()
  await page.waitForURL(/\/my$/)
})

test('wanted roles are shown in the language of the reader, with a number above one; without them there is no section', async () => {
  const roles = (page: Page, name: string) =>
    page.locator('section', { has: page.getByRole('heading', { level: 2, name }) }).getByRole('listitem')
  const { page } = await asGuest(at('river-sensor-network'))
  await assertTexts(roles(page, 'Wanted roles'), ['Embedded developer× 2', 'Electronics engineer', 'IoT Engineer'])
  await go(page, at('over'))
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Wanted roles' }).count(), 0)
  const russian = await asGuest(at('dym-nad-lesom'), { locale: 'ru' })
  await assertTexts(roles(russian.page, 'Кого ищут'), ['Инженер компьютерного зрения× 2', 'DevOps-инженер'])
})

test('one sentence explains the dates relative to today', async () => {
  const { page } = await asGuest('/settings')
  for (const [slug, sentence] of [
    ['ends-today', 'Enrollment ends today'],
    ['ends-tomorrow', 'Enrollment ends tomorrow'],
    ['ends-in-three', 'Enrollment ends in 3 days'],
    ['ends-later', 'Enrollment is open until Mar 31, 2199'],
    ['never-ends', 'Enrollment is open'],
    ['opens-later', 'Enrollment opens on Jan 10, 2199'],
    ['starts-later', 'Starts on May 1, 2199'],
    ['no-dates', 'Dates not set yet'],
    ['runs', 'Runs until Dec 31, 2199'],
    ['over', 'Finished on Dec 31, 2020'],
  ] as const) {
    await page.goto(service.origin + at(slug))
    await page.getByText(sentence, { exact: true }).waitFor()
  }
})

test('the next step is shown, or the reason why there is none', async () => {
  await takeFromTeams(service.sql, 'gleb')
  const cases: [login: string | undefined, slug: string, says: string, leadsTo: string | null][] = [
    [undefined, 'ends-tomorrow', 'With your organisation’s account.', 'Sign in to apply'],
    [undefined, 'runs', 'Enrollment is closed', 'Open projects'],
    [undefined, 'over', 'This project is finished', 'Open projects'],
    [undefined, 'never-ends', 'Open for teams', 'Sign in to apply'],
    [undefined, 'full', 'No places left', 'Open projects'],
    [undefined, 'opens-soon', 'Opens in 3 days', null],
    [undefined, 'opens-tomorrow', 'Opens tomorrow', null],
    [undefined, 'opens-later', 'Opens on Jan 10, 2199', null],
    [undefined, 'opens-later', 'Teams can apply from Jan 10, 2199.', null],
    ['gleb', 'ends-tomorrow', 'You’re not in a team yet.', 'My project'],
    ['vera', 'ends-tomorrow', 'Only a team admin can apply.', null],
    ['boris', 'ends-tomorrow', '“Маяк” is working on “', null],
    ['boris', 'arhiv-teatra', '“Маяк” worked on it.', 'My project'],
    ['anna', 'ends-tomorrow', 'Your team is free to apply.', 'Apply with your team'],
    ['anna', 'ends-later', 'Apply by Mar 31, 2199', 'Apply with your team'],
    ['anna', 'karta-dvorov', 'Application sent', 'View application'],
    ['anna', 'karta-dvorov', '“Северный ветер” has applied.', 'View application'],
  ]
  for (const login of [undefined, 'gleb', 'vera', 'boris', 'anna']) {
    const { page } = await openApp(browser, service, { login })
    for (const [who, slug, says, leadsTo] of cases.filter(([one]) => one === login)) {
      await page.goto(service.origin + at(slug))
      await nextStep(page).getByText(says).waitFor()
      const actions = nextStep(page).getByRole('link').or(nextStep(page).getByRole('button'))
      await assertTexts(actions, leadsTo === null ? [] : [leadsTo], `${who} ${slug}`)
    }
    await page.context().close()
  }
})

test('a guest signs in from the project and returns to it, now able to apply', async () => {
  const { page } = await asGuest(at('ends-tomorrow'))
  await nextStep(page).getByRole('button', { name: 'Sign in to apply' }).click()
  await page.locator('button[name=login][value=anna]').click()
  await page.waitForURL(/\/project\/ends-tomorrow$/)
  await nextStep(page).getByRole('link', { name: 'Apply' }).click()
  await page.waitForURL(/\/apply$/)
})

test('a tag links to its other projects, a link only to its own address', async () => {
  const { page } = await asGuest(at('river-sensor-network'))
  const link = page
    .getByRole('region', { name: 'Links' })
    .or(page.locator('section', { hasText: 'Links' }))
    .getByRole('link')
    .first()
  assert.equal(await link.getAttribute('rel'), 'noopener nofollow')
  await page.getByRole('link', { name: 'Open data' }).click()
  await page.waitForURL(/\/\?tags=\d+$/)
  await settled(page)
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ projects?$/ })
    .waitFor()
})

test('the address can be copied, and scanned as a QR code', async () => {
  const { page } = await asGuest(at('river-sensor-network'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate('delete Navigator.prototype.share')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('status').getByText('Link copied.').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), service.origin + at('river-sensor-network'))
  await page.getByRole('button', { name: 'QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code' })
  await dialog.getByRole('img', { name: 'QR code with a link to this project' }).waitFor()
  await dialog.getByText(service.origin + at('river-sensor-network')).waitFor()
  await assertNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'QR code' }).and(page.locator(':focus')).waitFor()
})

test('a missing or unpublished project shows the not-found message and a link to the list', async () => {
  const { page } = await asGuest(at('no-such-thing'))
  await page.getByRole('heading', { name: 'Project not found' }).waitFor()
  await assertNoAxeViolations(page)
  await addProject(service.sql, 'taken-back', { state: 'archived' })
  await service.app.catalog!.refresh()
  await go(page, at('taken-back'))
  await page.getByRole('link', { name: 'Browse projects' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
})

test('offline a visited project is complete, and a listed one shows the data of the list', async () => {
  const { page } = await asGuest('/?q=sensor', { isInstalled: true })
  await page.getByRole('link', { name: 'River Sensor Network' }).click()
  await page.getByRole('heading', { name: 'Team requirements' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await settled(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'River Sensor Network' }).click()
  await page.getByRole('heading', { name: 'Team requirements' }).waitFor()
  await page.getByRole('button', { name: 'river-poster.png' }).click()
  await page.getByRole('dialog').getByRole('alert').getByText('Can’t reach the server').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('article').getByRole('link').filter({ hasNotText: 'River Sensor Network' }).first().click()
  await page.getByText('The rest of this project will load when you’re back online.').waitFor()
  await assertNoAxeViolations(page)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Teams', exact: true }).waitFor()
})

test('a team with a finished project and a second team of the same person may apply', async () => {
  await addTeam(service.sql, 'Second Wind', 'boris*')
  const { page } = await openApp(browser, service, { login: 'boris', path: at('ends-tomorrow') })
  await nextStep(page).getByRole('link', { name: 'Apply' }).waitFor()
})
