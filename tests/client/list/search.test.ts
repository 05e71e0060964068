import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const cards = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })
const note = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text)
  await page.waitForURL((url) => url.searchParams.get('q') === text)
  await settled(page)
}

test('a typo is corrected and the correction is shown; the typed word can be searched as it is', async () => {
  const { page } = await openApp(browser, service, { path: '/?q=musem+guide' })
  await note(page, 'Showing results for museum guide').waitFor()
  assert.equal(await page.getByRole('status').locator('b').textContent(), 'museum', 'only the corrected word is emphasised')
  await assertTexts(cards(page), ['Museum Pocket Guide'])
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Search exactly for “musem guide”' }).click()
  await page.waitForURL('**/?q=musem+guide&mode=exact')
  await page.getByRole('heading', { name: 'No projects found' }).waitFor()
  await page.getByText('You searched for “musem guide”. Check the spelling or use fewer words.').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Search for similar words' }).click()
  await note(page, 'Showing results for museum guide').waitFor()
  await page.getByRole('button', { name: 'Search exactly for “musem guide”' }).click()
  await page.getByRole('heading', { name: 'No projects found' }).waitFor()
  await search(page, 'musem') // typing again searches with corrections
  await note(page, 'Showing results for museum').waitFor()
})

test('when no project has all words, this and the missing words are said', async () => {
  const { page } = await openApp(browser, service, { locale: 'ru', path: `/?q=${encodeURIComponent('карта дворов рбвгджз')}` })
  await note(page, 'Ни в одном проекте нет всех слов. Вот самые близкие. Не нашлось: рбвгджз').waitFor()
  assert.equal(await cards(page).first().textContent(), 'Карта доступных дворов')
  await assertNoAxeViolations(page)
  await search(page, 'карта дворов')
  assert.equal(await note(page, /Ни в одном/).count(), 0)
})

test('matches are marked in names and short descriptions, otherwise in a line of the description', async () => {
  const { page } = await openApp(browser, service, { path: '/?q=museum' })
  await settled(page)
  const guide = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Museum Pocket Guide' }) })
  await assertTexts(guide.locator('mark'), ['Museum', 'museum'])
  assert.equal(await guide.locator('.project-card-passage').count(), 0)
  await search(page, 'mildew spreads')
  const rover = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Greenhouse Rover' }) })
  await rover.locator('mark').first().waitFor()
  await search(page, 'Oldhaven')
  await guide.locator('.project-card-passage').waitFor()
  assert.match((await guide.locator('.project-card-passage').textContent())!, /maritime museum of Oldhaven shows two thousand objects.*…$/)
  await assertTexts(guide.locator('mark'), ['Oldhaven'])
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('heading', { name: 'All projects' }).waitFor()
  await page.locator('mark').first().waitFor({ state: 'detached' })
})

test('without results the search, advice and ways out are shown, in both languages', async () => {
  const { page } = await openApp(browser, service, { path: '/?q=zzzz&status=open' })
  await page.getByText('You searched for “zzzz”. Check the spelling, use fewer words or remove filters.').waitFor()
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Remove filters' }).click()
  await page.waitForURL('**/?q=zzzz')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('heading', { name: 'All projects' }).waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), '')
  const { page: russian } = await openApp(browser, service, { locale: 'ru', path: '/?q=zzzz&status=open' })
  await russian.getByText('Вы искали «zzzz». Проверьте, нет ли опечаток, сократите запрос или уберите фильтры.').waitFor()
  await russian.getByRole('button', { name: 'Очистить поиск' }).click()
  await russian.waitForURL('**/?status=open')
  await cards(russian).first().waitFor()
})

test('the list stays in place while the notes above it change', async () => {
  const { page } = await openApp(browser, service, { path: '/?q=museum', viewport: { width: 390, height: 800 } })
  const top = async () => Math.round((await page.locator('.project-list').boundingBox())!.y)
  await settled(page)
  await cards(page).first().waitFor()
  const before = await top()
  for (const [text, says] of [
    ['musem', 'Showing results for museum'],
    ['museum guide qwrtzu', 'These come closest'],
    ['museum', '2 projects'],
  ] as const) {
    await search(page, text)
    await note(page, says).waitFor()
    assert.equal(await top(), before, text)
  }
})

test('what is typed while a search runs stays, also a space at the end', async () => {
  const { page } = await openApp(browser, service)
  const field = page.getByRole('searchbox')
  await field.focus()
  await page.keyboard.type('museum ')
  await page.waitForURL((url) => url.searchParams.get('q') === 'museum')
  await settled(page)
  await page.keyboard.type('guide')
  assert.equal(await field.inputValue(), 'museum guide')
  await page.waitForURL((url) => url.searchParams.get('q') === 'museum guide')
})
