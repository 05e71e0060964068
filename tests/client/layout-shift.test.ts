import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openApp, settled } from '#tests/support/app.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { startService, type TestService } from '#tests/support/service.ts'

const MOST = 0.02

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { shifted: number }
    seen.shifted = 0
    type Shift = { value: number; hadRecentInput: boolean }
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as unknown as Shift[]) if (!hadRecentInput) seen.shifted += value
    })
    observer.observe({ type: 'layout-shift', buffered: true } as never)
  })
}

async function loadList(page: Page): Promise<number> {
  await page.goto(`${service.origin}/`)
  await page.getByRole('heading', { level: 2, name: 'New' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'In progress' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'All projects' }).waitFor()
  await settled(page)
  await page.waitForTimeout(300) // entries are reported after the frame
  return page.evaluate<number>('shifted')
}

// Which answer comes last must not matter.
for (const late of ['new', 'active', 'findmany'])
  for (const login of [undefined, 'anna'])
    test(`the first load of the list shifts nothing when /${late} is late (${login ?? 'guest'})`, async () => {
      const { page } = await openApp(browser, service, { path: '/settings', isStill: true, viewport: { width: 390, height: 844 }, login })
      await settled(page)
      await watchShifts(page)
      await page.route(RegExp(`/api/project/${late}`), async (route) => {
        await sleep(1200)
        await route.continue().catch(() => {})
      })
      const shifted = await loadList(page)
      assert.ok(shifted <= MOST, `${shifted} of the screen moved`)
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
  const shifted = await loadList(page)
  assert.ok(shifted <= MOST, `${shifted} of the screen moved`)
})
