import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { personOf } from '#tests/support/world/requests.ts'
import { disablePerson } from '#tests/support/world/teams.ts'

// The redirect to the provider and back, with all variants of the way back.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const toProvider = async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.locator('button[name=login]').first().waitFor()
}
const choose = (page: Page, login: string) => page.locator(`button[name=login][value=${login}]`).click()
const card = (page: Page) => page.getByRole('button', { name: 'Edit name' })
const starts = (page: Page) => page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.startsWith('pj-sign-in'))`)
const exchanges = (requests: string[]) => requests.filter((address) => address.endsWith('/auth/mobile/exchange')).length

test('a window that loses its sessionStorage can still finish the sign-in, and nothing of it stays stored', async () => {
  const { page } = await openApp(browser, service, { path: '/profile' })
  await toProvider(page)
  await page.evaluate('sessionStorage.clear()') // as Firefox does after a PDF was shown in the window
  await choose(page, 'gleb')
  await card(page).waitFor()
  assert.equal(new URL(page.url()).pathname, '/profile')
  assert.deepEqual(await starts(page), [])
})

test('the callback may open in another window, and two sign-ins may run at once', async () => {
  const { page } = await openApp(browser, service, { path: '/profile' })
  const other = await page.context().newPage()
  await other.goto(`${service.origin}/my`)
  await toProvider(page)
  await toProvider(other)
  assert.equal((await starts(page)).length, 2)
  await page.route('**/assets/*.js', (route) => route.abort()) // this window returns, but its script is not loaded
  await choose(page, 'vera')
  await page.waitForURL('**/signin/done?*')
  const third = await page.context().newPage()
  await third.goto(page.url())
  await card(third).waitFor()
  await choose(other, 'vera')
  await other.getByText('Team Маяк').waitFor()
  assert.deepEqual(await starts(other), [])
})

test('a callback that was not started here, or is repeated, does not sign in; a new start is offered', async () => {
  const { page, requests } = await openApp(browser, service, { path: '/profile' })
  await toProvider(page)
  const done = page.waitForRequest('**/signin/done?*')
  await choose(page, 'boris')
  const used = (await done).url()
  await card(page).waitFor()
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
  requests.length = 0
  for (const address of [used, `${service.origin}/signin/done?code=pj_ac_stolen&state=made-up`, `${service.origin}/signin/done`]) {
    await page.goto(address)
    await page.getByRole('alert').getByText('This sign-in was started in another browser or has expired.', { exact: false }).waitFor()
  }
  await page.getByRole('heading', { level: 1, name: 'Couldn’t sign you in' }).waitFor()
  assert.equal(exchanges(requests), 0, 'a foreign code is never exchanged')
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await choose(page, 'boris')
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
})

test('a sign-in that took longer than an hour is expired, and abandoned ones are removed', async () => {
  const { page } = await openApp(browser, service, { path: '/profile' })
  await toProvider(page)
  await page.evaluate(`(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('pj-sign-in'))
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), at: Date.now() - 3_700_000 }))
  })()`)
  const [old] = await starts(page)
  await choose(page, 'gleb')
  await page.getByRole('alert').getByText('has expired', { exact: false }).waitFor()
  await page.context().clearCookies() // or the provider would not show its page again
  await page.evaluate(
    `localStorage.setItem(${JSON.stringify(old)}, JSON.stringify({ verifier: 'v', returnTo: '/', at: Date.now() - 3_700_000 }))`,
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('button[name=login]').first().waitFor()
  const now = await starts(page)
  assert.equal(now.length, 1)
  assert.notEqual(now[0], old)
})

test('cancelled, refused and failed sign-ins have their own messages, and the person continues as a guest', async () => {
  const { page } = await openApp(browser, service, { path: '/profile' })
  const alertSays = (text: string) => page.getByRole('alert').getByText(text, { exact: false }).waitFor()
  await toProvider(page)
  await page.locator('button[name=cancel]').click()
  await alertSays('Sign-in cancelled.')
  await page.getByRole('link', { name: 'Continue as guest' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()

  await page.goto(`${service.origin}/profile`)
  await toProvider(page)
  await choose(page, 'anna')
  await card(page).waitFor()
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
  await disablePerson(service.sql, await personOf(service.sql, 'anna'))
  await page.goto(`${service.origin}/profile`)
  await toProvider(page)
  await choose(page, 'anna')
  await alertSays('Your account is disabled.')
  await assertNoAxeViolations(page)

  // The server's side of these is tested in tests/threats/linking and auth/mobile.
  for (const [answer, text] of [
    ['error=access_denied&error_code=not_allowed', 'Your account doesn’t have access.'],
    ['error=temporarily_unavailable', 'Couldn’t complete the sign-in.'],
  ] as const) {
    await page.context().clearCookies()
    await page.goto(`${service.origin}/profile`)
    await toProvider(page)
    const state = (await starts(page))[0]!.split(' ')[1]
    await page.goto(`${service.origin}/signin/done?${answer}&state=${state}`)
    await alertSays(text)
  }

  await page.goto(`${service.origin}/profile`)
  await page.route('**/auth/mobile/exchange', (route) => route.abort())
  await toProvider(page)
  await choose(page, 'gleb')
  await alertSays('Couldn’t complete the sign-in.')
})
