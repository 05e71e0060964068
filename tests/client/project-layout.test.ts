import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openApp } from '#tests/support/app.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { startService, type TestService } from '#tests/support/service.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('similar projects are in one row of cards that scrolls sideways, at every width', async () => {
  const { page } = await openApp(browser, service, { path: '/project/river-sensor-network' })
  const row = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Similar projects' }) })
  const cards = row.getByRole('list').first().locator(':scope > li')
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await cards.first().waitFor()
    const boxes = await Promise.all((await cards.all()).map(async (card) => (await card.boundingBox())!))
    assert.ok(boxes.length > 1)
    assert.equal(new Set(boxes.map(({ y }) => y)).size, 1, `one row at ${width} px`)
    for (const box of boxes) assert.ok(box.width >= 200 && box.width <= 280, `a card is ${box.width} px wide at ${width} px`)
    assert.equal(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'), false)
  }
})
