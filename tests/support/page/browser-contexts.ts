import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

// A pool of reusable browser contexts. A new context fetches and compiles everything again, which takes most of the time of a short test.
// Cookies, storage, routes and permissions are cleared between two tests; the HTTP cache and the compiled code stay.
// What a closed page had still under way may arrive after it was cleared: whoever is to be a guest gets a context that never had a session.

type Pooled = { context: BrowserContext; anchor: Page; devtools: CDPSession; hadSession: boolean }

const STORAGE = 'local_storage,indexeddb,cache_storage,file_systems,websql,service_workers'

export function createContextPool(browser: Browser) {
  const free = new Map<string, Pooled[]>()
  return {
    async take(options: BrowserContextOptions, { isGuest, requests }: { isGuest: boolean; requests: readonly string[] }) {
      const keyOf = (hasSession: boolean) => JSON.stringify([options, hasSession])
      const pooled = free.get(keyOf(!isGuest))?.pop() ?? (await open(browser, options))
      return {
        context: pooled.context,
        async end() {
          try {
            pooled.hadSession ||= !isGuest || (await pooled.context.cookies()).length > 0
            await clear(pooled, requests)
            const key = keyOf(pooled.hadSession)
            free.set(key, [...(free.get(key) ?? []), pooled])
          } catch {
            await pooled.context.close() // a test has closed it, or something in it hangs: do not reuse it
          }
        },
      }
    },
  }
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Pooled> {
  const context = await browser.newContext(options)
  // A service worker outlives its page; tests that need one use a new context.
  await context.addInitScript(() => {
    delete (globalThis as unknown as { Navigator: { prototype: { serviceWorker?: unknown } } }).Navigator.prototype.serviceWorker
  })
  // A page of the same site that stays open keeps the site's renderer process alive.
  const anchor = await context.newPage()
  await anchor.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await anchor.goto('http://127.0.0.1/')
  await anchor.unrouteAll()
  return { context, anchor, devtools: await context.newCDPSession(anchor), hadSession: false }
}

async function clear({ context, anchor, devtools }: Pooled, requests: readonly string[]): Promise<void> {
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
