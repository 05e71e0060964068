import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { addOwnTeam } from '#tests/support/world/teams.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('a guest is asked to sign in on every screen of teams, and returns to the same place', async () => {
  const id = await addOwnTeam(service.sql, ['anna'], { name: 'Behind A Door', isLooking: true })
  const places = [
    { path: `/my/team/${id}`, title: 'Behind A Door' },
    { path: '/my/find-team', title: 'Find a team' },
    { path: '/my/make-team', title: 'Make a team' },
    { path: '/profile/joining', title: 'Open to joining' },
  ]
  for (const { path, title } of places) {
    const { page, requests } = await openApp(browser, service, { path })
    await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
    await settled(page)
    assert.equal(await page.getByText('Behind A Door').count(), 0, path)
    assert.ok(!requests.some((address) => /\/api\/(team|person|profile|user)/.test(address)), `${path}: no personal data is requested`)
    await assertNoAxeViolations(page)
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
    await page.locator('button[name=login][value=vera]').click()
    await page.waitForURL(service.origin + path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await settled(page)
    await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor({ state: 'hidden' })
  }
})
