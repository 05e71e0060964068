import type { Page } from 'playwright-core'
import type { TestBrowser } from '#tests/support/browser.ts'

// Largest contentful paint and layout shift on a slow phone: processor 4 × slower, slow 4G (150 ms, 1.6 Mbit/s down, 0.75 up), nothing cached.

const ROUNDS = 5
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9 }
const SLOWER = 4
const QUIET_MS = 2000 // after the last paint

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

type Paint = { largest: number; shift: number; element: string }

async function paintOf(browser: TestBrowser, address: string): Promise<Paint> {
  const { page } = await browser.visit({ isObserveOnly: true, reducedMotion: 'no-preference' })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(`try { localStorage.setItem('pj-settings', '{"isWelcomed":true}') } catch {}
    globalThis.paint = { largest: 0, shift: 0, element: '' }
    new PerformanceObserver((list) => {
      for (const { startTime, element } of list.getEntries())
        globalThis.paint = { ...globalThis.paint, largest: startTime, element: (element?.tagName ?? '') + '.' + (element?.className?.baseVal ?? element?.className ?? '') }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.paint.shift += value
    }).observe({ type: 'layout-shift', buffered: true })`)
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  const paint = await lastPaint(page)
  await page.context().close()
  return paint
}

async function lastPaint(page: Page): Promise<Paint> {
  for (let before = -1; ; ) {
    await page.waitForTimeout(QUIET_MS)
    const paint = (await page.evaluate('globalThis.paint')) as Paint
    if (paint.largest === before) return paint
    before = paint.largest
  }
}

export async function benchPaint(browser: TestBrowser, origin: string, slug: string): Promise<void> {
  for (const [name, path] of [
    ['list', '/'],
    ['project page', `/project/${slug}`],
  ] as const) {
    const paints: Paint[] = []
    for (let round = 0; round < ROUNDS; round++) paints.push(await paintOf(browser, origin + path))
    const largest = median(paints.map((paint) => paint.largest))
    const shift = Math.max(...paints.map((paint) => paint.shift))
    console.log(
      `${name}, slow 4G, processor ${SLOWER} × slower: largest contentful paint ${Math.round(largest)} ms (target ≤ 1200; ${paints[0]!.element}), layout shift ≤ ${shift.toFixed(3)} (target 0.02)`,
    )
  }
}
