import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContextOptions, Locator, Page, Response } from 'playwright-core'
import type { Tokens } from '#contract/mobile.ts'
import type { TestBrowser } from '#tests/support/browser.ts'
import { ownClient } from '#tests/support/own-client.ts'
import type { TestService } from '#tests/support/service.ts'
import { codeFor, exchange } from '#tests/support/sign-in.ts'
import { until } from '#tests/support/until.ts'

// Opens the client in a real browser, against the real service.

export type AppSettings = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale' | 'reducedMotion' | 'timezoneId'> & {
  at?: () => Date // the clock of the device stands still at this moment
  login?: string // signed in as this demo person
  path?: string // first page
  isNew?: boolean // first visit: the welcome screen is shown
  isInstalled?: boolean // with the service worker, which precaches the app; for offline tests
  isStill?: boolean // no change events (SSE), so no automatic refetch: a failed query is retried only by its button
}

type Service = Pick<TestService, 'origin' | 'authUrl'>
export type OpenApp = Awaited<ReturnType<TestBrowser['visit']>>

export async function openApp(
  browser: Pick<TestBrowser, 'visit'>,
  service: Service,
  { login, path = '/', isNew = false, isInstalled = false, isStill = false, at, ...options }: AppSettings = {},
): Promise<OpenApp> {
  const visit = await browser.visit({ ...options, isObserveOnly: true, isContextReused: !isInstalled, isGuest: login === undefined })
  const { page } = visit
  if (isStill) await page.context().route('**/api/events', (route) => route.fulfill({ status: 204 }))
  if (!isNew)
    await page.addInitScript(() => {
      const { localStorage } = globalThis as unknown as {
        localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void }
      }
      if (localStorage.getItem('pj-settings') === null) localStorage.setItem('pj-settings', JSON.stringify({ isWelcomed: true }))
    })
  if (login !== undefined) await addSession(page, service, login)
  if (at) await page.clock.setFixedTime(at())
  await page.goto(service.origin + path)
  if (login !== undefined) await page.getByRole('heading', { level: 1 }).waitFor()
  return visit
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

// Signs in over HTTP instead of through the provider's page, which has its own test and would take most of the time here.
async function addSession(page: Page, service: Service, login: string): Promise<void> {
  const { origin } = service
  const client = ownClient(`${origin}/signin/done`)
  const code = await codeFor(service, login, client.start(service))
  const body = { code, codeVerifier: client.verifier, transport: 'cookie' }
  const response = await exchange(service, body, { origin, 'user-agent': AGENT })
  const [name, value] = response.headers.get('set-cookie')!.split(';')[0]!.split('=') as [string, string]
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
  const { user } = (await response.json()) as Tokens
  await page.addInitScript((id) => {
    const { localStorage, sessionStorage } = globalThis as unknown as { localStorage: WebStorage; sessionStorage: WebStorage }
    if (sessionStorage.getItem('session-added') !== null) return // a later sign-out is not undone by a reload
    sessionStorage.setItem('session-added', 'yes')
    localStorage.setItem('pj-was-signed-in', id)
  }, String(user.id))
}

type WebStorage = { getItem(key: string): string | null; setItem(key: string, value: string): void }

/** Waits until nothing on the page is loading. */
export async function settled(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy=true]')
  await page.locator('h1').first().waitFor()
  for (let calm = 0; calm < 2; ) {
    calm = (await busy.count()) === 0 ? calm + 1 : 0
    await page.waitForTimeout(30)
  }
}

/** Without it an app that has lost the server finds it again by itself after some seconds, and a button to try again disappears. */
export const stopProbing = (page: Page): Promise<unknown> => page.context().route('**/api/project/new?limit=1', (route) => route.abort())

/** Waits for pending IndexedDB writes: a page that is closed during a write loses it. */
export const written = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('projectory').onsuccess = ({ target: { result } }) => {
      const reading = result.transaction([...result.objectStoreNames]) // starts after all earlier write transactions
      for (const name of result.objectStoreNames) reading.objectStore(name).count()
      reading.oncomplete = () => resolve(result.close())
    }
  })`)

/** Waits until this many pages have an open event stream; a change made earlier would not reach them. */
export async function listening({ app }: Pick<TestService, 'app'>, pages = 1): Promise<void> {
  while (app.streams.count < pages) await sleep(20)
}

/** The button when it is no longer busy; a click on a busy button does nothing. */
export const idle = (button: Locator): Locator => button.and(button.page().locator(':not([aria-busy])'))

/** Polls: the focus moves after rendering, which takes longer on a busy machine. */
export async function assertFocus(page: Page, property: string, expected: unknown, why?: string): Promise<void> {
  const found = () => page.evaluate(`document.activeElement.${property}`)
  for (let tries = 0; tries < 300 && (await found()) !== expected; tries++) await page.waitForTimeout(50)
  assert.equal(await found(), expected, why)
}

/** Toasts outlive a slow machine. Delays the commit of what can be undone, too. Until the next load of the page. */
export const holdToasts = (page: Page): Promise<void> =>
  page.evaluate(`{
    const wait = setTimeout
    globalThis.heldToasts = []
    globalThis.setTimeout = (act, ms, ...rest) => {
      if (ms === 6000) heldToasts.push(act)
      return wait(act, ms === 6000 ? 600_000 : ms, ...rest)
    }
    undefined
  }`)

/** The time of all toasts that were held is over, also of those that the person has answered. */
export const endToasts = (page: Page): Promise<void> => page.evaluate('{ for (const end of heldToasts.splice(0)) end() }')

/** Waits until what has changed is laid out and drawn: entries about a frame, and its scroll events, come with the next one. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))')

/** Scrolls as a person does: the position is kept, unlike one that a script sets while a screen is opening. */
export async function wheelTo(page: Page, y: number): Promise<void> {
  const position = () => page.evaluate<number>('scrollY')
  await page.mouse.wheel(0, y - (await position()))
  await until(async () => Math.abs((await position()) - y) < 2)
  await drawn(page)
}

/** Waits until the page has evaluated the module of this response, which is later than the response. */
export const evaluated = async (page: Page, loaded: Promise<Response>): Promise<void> =>
  page.evaluate(`import(${JSON.stringify((await loaded).url())}).then(() => {})`)

/** Letters of one shortcut at once: it ends 1.5 s after its first letter, and two calls may take longer on a busy machine. */
export const pressTogether = (page: Page, letters: string): Promise<void> =>
  page.evaluate(`for (const key of ${JSON.stringify(letters)}) {
    const code = 'Key' + key.toUpperCase()
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
  }`)
