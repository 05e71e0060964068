import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { desktop, type TestBrowser } from '#tests/support/browser.ts'
import { type AppSettings, type OpenApp, openApp, settled } from '#tests/support/page/app.ts'
import { type ServiceSettings, startService, type TestService } from '#tests/support/service.ts'

// What the tests of the console share.

/** A service for all tests of the file. It runs when their hooks and tests do, not yet while the file is read. */
export function serviceOfFile(settings: ServiceSettings = {}): TestService {
  let started: TestService | undefined
  before(async () => {
    started = await startService(settings)
  })
  after(() => started?.close())
  return new Proxy({} as TestService, { get: (_, name) => started?.[name as keyof TestService] })
}

type Open = (path?: string, settings?: AppSettings) => Promise<OpenApp>

/** Opens a page of the console on a desktop, signed in as a curator unless told otherwise, and waits until it has loaded. */
export const consoleOf =
  (browser: Pick<TestBrowser, 'visit'>, service: TestService, usual: AppSettings = {}): Open =>
  async (path = usual.path, settings = {}) => {
    const visit = await openApp(browser, service, { login: 'curator', viewport: desktop, ...usual, ...settings, path })
    await settled(visit.page)
    return visit
  }

/** Waits for a message at the edge of the page. */
export const toast = (page: Page, text: string | RegExp): Promise<void> => page.getByRole('status').getByText(text).first().waitFor()

/** How many pixels the page is wider than the screen. */
export const overflowOf = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
