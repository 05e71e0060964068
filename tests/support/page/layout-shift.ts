import assert from 'node:assert/strict'
import type { Page, Request } from 'playwright-core'
import { drawn } from './app.ts'

// How much of the screen moves while a page loads, without an act of the person.

type Box = { x: number; y: number; width: number; height: number }
type Source = { node: { nodeName: string; className?: string } | null; previousRect: Box; currentRect: Box }
type Shift = { value: number; hadRecentInput: boolean; sources: Source[] }

/** From the next load of the page on. */
export async function watchShifts(page: Page): Promise<void> {
  // Without a font of the device that is as wide as ours, lines may break differently until ours is there (tests/fonts): ours stays away.
  const hasFallback = `document.fonts.load('16px "Onest fallback"').then((found) => found.length > 0, () => false)`
  if (!(await page.evaluate(hasFallback))) await page.route(/\.woff2$/, (route) => route.abort())
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { shifts: { value: number; what: string }[]; readShifts(): void }
    seen.shifts = []
    const boxOf = ({ x, y, width, height }: Box) => [x, y, width, height].map(Math.round).join(' ')
    const add = (entries: unknown) => {
      for (const { value, hadRecentInput, sources } of entries as Shift[]) {
        if (hadRecentInput) continue
        const what = sources.map(
          ({ node, previousRect, currentRect }) => `${node?.nodeName}.${node?.className} ${boxOf(previousRect)} → ${boxOf(currentRect)}`,
        )
        seen.shifts.push({ value, what: what.join(', ') })
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true } as never)
    seen.readShifts = () => add(observer.takeRecords())
  })
}

/** When fonts and visible pictures are there and drawn; `most` is a share of the screen. */
export async function assertNoShift(page: Page, most: number): Promise<void> {
  await page.evaluate(`Promise.all([
    document.fonts.ready,
    ...[...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight).map((image) => image.decode().catch(() => {})),
  ]).then(() => {})`)
  await drawn(page)
  const shifts = await page.evaluate<{ value: number; what: string }[]>('readShifts(), shifts')
  const sum = shifts.reduce((sum, { value }) => sum + value, 0)
  const what = shifts.map(({ value, what }) => `${value.toFixed(4)}: ${what}`)
  assert.ok(sum <= most, `${sum} of the screen at ${page.url()} moved:\n${what.join('\n')}`)
}

/** These calls are answered when everything else that the page has asked for is there and drawn. */
export async function answerLast(page: Page, call: RegExp): Promise<void> {
  const pending = new Set<Request>()
  page.on('request', (request) => void (call.test(request.url()) || request.url().endsWith('/api/events') || pending.add(request)))
  for (const name of ['requestfinished', 'requestfailed'] as const)
    page.on(name as 'requestfinished', (request) => void pending.delete(request))
  await page.route(call, async (route) => {
    const isDrawn = () =>
      drawn(page).then(
        () => pending.size === 0,
        () => false, // the page is just being opened
      )
    for (let calm = 0; calm < 2; ) calm = (await isDrawn()) ? calm + 1 : 0
    await route.continue().catch(() => {})
  })
}
