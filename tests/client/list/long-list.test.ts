import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { findProjects } from '#contract/project.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('a long list is one list; the browser skips the cards far from the viewport, and shows them again', async () => {
  const { total } = await service.call(findProjects, { body: { filters: {}, pageSize: 1 } })
  const { page } = await openApp(browser, service)
  await settled(page)
  while ((await page.getByRole('button', { name: 'Show more' }).count()) > 0) {
    await page.mouse.wheel(0, 3000)
    await page.waitForTimeout(50)
  }
  const list = page
    .getByRole('list')
    .filter({ has: page.getByRole('article') })
    .last()
  const cards = list.getByRole('listitem').filter({ has: page.getByRole('article') })
  await assertCount(cards, total)
  const isDrawn = (at: number) =>
    cards
      .nth(at)
      .getByRole('heading')
      .evaluate((card) => card.checkVisibility({ contentVisibilityAuto: true }))
  const until = async (at: number, expected: boolean) => {
    while ((await isDrawn(at)) !== expected) await page.waitForTimeout(50)
  }
  await until(total - 1, true)
  await until(0, false)
  await cards.first().scrollIntoViewIfNeeded()
  await until(0, true)
  await until(total - 1, false)
  await assertNoAxeViolations(page)
})

test('generated covers are elements of the page, not images; each refers to a gradient of its own', async () => {
  const { page } = await openApp(browser, service)
  await settled(page)
  await page.locator('.cover > svg').first().waitFor()
  assert.equal(await page.locator('img[src^="data:image/svg"]').count(), 0)
  const covers = await page.locator('.cover > svg').evaluateAll((all) =>
    all.map((cover) => {
      const [gradient] = cover.querySelectorAll('linearGradient')
      return {
        id: gradient!.id,
        used: cover.querySelectorAll(`[fill="url(#${gradient!.id})"]`).length,
        shapes: cover.querySelectorAll('*').length,
      }
    }),
  )
  assert.ok(covers.length > 10)
  assert.equal(new Set(covers.map(({ id }) => id)).size, covers.length)
  for (const { used, shapes } of covers) assert.ok(used === 1 && shapes > 4)
})
