import type { Page } from 'playwright-core'
import { endOtherSessions } from '#contract/mobile.ts'
import type { TestService } from './service.ts'
import { callAs } from './sign-in.ts'

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
