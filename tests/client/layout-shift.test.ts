import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { answerLast, assertNoShift, watchShifts } from '#tests/support/page/layout-shift.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

const MOST = 0.02

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

async function assertStill(page: Page): Promise<void> {
  await page.goto(`${service.origin}/`)
  for (const name of [/^Open/, 'New', 'In progress', 'Coming soon', 'All projects'])
    await page.getByRole('heading', { level: 2, name }).waitFor()
  await settled(page)
  await assertNoShift(page, MOST)
}

// Which answer comes last must not matter.
for (const [late, login, width] of [
  ['/home', undefined, 390],
  ['/home', 'anna', 390],
  ['/project/findmany', undefined, 390],
  ['/project/findmany', 'anna', 390],
  ['/user/profile', 'anna', 390],
  ['/user/projectstatus', 'anna', 390],
  ['/tag', undefined, 1280], // of the filters beside the list
  ['/user/profile', 'anna', 1280],
] as const)
  test(`the first load of the list shifts nothing when ${late} is late (${login ?? 'guest'}, ${width} px)`, async () => {
    const { page } = await openApp(browser, service, { path: '/settings', isStill: true, viewport: { width, height: 844 }, login })
    await settled(page)
    await watchShifts(page)
    await answerLast(page, RegExp(`/api${late}`))
    await assertStill(page)
  })

test('the first load on slow 4G and a slow phone shifts nothing', async () => {
  const { page } = await openApp(browser, service, { path: '/settings', viewport: { width: 390, height: 844 } })
  await settled(page)
  await watchShifts(page)
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  await debug.send('Network.setCacheDisabled', { cacheDisabled: true })
  await debug.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await assertStill(page)
})
