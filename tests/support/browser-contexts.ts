import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

// Contexts that serve one visit after another. In a new one everything is fetched, compiled and set up anew, which takes most of the time
// of a short test. Between two visits everything a page can leave behind is removed; only what was fetched and compiled stays.

type Kept = { context: BrowserContext; anchor: Page; devtools: CDPSession }

const STORAGE = 'local_storage,indexeddb,cache_storage,file_systems,websql,service_workers'

export function keepContexts(browser: Browser) {
  const free = new Map<string, Kept[]>()
  return {
    async take(options: BrowserContextOptions, requests: readonly string[]) {
      const key = JSON.stringify(options)
      const kept = free.get(key)?.pop() ?? (await open(browser, options))
      return {
        context: kept.context,
        async end() {
          try {
            await empty(kept, requests)
            free.set(key, [...(free.get(key) ?? []), kept])
          } catch {
            await kept.context.close() // a test has closed it, or something in it hangs: the next visit gets a new one
          }
        },
      }
    },
  }
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options)
  // A service worker outlives its page; visits that need one have a context of their own.
  await context.addInitScript(() => {
    delete (globalThis as unknown as { Navigator: { prototype: { serviceWorker?: unknown } } }).Navigator.prototype.serviceWorker
  })
  // A page of the same site that stays, and with it the process that the site's pages share.
  const anchor = await context.newPage()
  await anchor.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await anchor.goto('http://127.0.0.1/')
  await anchor.unrouteAll()
  return { context, anchor, devtools: await context.newCDPSession(anchor) }
}

async function empty({ context, anchor, devtools }: Kept, requests: readonly string[]): Promise<void> {
  await Promise.all(context.pages().map((page) => page !== anchor && page.close()))
  const origins = new Set(requests.map((address) => new URL(address).origin).filter((origin) => origin.startsWith('http')))
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.setOffline(false),
    context.clearPermissions(),
    context.clearCookies(),
    ...[...origins].map((origin) => devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE })),
  ])
}
