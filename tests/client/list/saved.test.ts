import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { openApp, settled, written } from '#tests/support/page/app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())
beforeEach(() => service.sql`truncate saved_project`)

const TREES = 'City Tree Census'
const buttonOf = (page: Page, name: string, state: 'Save' | 'Saved') =>
  page
    .getByRole('article')
    .getByRole('button', { name: `${state}: ${name}`, exact: true })
    .first()
const press = async (page: Page, name: string) => {
  await buttonOf(page, name, 'Save').click()
  await buttonOf(page, name, 'Saved').waitFor()
}
const openSaved = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('link', { name: /^Saved/ })
    .click()
const cards = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })
const savedBy = async (login: string): Promise<string[]> =>
  (
    await service.sql`
      select p.slug from saved_project s join project p on p.id = s.project_id join person o on o.id = s.person_id
      where o.login = ${login} order by p.slug`
  ).map(({ slug }) => slug)
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `waited too long until ${what}`)
    await new Promise((done) => setTimeout(done, 30))
  }
}
const untilSaved = (login: string, ...slugs: string[]) =>
  until(`${login} has saved ${slugs}`, async () => (await savedBy(login)).join() === slugs.join())
const stored = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('pj-saved')`)
const save = (login: string, ...slugs: string[]) =>
  service.sql`insert into saved_project select o.id, p.id, now() from person o, project p where o.login = ${login} and p.slug = any(${slugs})`
const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text)
  await page.waitForURL(/\?q=/)
  await settled(page)
}

test('the button is no part of the card’s link, and is operated by keyboard', async () => {
  const { page } = await openApp(browser, service)
  await search(page, TREES)
  assert.equal(await page.getByRole('article').locator('a button, button a').count(), 0)
  const { width, height } = (await buttonOf(page, TREES, 'Save').boundingBox())!
  assert.ok(width >= 44 && height >= 44, `${width} × ${height}`)
  await buttonOf(page, TREES, 'Save').focus()
  await page.keyboard.press('Space')
  await buttonOf(page, TREES, 'Saved').waitFor()
  assert.match(page.url(), /\?q=/, 'the card was not opened')
})

test('at sign-in the device’s list is added to the account’s; at sign-out nothing of it stays on the device', async () => {
  await save('gleb', 'library-chatbot')
  const { page } = await openApp(browser, service)
  await search(page, TREES)
  await press(page, TREES)
  await openSaved(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.locator('button[name=login][value=gleb]').click()
  await page.waitForURL('**/projects/saved')
  await untilSaved('gleb', 'city-tree-census', 'library-chatbot')
  await cards(page).nth(1).waitFor()
  await assertTexts(cards(page), [TREES, 'Library Chatbot'])
  await page.reload()
  await cards(page).nth(1).waitFor()
  await page.goto(`${service.origin}/profile`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You’ve signed out.').waitFor()
  await until('the device has nothing', async () => !((await stored(page)) ?? '').includes('city-tree'))
  await page.goto(`${service.origin}/projects/saved`)
  await page.getByRole('heading', { name: 'No saved projects yet' }).waitFor()
  assert.deepEqual(await savedBy('gleb'), ['city-tree-census', 'library-chatbot'], 'the account keeps it')
})

test('signed in, it is saved at once in the account, on cards and on the page, and appears on another device', async () => {
  const { page, faults } = await openApp(browser, service, { login: 'vera', path: '/project/city-tree-census' })
  await page.getByRole('button', { name: `Save: ${TREES}`, exact: true }).click()
  await page.getByRole('button', { name: `Saved: ${TREES}`, exact: true }).waitFor()
  await untilSaved('vera', 'city-tree-census')
  const { page: other } = await openApp(browser, service, { login: 'vera', path: '/projects/saved' })
  await other.getByRole('heading', { level: 3, name: TREES }).waitFor()
  await page.getByRole('button', { name: `Saved: ${TREES}`, exact: true }).click()
  await untilSaved('vera')
  await other.reload()
  await other.getByRole('heading', { name: 'No saved projects yet' }).waitFor()
  assert.deepEqual(faults, [])
})

test('pressed many times, offline and online, the last press counts, and is sent once', async () => {
  await save('vera', 'library-chatbot')
  const { page } = await openApp(browser, service, { login: 'vera', isInstalled: true })
  await settled(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await openSaved(page)
  await page.getByRole('heading', { level: 3, name: 'Library Chatbot' }).waitFor()
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'All' }).click()
  await search(page, TREES)
  await written(page)
  await page.context().setOffline(true)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/saved/')) sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await press(page, TREES)
  await buttonOf(page, TREES, 'Saved').click()
  await press(page, TREES)
  await openSaved(page)
  await page.getByRole('heading', { level: 3, name: 'Library Chatbot' }).waitFor()
  await buttonOf(page, 'Library Chatbot', 'Saved').click()
  assert.deepEqual(await savedBy('vera'), ['library-chatbot'])
  sent.length = 0 // what could not be reached
  await page.context().setOffline(false)
  await untilSaved('vera', 'city-tree-census')
  await until('the device has sent everything', async () => (await stored(page))!.includes('"pending":{}'))
  assert.deepEqual(sent.toSorted(), ['DELETE /api/saved/library-chatbot', 'PUT /api/saved/city-tree-census'])
})

test('a refusal by the server takes the press back, and says why', async () => {
  const { page } = await openApp(browser, service, { login: 'vera' })
  await search(page, TREES)
  await service.sql`
    with made as (insert into project (slug, name, state, published_at) select 'many-' || n, 'M', 'draft', now() from generate_series(1, 500) n returning id)
    insert into saved_project select o.id, made.id, now() from made, person o where o.login = 'vera'`
  await buttonOf(page, TREES, 'Save').click()
  await page.getByText('You can save up to 500 projects. Remove some first.').waitFor()
  await buttonOf(page, TREES, 'Save').waitFor()
  await service.sql`delete from project where slug like 'many-%'`
})

test('another person on the same device sees nothing of the first', async () => {
  await save('vera', 'city-tree-census')
  const { page } = await openApp(browser, service, { login: 'vera', path: '/projects/saved' })
  await page.getByRole('heading', { level: 3, name: TREES }).waitFor()
  await until('the device has the list', async () => ((await stored(page)) ?? '').includes('city-tree'))
  await service.sql`update auth.session set revoked_at = now(), revoked_why = 'ended' where person_id = (select id from person where login = 'vera')`
  await page.reload()
  await page.getByRole('heading', { name: 'No saved projects yet' }).waitFor()
  assert.doesNotMatch((await stored(page)) ?? '', /city-tree/)
  await page.goto(`${service.origin}/profile`)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).first().click()
  await page.locator('button[name=login][value=boris]').click()
  await page.waitForURL('**/profile')
  await page.goto(`${service.origin}/projects/saved`)
  await page.getByRole('heading', { name: 'No saved projects yet' }).waitFor()
  assert.deepEqual([await savedBy('boris'), await savedBy('vera')], [[], ['city-tree-census']])
})
