import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Tokens } from '#contract/mobile.ts'
import type { TestBrowser } from './browser.ts'
import { ownClient } from './own-client.ts'
import type { TestService } from './service.ts'
import { codeFor, exchange } from './sign-in.ts'

// The client as somebody has it in front of them: in a real browser, against the real service.

export type AppSettings = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale' | 'reducedMotion'> & {
  login?: string // signed in as this demo person
  path?: string // where to go then
  isNew?: boolean // never been here: the welcome comes first
  isInstalled?: boolean // with its service worker, which fetches the whole app first: where the network goes away
  isStill?: boolean // no word of changes comes: what failed is asked for again only by whoever presses the button
}

type Place = Pick<TestService, 'origin' | 'authUrl'>
export type OpenApp = Awaited<ReturnType<TestBrowser['visit']>>

export async function openApp(
  browser: Pick<TestBrowser, 'visit'>,
  service: Place,
  { login, path = '/', isNew = false, isInstalled = false, isStill = false, ...looks }: AppSettings = {},
): Promise<OpenApp> {
  const visit = await browser.visit({ ...looks, isOnlyHeard: true, isKept: !isInstalled })
  const { page } = visit
  if (isStill) await page.context().route('**/api/events', (route) => route.fulfill({ status: 204 }))
  if (!isNew)
    await page.addInitScript(() => {
      const { localStorage } = globalThis as unknown as {
        localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void }
      }
      if (localStorage.getItem('pj-settings') === null) localStorage.setItem('pj-settings', JSON.stringify({ isWelcomed: true }))
    })
  if (login !== undefined) await bringSession(page, service, login)
  await page.goto(service.origin + path)
  if (login !== undefined) await page.getByRole('heading', { level: 1 }).waitFor()
  return visit
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

// Signed in already, as after the way through the provider's page, which has its own test; walking it each time would take the most time.
async function bringSession(page: Page, service: Place, login: string): Promise<void> {
  const { origin } = service
  const client = ownClient(`${origin}/signin/done`)
  const code = await codeFor(service, login, client.start(service))
  const body = { code, codeVerifier: client.verifier, transport: 'cookie' }
  const response = await exchange(service, body, { origin, 'user-agent': AGENT })
  const [name, value] = response.headers.get('set-cookie')!.split(';')[0]!.split('=') as [string, string]
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
  const { user } = (await response.json()) as Tokens
  await page.addInitScript((id) => {
    const { localStorage, sessionStorage } = globalThis as unknown as { localStorage: Kept; sessionStorage: Kept }
    if (sessionStorage.getItem('brought') !== null) return // whoever signs out later stays signed out
    sessionStorage.setItem('brought', 'yes')
    localStorage.setItem('pj-was-signed-in', id)
  }, String(user.id))
}

type Kept = { getItem(key: string): string | null; setItem(key: string, value: string): void }

/** When everything that was asked for has come. */
export async function settled(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy=true]')
  await page.locator('h1').first().waitFor()
  for (let calm = 0; calm < 2; ) {
    calm = (await busy.count()) === 0 ? calm + 1 : 0
    await page.waitForTimeout(30)
  }
}

/** When the device keeps what is shown: a page that is left while it still writes has not kept it. */
export const written = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('projectory').onsuccess = ({ target: { result } }) => {
      const reading = result.transaction([...result.objectStoreNames]) // begins when whoever came earlier has written
      for (const name of result.objectStoreNames) reading.objectStore(name).count()
      reading.oncomplete = () => resolve(result.close())
    }
  })`)

/** When as many pages as that hear of changes: of one before, they would learn only with the next. */
export async function listening({ app }: Pick<TestService, 'app'>, pages = 1): Promise<void> {
  while (app.streams.count < pages) await sleep(20)
}

/** The button once it works no more; pressed before, it does nothing. */
export const idle = (button: Locator): Locator => button.and(button.page().locator(':not([aria-busy])'))

/** The focus follows what is drawn, a moment later on a busy machine. */
export async function assertFocus(page: Page, property: string, expected: unknown, why?: string): Promise<void> {
  const found = () => page.evaluate(`document.activeElement.${property}`)
  for (let tries = 0; tries < 300 && (await found()) !== expected; tries++) await page.waitForTimeout(50)
  assert.equal(await found(), expected, why)
}
