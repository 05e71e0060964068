import { createServer } from 'node:http'
import { cpus } from 'node:os'
import type { Page } from 'playwright-core'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { benchPaint } from './support/client-paint.ts'
import { pin } from './support/process.ts'
import { withWorld } from './support/world.ts'

const PROJECTS = 2000
const ROUNDS = 7
const SLOWER = 4 // CPU throttling, as on a cheap phone
const SCROLL_MS = 8000
const PASSES = 5

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const parts = ['start', 'lcp', 'scroll', 'heap'] as const

// Time until the list is rendered with 4 × CPU throttling, relative to a static page with as much text; the largest contentful paint; the frame
// rate while scrolling through two thousand projects; and the memory after passing ten thousand cards. One part can be measured alone.
export async function benchClient(args: string[] = []): Promise<void> {
  const chosen = parts.filter((part) => args.includes(part))
  const has = (part: (typeof parts)[number]) => chosen.length === 0 || chosen.includes(part)
  await withWorld(
    PROJECTS,
    async (ours) => {
      const origin = `http://127.0.0.1:${ours.port}`
      const bare = createServer((_, response) => response.setHeader('content-type', 'text/html').end(plainPage())).listen(0, '127.0.0.1')
      pin(`0-${cpus().length - 1}`) // the processes of a browser need several cores
      const browser = await launchBrowser()
      try {
        if (has('start')) await compareStart(browser, origin, `http://127.0.0.1:${(bare.address() as { port: number }).port}`)
        if (has('lcp')) await benchPaint(browser, origin, await firstSlug(origin))
        if (has('scroll') || has('heap')) {
          const page = await openAll(browser, origin)
          if (has('scroll')) await scroll(page)
          if (has('heap')) await heapOfPasses(page)
        }
      } finally {
        await browser.close()
        bare.close()
      }
    },
    { NODE_ENV: 'development', DEMO: 'false' },
  )
}

async function firstSlug(origin: string): Promise<string> {
  const { projects } = (await (await fetch(`${origin}/api/project/new`)).json()) as { projects: { slug: string }[] }
  return projects[0]!.slug
}

const plainPage = (): string =>
  `<!doctype html><ul class="project-list">${'<li>A project, its dates and what it is about</li>'.repeat(30)}</ul>`

async function slowPage(browser: TestBrowser): Promise<Page> {
  const { page } = await browser.visit({ isObserveOnly: true })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(`try { localStorage.setItem('pj-settings', '{"isWelcomed":true}') } catch {}
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.project-list > li')) return
      observer.disconnect()
      requestAnimationFrame(() => { globalThis.listAt = performance.now() })
    }).observe(document, { childList: true, subtree: true })`)
  return page
}

async function timeOf(browser: TestBrowser, address: string): Promise<number> {
  const page = await slowPage(browser)
  await page.goto(address)
  let at: unknown
  while (at === undefined) {
    at = await page.evaluate('globalThis.listAt')
    await page.waitForTimeout(50)
  }
  await page.context().close()
  return Number(at)
}

async function compareStart(browser: TestBrowser, origin: string, bare: string): Promise<void> {
  const [own, plain]: [number[], number[]] = [[], []]
  await timeOf(browser, origin)
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await timeOf(browser, origin))
    plain.push(await timeOf(browser, bare))
  }
  console.log(
    `list usable, first visit, processor ${SLOWER} × slower: ${Math.round(median(own))} ms (target ≤ 1500), ${(median(own) / median(plain)).toFixed(1)} × a page without script`,
  )
}

/** The list with all cards. */
async function openAll(browser: TestBrowser, origin: string): Promise<Page> {
  const { page } = await browser.visit({ isObserveOnly: true })
  await page.addInitScript(`try { localStorage.setItem('pj-settings', '{"isWelcomed":true}') } catch {}`)
  await page.goto(origin)
  const startedAt = performance.now()
  await page.evaluate(`new Promise((resolve) => {
    const step = () => {
      if (document.querySelectorAll('.project-list > li').length >= ${PROJECTS}) return resolve()
      scrollTo(0, document.documentElement.scrollHeight)
      requestAnimationFrame(step)
    }
    step()
  })`)
  console.log(`${PROJECTS} cards loaded by scrolling to the end: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  await page.evaluate('scrollTo(0, 0)')
  await page.waitForTimeout(500)
  return page
}

async function scroll(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const busySeconds = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
  const before = await busySeconds()
  const frames = (await page.evaluate(`new Promise((resolve) => {
    const frames = []
    let last = performance.now()
    const end = last + ${SCROLL_MS}
    const step = (now) => {
      frames.push(now - last)
      last = now
      scrollBy(0, 40)
      now < end ? requestAnimationFrame(step) : resolve(frames)
    }
    requestAnimationFrame(step)
  })`)) as number[]
  const busy = ((await busySeconds()) - before) * 1000
  const slow = frames.filter((ms) => ms > 25).length
  console.log(
    `scrolling through ${PROJECTS} projects: ${(frames.length / (SCROLL_MS / 1000)).toFixed(1)} frames a second, ${((100 * slow) / frames.length).toFixed(1)} % slow (target 60, < 3 %), ${(busy / frames.length).toFixed(1)} ms of the main thread per frame`,
  )
}

async function heapOfPasses(page: Page): Promise<void> {
  const heaps = [await heapOf(page)]
  for (let pass = 0; pass < PASSES; pass++) {
    await passThrough(page)
    heaps.push(await heapOf(page))
  }
  console.log(
    `heap with all cards, and after each pass through ${PROJECTS}: ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB (target: flat)`,
  )
}

/** To the end of the list and back, one step in each frame. */
const passThrough = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    let at = 0
    const step = () => {
      if (at > document.documentElement.scrollHeight) return resolve(scrollTo(0, 0))
      scrollTo(0, at += 2000)
      requestAnimationFrame(step)
    }
    step()
  })`)

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
