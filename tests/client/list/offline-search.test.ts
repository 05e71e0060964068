import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { sortsOf } from '#client/search.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled, written } from '#tests/support/page/app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { dayFromNow } from '#tests/support/world/requests.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const cards = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })
const note = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const keptDictionaries = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    let count = 0
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) count += /dictionary-.*txt$/.test(url) ? 1 : 0
    return count
  })()`)
const hasSynonyms = (page: Page): Promise<boolean> =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('projectory').onsuccess = ({ target: { result } }) => {
      const found = result.transaction('public').objectStore('public').getKey('synonyms')
      found.onsuccess = () => resolve(found.result !== undefined, result.close())
    }
  })`)
const until = async (isTrue: () => Promise<boolean>, page: Page) => {
  while (!(await isTrue())) await page.waitForTimeout(50)
}
/** The app is stored on the device. */
const stored = (page: Page) => until(() => page.evaluate('navigator.serviceWorker.controller !== null'), page)
/** All projects are loaded by scrolling. */
const scrollThrough = async (page: Page) => {
  const isMore = () => page.getByRole('button', { name: 'Show more' }).count()
  while ((await isMore()) > 0) await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await settled(page)
  await written(page)
}
const found = async (body: object): Promise<string[]> => {
  const answer = await fetch(`${service.url}/project/findmany`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, pageSize: 100 }),
  })
  return ((await answer.json()) as { projects: { name: string }[] }).projects.map(({ name }) => name)
}

test('offline, typos, synonyms and the other language are found in the saved projects, with the same notes', async () => {
  const { page, requests } = await openApp(browser, service, { isInstalled: true })
  await settled(page)
  await stored(page)
  await scrollThrough(page)
  assert.equal(await keptDictionaries(page), 0, 'a first visit without a search does not load the dictionary')
  assert.deepEqual(
    requests.filter((address) => address.includes('dictionary')),
    [],
  )
  await page.getByRole('searchbox').focus()
  await until(async () => (await keptDictionaries(page)) === 1, page)
  await until(() => hasSynonyms(page), page)
  await page.context().setOffline(true)
  await page.reload()
  await settled(page)
  const search = async (text: string) => {
    await page.getByRole('searchbox').fill(text)
    await page.waitForURL((url) => url.searchParams.get('q') === text)
    await note(page, /^Offline: /).waitFor()
    await settled(page)
  }
  await search('musem') // a typo
  await note(page, 'Showing results for museum').waitFor()
  await assertTexts(cards(page), ['Museum Pocket Guide'])
  await assertTexts(page.locator('mark'), ['Museum', 'museum'])
  await assertNoAxeViolations(page)
  await search('велосипед') // the other language
  await cards(page).getByText('Campus Bike Sharing').waitFor()
  await page.getByRole('article').filter({ hasText: 'Campus Bike Sharing' }).locator('mark', { hasText: 'Bike' }).waitFor()
  await search('glasshouse') // a synonym
  await cards(page).getByText('Greenhouse Rover').waitFor()
  await search('freshers') // a synonym of this directory
  await cards(page).getByText('Наставник первокурсника').waitFor()
  await search('greenhouse qwrtzu') // a missing word
  await note(page, 'No project has all words. These come closest. Not found: qwrtzu').waitFor()
  await cards(page).getByText('Greenhouse Rover').waitFor()
  await search('veptq') // the other keyboard layout
  await note(page, 'Showing results for музей').waitFor()
  await cards(page).getByText('Музей радио в браузере').waitFor()
  await page.getByRole('button', { name: 'Search exactly for “veptq”' }).click()
  await page.getByText('You’re offline, so only projects saved on this device were searched.').waitFor()
  await page.context().setOffline(false)
})

test('offline, filters and orders mean the same as on the server', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true })
  await settled(page)
  await stored(page)
  await scrollThrough(page)
  const dateEnd = dayFromNow(225)
  const filters = { status: 'open', dateEnd, enrollmentStart: '2026-01-01' }
  const expected: [string, string[]][] = []
  for (const sort of sortsOf({ text: '' }))
    expected.push([`to=${dateEnd}&efrom=2026-01-01&status=open&sort=${sort}`, await found({ filters, sort: sort || 'recommended' })])
  expected.push(['q=школа', await found({ filters: { text: 'школа', mode: 'all' } })])
  await page.context().setOffline(true)
  for (const [query, names] of expected) {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/?${query}`)})`)
    await note(page, /^Offline: /).waitFor()
    await settled(page)
    while ((await page.getByRole('button', { name: 'Show more' }).count()) > 0) await page.evaluate('scrollTo(0, 1e6)')
    await assertTexts(cards(page), names, query)
  }
  assert.ok(expected.every(([, names]) => names.length > 1))
  await page.context().setOffline(false)
})
