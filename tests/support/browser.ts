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
import { keepContexts } from './browser-contexts.ts'
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
  '--process-per-site', // pages of one context share a process, which keeps what it has compiled
  // The second lock: whatever gets past the routes below, and whatever the browser does of its own accord, finds no host.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

type Looks = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale' | 'reducedMotion'> & {
  isOnlyHeard?: boolean // requests are noted, not stopped on their way, which takes as long as answering them. The second lock holds all the same.
  isKept?: boolean // without a service worker, in a context that was emptied after an earlier visit (browser-contexts.ts)
}
type BrowserRequest = {
  page: Page
  requests: string[] // every address asked for
  strays: string[] // those that would have left this machine; they were refused
  faults: string[] // console errors and exceptions
}
type Heard = Omit<BrowserRequest, 'page'>
type OpenVisit = BrowserRequest & { end(): Promise<void> }
export type TestBrowser = { visit(looks?: Looks): Promise<OpenVisit>; isOpen(): boolean; close(): Promise<void> }

const isLoopback = (address: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)

export async function launchBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    headless: true,
    args: flags,
    // It ends with this process in any case.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  const kept = keepContexts(browser)
  return {
    async visit({ isOnlyHeard = false, isKept = false, ...looks } = {}) {
      const options = { viewport: phone, colorScheme: 'light', locale: 'en', reducedMotion: 'reduce', ...looks } as const
      const heard: Heard = { requests: [], strays: [], faults: [] }
      // Otherwise a page of its own: no cookies, cache or storage of another visit.
      const { context, end } = isKept ? await kept.take(options, heard.requests) : await newContext(browser, options)
      const stop = await listen(context, heard, isOnlyHeard)
      return {
        page: await context.newPage(),
        ...heard,
        async end() {
          stop()
          await end()
        },
      }
    },
    isOpen: () => browser.isConnected(),
    close: () => browser.close(),
  }
}

type Taken = { context: BrowserContext; end(): Promise<void> }

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<Taken> {
  const context = await browser.newContext(options)
  return { context, end: () => context.close() }
}

/** Notes what its pages ask for and complain about. */
async function listen(context: BrowserContext, heard: Heard, isOnlyHeard: boolean): Promise<() => void> {
  const hear = (address: string) => {
    heard.requests.push(address)
    if (!isLoopback(address) && /^(http|ws)s?:/.test(address)) heard.strays.push(address)
  }
  const onRequest = (request: Request) => hear(request.url())
  const onPage = (page: Page) => void page.on('websocket', (socket) => hear(socket.url()))
  const onConsole = (message: ConsoleMessage) => void (message.type() === 'error' && heard.faults.push(message.text()))
  const onError = (error: WebError) => void heard.faults.push(String(error.error()))
  context.on('console', onConsole).on('weberror', onError)
  if (isOnlyHeard) context.on('request', onRequest).on('page', onPage)
  else {
    await context.route('**/*', (route) => {
      hear(route.request().url())
      return isLoopback(route.request().url()) ? route.continue() : route.abort('blockedbyclient')
    })
    await context.routeWebSocket('**/*', (socket) => {
      hear(socket.url())
      return isLoopback(socket.url()) ? void socket.connectToServer() : socket.close()
    })
  }
  return () => context.off('console', onConsole).off('weberror', onError).off('request', onRequest).off('page', onPage)
}

// The debugger's evaluate is not subject to the page's content policy, so that the page is examined as people get it.
export async function assertNoAxeViolations(page: Page): Promise<void> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source)
  // No rule is left out. Only what is wrong is described, and only that leaves the page: the list of a thousand nodes that are right takes longest.
  const violations = await page.evaluate<Violation[]>(
    'axe.run(document, { resultTypes: ["violations"], elementRef: false }).then(({ violations }) => violations)',
  )
  const told = violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 5).map((node) => `${id} (${help}): ${node.target.join(' ')}`))
  assert.deepEqual(told, [])
}

// One for all test files of a process.
let shared: Promise<TestBrowser> | undefined
async function sharedBrowser(): Promise<TestBrowser> {
  const found = await shared?.catch(() => undefined)
  if (found?.isOpen()) return found
  const launched = launchBrowser()
  shared = launched
  atEnd.push(async () => (await launched.catch(() => undefined))?.close())
  return launched
}

// For tests, at the top of a file: started with the first visit.
export function openBrowser(): Pick<TestBrowser, 'visit'> {
  const visits: OpenVisit[] = []
  // What a test has left open would go on asking the server with every change that later tests make.
  afterEach(async () => void (await Promise.all(visits.splice(0).map((visit) => visit.end().catch(() => {})))))
  return {
    async visit(looks) {
      const visit = await (await sharedBrowser()).visit(looks)
      visits.push(visit)
      return visit
    },
  }
}
