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
const find = async (body: object): Promise<{ total: number; names: string[] }> => {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ pageSize: 100, ...body }) }
  const { total, projects } = (await (await fetch(`${service.url}/project/findmany`, post)).json()) as {
    total: number
    projects: { name: string }[]
  }
  return { total, names: projects.map(({ name }) => name) }
}
/** How many cards are side by side. */
const columns = (page: Page) =>
  page.locator('.project-list > li').evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size)
const shownNames = async (page: Page, expected: string[]) => {
  for (let tries = 0; tries < 200; tries++) {
    const names = await cards(page).allTextContents()
    if (names.length > 0 && names.join() === expected.slice(0, names.length).join()) return
    await page.waitForTimeout(50)
  }
  await assertTexts(cards(page), expected)
}

for (const [width, least, most] of [
  [390, 1, 1],
  [768, 2, 2],
  [1280, 2, 3],
  [1600, 3, 4],
] as const)
  test(`at ${width} px the list has ${least} to ${most} columns and nothing scrolls sideways`, async () => {
    const { page } = await openApp(browser, service, { path: '/?status=open', viewport: { width, height: 900 } })
    await settled(page)
    const count = await columns(page)
    assert.ok(count >= least && count <= most, `${count} columns`)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width)
    await assertNoAxeViolations(page)
  })

test('at 1280 px the filters are a column with live counts: a choice is applied at once, and there is no dialog', async () => {
  const { page, faults } = await openApp(browser, service, { viewport: { width: 1280, height: 900 } })
  await settled(page)
  const column = page.getByRole('complementary', { name: 'Filters' })
  const [open, finished] = [await find({ filters: { status: 'open' } }), await find({ filters: { status: 'completed' } })]
  await column.getByRole('checkbox', { name: `Open for teams ${open.total}` }).check()
  await page.waitForURL('**/?status=open')
  await page.getByText(`${open.total} projects`, { exact: true }).waitFor()
  await column.getByRole('checkbox', { name: `Finished ${finished.total}` }).check()
  await page.getByText(`${open.total + finished.total} projects`, { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Filters/ }).count(), 0)
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Remove filter: Finished' }).click()
  await page.waitForURL('**/?status=open')
  assert.equal(await column.getByRole('checkbox', { name: /^Finished/ }).isChecked(), false)
  await page.setViewportSize({ width: 900, height: 900 })
  await page.getByRole('button', { name: 'Filters, 1 selected' }).click()
  await page
    .getByRole('dialog', { name: 'Filters' })
    .getByRole('checkbox', { name: /^Open for teams/, checked: true })
    .waitFor()
  assert.deepEqual(faults, [])
})

test('the order is chosen beside the results; with a text the best match is first', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  const order = page.getByLabel('Sort by')
  const options = order.getByRole('option')
  await assertTexts(options, ['Closing soon', 'Newest', 'Name'])
  await order.selectOption('Newest')
  await page.waitForURL('**/?sort=-publishedAt')
  await shownNames(page, (await find({ sort: '-publishedAt' })).names)
  await order.selectOption('Name')
  await page.waitForURL('**/?sort=name')
  await shownNames(page, (await find({ sort: 'name' })).names)
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('heading', { name: 'All projects' }).waitFor()
  await page.goto(`${service.origin}/?q=school`)
  await settled(page)
  await assertTexts(options, ['Best match', 'Closing soon', 'Newest', 'Name'])
  await order.selectOption('Closing soon')
  await page.waitForURL('**/?q=school&sort=recommended')
  await shownNames(page, (await find({ filters: { text: 'school' }, sort: 'recommended' })).names)
})

test('cards move to their new place when the order changes, but not with reduced motion', async () => {
  for (const [reducedMotion, isMoving] of [
    ['no-preference', true],
    ['reduce', false],
  ] as const) {
    const { page } = await openApp(browser, service, { path: '/?status=open', reducedMotion })
    await settled(page)
    await page.evaluate(`(() => {
      globalThis.moves = 0
      const { animate } = Element.prototype
      Element.prototype.animate = function (...given) { globalThis.moves++; return animate.apply(this, given) }
    })()`)
    await page.getByLabel('Sort by').selectOption('Name')
    await shownNames(page, (await find({ filters: { status: 'open' }, sort: 'name' })).names)
    assert.equal(Number(await page.evaluate('moves')) > 0, isMoving, reducedMotion)
  }
})
