import { createServer } from 'node:http'
import { cpus } from 'node:os'
import type { Page } from 'playwright-core'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { benchPaint } from './client-paint.ts'
import { pin } from './process.ts'
import { withWorld } from './world.ts'

const PROJECTS = 2000
const ROUNDS = 7
const SLOWER = 4 // CPU throttling, as on a cheap phone
const SCROLL_MS = 8000

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

// Time until the list is rendered with 4 × CPU throttling, relative to a static page with as much text; and the frame rate while scrolling
// through two thousand projects.
export async function benchClient(): Promise<void> {
  await withWorld(
    PROJECTS,
    async (ours) => {
      const origin = `http://127.0.0.1:${ours.port}`
      const bare = createServer((_, response) => response.setHeader('content-type', 'text/html').end(plainPage())).listen(0, '127.0.0.1')
      pin(`0-${cpus().length - 1}`) // the processes of a browser need several cores
      const browser = await launchBrowser()
      try {
        await compareStart(browser, origin, `http://127.0.0.1:${(bare.address() as { port: number }).port}`)
        await benchPaint(browser, origin, await firstSlug(origin))
        await scroll(browser, origin)
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

async function scroll(browser: TestBrowser, origin: string): Promise<void> {
  const { page } = await browser.visit({ isObserveOnly: true })
  await page.addInitScript(`try { localStorage.setItem('pj-settings', '{"isWelcomed":true}') } catch {}`)
  await page.goto(origin)
  const count = async () => Number(await page.evaluate(`document.querySelectorAll('.project-list > li').length`))
  while ((await count()) < PROJECTS) await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await page.evaluate('scrollTo(0, 0)')
  await page.waitForTimeout(500)
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
  const slow = frames.filter((ms) => ms > 25).length
  const heap = await heapOf(page)
  console.log(
    `scrolling through ${await count()} projects: ${(frames.length / (SCROLL_MS / 1000)).toFixed(1)} frames a second, ${((100 * slow) / frames.length).toFixed(1)} % slow (target 60, < 3 %)`,
  )
  await page.evaluate('scrollTo(0, 0)')
  for (let again = 0; again < 4; again++) await passThrough(page)
  console.log(`heap with all cards: ${heap.toFixed(1)} MB, after passing ${5 * PROJECTS} cards: ${(await heapOf(page)).toFixed(1)} MB`)
}

/** To the end of the list and back. */
async function passThrough(page: Page): Promise<void> {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  for (let at = 0; at < height; at += 4000) {
    await page.evaluate(`scrollTo(0, ${at})`)
    await page.waitForTimeout(20)
  }
  await page.evaluate('scrollTo(0, 0)')
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
