import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import { endOtherSessions } from '#contract/mobile.ts'
import { assertNoAxeViolations } from '#tests/support/browser.ts'
import type { TestService } from '#tests/support/service.ts'
import { callAs } from '#tests/support/sign-in.ts'
import { until } from '#tests/support/until.ts'
import { drawn } from './app.ts'

// The server ends the session of an open page; a sheet over it asks to sign in again.

export const endedSheet = (page: Page) => page.getByRole('dialog', { name: 'You’ve been signed out' })

/** Ends the sessions of the person's open pages. */
export async function endSessions(service: TestService, login: string): Promise<void> {
  await (await callAs(service, login))(endOtherSessions)
}

export async function signInAgain(page: Page, login: string): Promise<void> {
  const opening = page.context().waitForEvent('page')
  await endedSheet(page).getByRole('button', { name: 'Sign in' }).click()
  await (await opening).locator(`button[value=${login}]`).click()
  await endedSheet(page).waitFor({ state: 'detached' })
}

/** The page reads its data again and is told each time that the service has too much to do. */
async function failToReload(page: Page): Promise<void> {
  const asked = new Map<string, number>()
  const problem = { type: 'about:blank', title: 'Busy', status: 503, detail: 'Try again later.', code: 'overloaded', requestId: 'busy' }
  const refuse = async (route: Route) => {
    const request = route.request()
    if (request.method() !== 'GET' || request.resourceType() !== 'fetch') return route.fallback()
    asked.set(request.url(), (asked.get(request.url()) ?? 0) + 1)
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  }
  await page.context().route('**/api/**', refuse)
  await page.evaluate('dispatchEvent(new Event("offline")); dispatchEvent(new Event("online"))')
  await until(() => asked.size > 0 && [...asked.values()].every((count) => count >= 3), 30) // what fails is asked for twice more
  await drawn(page)
  await page.context().unroute('**/api/**', refuse)
}

export type KeptForm = {
  name: string
  login?: string
  prepare(): Promise<string> // the address of the page
  fill(page: Page): Promise<unknown>
  send(page: Page): Promise<unknown>
  isDone(): Promise<boolean>
}

/**
 * What is typed, chosen and attached stays when the page cannot be read again for a moment, and when the session ends: after signing in again
 * it is sent as it was. The page is still: it notices the end when something is sent.
 */
export async function assertKept(service: TestService, page: Page, login: string, { fill, send, isDone }: KeptForm): Promise<void> {
  await fill(page)
  await failToReload(page)
  await endSessions(service, login)
  await send(page)
  await endedSheet(page).waitFor()
  await assertNoAxeViolations(page)
  assert.equal(await isDone(), false)
  await signInAgain(page, login)
  await until(isDone)
}
