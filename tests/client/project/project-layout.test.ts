import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { readDemoFile } from '#demo/data.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

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

test('a description shows its tables, and pictures of the project’s own files only', async () => {
  const { sql, app } = service
  await app.files.keep(readDemoFile({ file: 'river-poster.png' }))
  const text =
    '| Station | Level |\n|---|---|\n| W01 | **80** |\n\n![The poster](river-poster.png)\n\n![Not ours](https://example.org/x.png) ![Missing](nothing.png)'
  await sql`update project set description = ${text} where slug = 'river-sensor-network'`
  await app.catalog!.refresh()
  const { page, externalRequests } = await openApp(browser, service, {
    path: '/project/river-sensor-network',
    viewport: { width: 320, height: 640 },
  })
  await page.getByRole('columnheader', { name: 'Level' }).waitFor()
  await page.getByRole('cell', { name: '80' }).waitFor()
  const image = page.getByRole('img', { name: 'The poster' })
  await image.scrollIntoViewIfNeeded()
  const width = () => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)
  for (let tries = 0; tries < 200 && (await width()) === 0; tries++) await page.waitForTimeout(50)
  assert.equal(await width(), 480)
  await assertCount(page.locator('.prose img'), 1)
  await page.getByText('Not ours Missing').waitFor()
  assert.deepEqual(externalRequests, [])
  await assertNoAxeViolations(page)
})
