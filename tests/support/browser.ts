import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import axe, { type Result as Violation } from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
  type WebError,
} from 'playwright-core'
import { atEnd } from '#tests/runner/current.ts'
import { createContextPool } from './page/browser-contexts.ts'
import { findChromium } from './page/chromium.ts'
import { recordScreens } from './page/visited-screens.ts'

export const phone = { width: 390, height: 844 }
export const tablet = { width: 768, height: 1024 }
export const desktop = { width: 1280, height: 800 }

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--process-per-site', // pages of one context share a process and its compiled code
  // Second barrier: requests that bypass the routes below, and the browser's own requests, resolve no host.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

type VisitOptions = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale' | 'reducedMotion' | 'timezoneId'> & {
  isObserveOnly?: boolean // requests are recorded but not intercepted, which is slow; the resolver rules still block other hosts
  isGuest?: boolean // of a reused context: nobody was signed in there before
  isContextReused?: boolean // without a service worker, in a context from the pool (browser-contexts.ts)
}
type Recorded = {
  requests: string[] // all URLs
  externalRequests: string[] // URLs outside of this machine; they were blocked
  faults: string[] // console errors and exceptions
}
type OpenVisit = Recorded & {
  page: Page
  quiet(): Promise<void> // waits until every answer is there (but the event stream) and the page has nothing left to do
  end(): Promise<void>
}
export type TestBrowser = { visit(options?: VisitOptions): Promise<OpenVisit>; isOpen(): boolean; close(): Promise<void> }

const QUIET_WITHIN_MS = 60_000 // ends what hangs

const isLoopback = (address: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)

export async function launchBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    headless: true,
    args: flags,
    // It exits with this process anyway; the test runner handles the signals.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  const pool = createContextPool(browser)
  return {
    async visit({ isObserveOnly = false, isContextReused = false, isGuest = true, ...given } = {}) {
      const options = { viewport: phone, colorScheme: 'light', locale: 'en', reducedMotion: 'reduce', ...given } as const
      const recorded: Recorded = { requests: [], externalRequests: [], faults: [] }
      const { context, end } = isContextReused
        ? await pool.take(options, { isGuest, requests: recorded.requests })
        : await newContext(browser, options)
      const { pending, stop } = await listen(context, recorded, isObserveOnly)
      const page = await context.newPage()
      let ending: Promise<void> | undefined // by the test and again after it: a context that was given back twice would have two visits at once
      return {
        page,
        ...recorded,
        async quiet() {
          const deadline = performance.now() + QUIET_WITHIN_MS
          // Modules that were loaded when idle ask for more when they are evaluated.
          for (let calm = 0; calm < 3; calm = pending.size === 0 ? calm + 1 : 0) {
            await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 4000 }))') // the app gives itself 3000
            assert.ok(performance.now() < deadline, `still waiting for ${[...pending].map((request) => request.url())}`)
          }
        },
        end() {
          stop()
          ending ??= end()
          return ending
        },
      }
    },
    isOpen: () => browser.isConnected(),
    close: () => browser.close(),
  }
}

type OpenContext = { context: BrowserContext; end(): Promise<void> }

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<OpenContext> {
  const context = await browser.newContext(options)
  return { context, end: () => context.close() }
}

/** Records the requests and errors of all pages of the context. */
async function listen(context: BrowserContext, recorded: Recorded, isObserveOnly: boolean) {
  const pending = new Set<Request>()
  const isCounted = (request: Request) => !request.url().endsWith('/api/events') && request.serviceWorker() === null
  const onStart = (request: Request) => void (isCounted(request) && pending.add(request))
  const onEnd = (request: Request) => void pending.delete(request)
  const record = (address: string) => {
    recorded.requests.push(address)
    if (!isLoopback(address) && /^(http|ws)s?:/.test(address)) recorded.externalRequests.push(address)
  }
  const onRequest = (request: Request) => record(request.url())
  const onPage = (page: Page) => void page.on('websocket', (socket) => record(socket.url()))
  const onConsole = (message: ConsoleMessage) => void (message.type() === 'error' && recorded.faults.push(message.text()))
  const onError = (error: WebError) => void recorded.faults.push(String(error.error()))
  context.on('console', onConsole).on('weberror', onError).on('page', recordScreens)
  context.on('request', onStart).on('requestfinished', onEnd).on('requestfailed', onEnd)
  if (isObserveOnly) context.on('request', onRequest).on('page', onPage)
  else {
    await context.route('**/*', (route) => {
      record(route.request().url())
      return isLoopback(route.request().url()) ? route.continue() : route.abort('blockedbyclient')
    })
    await context.routeWebSocket('**/*', (socket) => {
      record(socket.url())
      return isLoopback(socket.url()) ? void socket.connectToServer() : socket.close()
    })
  }
  const stop = () => {
    context.off('console', onConsole).off('weberror', onError).off('page', recordScreens).off('request', onRequest).off('page', onPage)
    context.off('request', onStart).off('requestfinished', onEnd).off('requestfailed', onEnd)
  }
  return { pending, stop }
}

// evaluate() is not subject to the page's Content Security Policy, so the policy stays on.
export async function assertNoAxeViolations(page: Page): Promise<void> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source)
  // All rules run. Only violations are serialized: the list of passing nodes would take most of the time.
  const violations = await page.evaluate<Violation[]>(
    'axe.run(document, { resultTypes: ["violations"], elementRef: false }).then(({ violations }) => violations)',
  )
  const messages = violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 5).map((node) => `${id} (${help}): ${node.target.join(' ')}`))
  assert.deepEqual(messages, [])
}

// One browser for all test files of a process.
let shared: Promise<TestBrowser> | undefined
export async function sharedBrowser(): Promise<TestBrowser> {
  const found = await shared?.catch(() => undefined)
  if (found?.isOpen()) return found
  const launched = launchBrowser()
  shared = launched
  atEnd.push(async () => (await launched.catch(() => undefined))?.close())
  return launched
}

/** What a page shows, printed with the error of a test that failed. */
const describe = async (page: Page): Promise<string> =>
  `${page.url()}: ${await page.evaluate<string>('document.body.innerText.replace(/\\s+/g, " ").slice(0, 600)').catch(String)}`

// Call it at the top of a test file; the browser starts with the first visit.
export function openBrowser(): Pick<TestBrowser, 'visit'> {
  const visits: OpenVisit[] = []
  // A page left open would refetch after every change that later tests make.
  afterEach(async (context) => {
    const ended = visits.splice(0)
    const { error } = context as { error?: Error } // of the test; @types/node does not have it yet
    if (error?.cause instanceof Error)
      Object.assign(error.cause, { shown: (await Promise.all(ended.map(({ page }) => describe(page)))).join('\n') })
    await Promise.all(ended.map((visit) => visit.end().catch(() => {})))
  })
  return {
    async visit(options) {
      const visit = await (await sharedBrowser()).visit(options)
      visits.push(visit)
      return visit
    },
  }
}
