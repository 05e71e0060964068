import assert from 'node:assert/strict'
import { after, afterEach } from 'node:test'
import axe from 'axe-core'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The second lock: whatever gets past the routes below, and whatever the browser does of its own accord, finds no host.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

// isOnlyHeard: requests are noted, not stopped on their way, which takes as long as answering them. The second lock holds all the same.
type Looks = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale' | 'reducedMotion'> & { isOnlyHeard?: boolean }
type Visit = {
  page: Page
  requests: string[] // every address asked for
  strays: string[] // those that would have left this machine; they were refused
  faults: string[] // console errors and exceptions
}
export type TestBrowser = { visit(looks?: Looks): Promise<Visit>; close(): Promise<void> }

const isLoopback = (address: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)

export async function launchBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({ executablePath: await findChromium(), headless: true, args: flags })
  return {
    async visit({ isOnlyHeard = false, ...looks } = {}) {
      // A page of its own: no cookies, cache or storage of another visit.
      const context = await browser.newContext({ viewport: phone, colorScheme: 'light', locale: 'en', reducedMotion: 'reduce', ...looks })
      const visit: Visit = { page: await context.newPage(), requests: [], strays: [], faults: [] }
      const hear = (address: string) => {
        visit.requests.push(address)
        if (!isLoopback(address) && /^https?:/.test(address)) visit.strays.push(address)
      }
      if (isOnlyHeard) {
        context.on('request', (request) => hear(request.url()))
      } else
        await context.route('**/*', (route) => {
          const address = route.request().url()
          visit.requests.push(address)
          if (isLoopback(address)) return route.continue()
          visit.strays.push(address)
          return route.abort('blockedbyclient')
        })
      await context.routeWebSocket('**/*', (socket) => {
        visit.requests.push(socket.url())
        if (isLoopback(socket.url())) return void socket.connectToServer()
        visit.strays.push(socket.url())
        return socket.close()
      })
      context.on('console', (message) => void (message.type() === 'error' && visit.faults.push(message.text())))
      context.on('weberror', (error) => void visit.faults.push(String(error.error())))
      return visit
    },
    close: () => browser.close(),
  }
}

// For tests, at the top of a file: started with the first visit, closed by itself when the file has ended.
export function openBrowser(): Pick<TestBrowser, 'visit'> {
  let launched: Promise<TestBrowser> | undefined
  const visits: Visit[] = []
  // What a test has left open would go on asking the server with every change that later tests make.
  afterEach(
    async () =>
      void (await Promise.all(
        visits.splice(0).map(({ page }) =>
          page
            .context()
            .close()
            .catch(() => {}),
        ),
      )),
  )
  after(async () => (await launched?.catch(() => undefined))?.close())
  return {
    async visit(looks) {
      launched ??= launchBrowser()
      const visit = await (await launched).visit(looks)
      visits.push(visit)
      return visit
    },
  }
}

// The debugger's evaluate is not subject to the page's content policy, so that the page is examined as people get it.
export async function assertNoAxeViolations(page: Page): Promise<void> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source)
  // Only what is wrong is described in full: naming each of a thousand nodes that are right takes most of the time. No rule is left out.
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run(document, { resultTypes: ["violations"], elementRef: false })')
  const told = violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 5).map((node) => `${id} (${help}): ${node.target.join(' ')}`))
  assert.deepEqual(told, [])
}
