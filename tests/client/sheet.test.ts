import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { type AppSettings, evaluated, openApp, settled } from '#tests/support/page/app.ts'
import { assertCount } from '#tests/support/page/assert-content.ts'
import { endedSheet, endSessions } from '#tests/support/page/ended-session.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// Dialogs on phones are sheets that follow the finger.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

async function openFilters(settings: AppSettings = {}) {
  const { page } = await openApp(browser, service, {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'no-preference',
    isStill: true,
    ...settings,
  })
  await settled(page)
  const loaded = page.waitForResponse(/\/sheet-drag-/)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  // The topics and the counts have come, which make the sheet higher.
  await dialog.getByRole('group', { name: 'Topics' }).getByRole('checkbox').first().waitFor()
  await dialog.getByRole('button', { name: /^Show [1-9]/ }).waitFor()
  await evaluated(page, loaded)
  await resting(page)
  return { page, dialog, ...(await fingerOn(page)) }
}

// Not waitForFunction: the policy of the page forbids it.
async function resting(page: Page): Promise<void> {
  const isMoving = `document.getAnimations().length > 0 || document.querySelector('.dialog[open]').style.translate !== ''`
  while (await page.evaluate(isMoving)) await page.waitForTimeout(20)
}

/** A finger on the title of the open dialog. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const box = (await page.locator('.dialog[open] h2').boundingBox())!
  const [x, y] = [box.x + 20, box.y + 10]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', to?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: to === undefined ? [] : [{ x, y: y + to }] })
  const top = async () => (await page.locator('.dialog[open]').boundingBox())!.y
  return {
    top,
    put: () => touch('touchStart', 0),
    async pull(...path: number[]) {
      for (const to of path) {
        await touch('touchMove', to)
        await page.waitForTimeout(40) // part of the gesture: how fast the finger moves decides
      }
    },
    lift: () => touch('touchEnd'),
  }
}

const hasHandle = async (page: Page): Promise<boolean> =>
  (await page.evaluate<string>(`getComputedStyle(document.querySelector('.dialog[open] .dialog-head'), '::before').content`)) !== 'none'

test('a sheet follows the finger and closes when it was pulled far', async () => {
  const { page, dialog, top, put, pull, lift } = await openFilters()
  assert.ok(await hasHandle(page))
  const before = await top()
  await put()
  await pull(40, 120)
  for (let tries = 0; tries < 200 && Math.abs((await top()) - before - 120) >= 2; tries++) await page.waitForTimeout(50)
  assert.ok(Math.abs((await top()) - before - 120) < 2, `${before} → ${await top()}`)
  await pull(160, 420, 420, 420)
  await lift()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Filters/ }).click() // it opens again in its place
  await dialog.waitFor()
  await resting(page)
  assert.ok(Math.abs((await top()) - before) < 2)
})

test('a sheet that was pulled a little, and held, returns', async () => {
  const { page, dialog, top, put, pull, lift } = await openFilters()
  const before = await top()
  await put()
  await pull(30, 60, 60)
  await page.waitForTimeout(150) // held
  await lift()
  await resting(page)
  assert.ok(Math.abs((await top()) - before) < 2)
  assert.ok(await dialog.isVisible())
})

for (const [what, settings] of [
  ['with reduced motion', { reducedMotion: 'reduce' }],
  ['on a wide screen', { viewport: { width: 900, height: 800 } }],
] as [string, AppSettings][])
  test(`a dialog stays where it is ${what}`, async () => {
    const { page, dialog, top, put, pull, lift } = await openFilters(settings)
    assert.equal(await hasHandle(page), false, 'no handle promises that it moves')
    const before = await top()
    await put()
    await pull(100, 300)
    assert.equal(await top(), before)
    await lift()
    assert.ok(await dialog.isVisible())
  })

test('a sheet that waits for an answer has no handle, and stays where it is', async () => {
  const { page } = await openApp(browser, service, {
    path: '/my/make-team',
    login: 'gleb',
    viewport: { width: 390, height: 844 },
    reducedMotion: 'no-preference',
    isStill: true,
  })
  await settled(page)
  await page.getByLabel('Team name').fill('Unsent')
  const loaded = page.waitForResponse(/\/sheet-drag-/)
  await endSessions(service, 'gleb')
  await page.getByRole('button', { name: 'Make a team', exact: true }).click()
  await endedSheet(page).waitFor()
  await evaluated(page, loaded)
  // Not `resting`: the button behind it turns as long as the sheet waits.
  while (await page.evaluate(`document.querySelector('.dialog[open]').getAnimations().length > 0`)) await page.waitForTimeout(20)
  assert.equal(await hasHandle(page), false)
  const { top, put, pull, lift } = await fingerOn(page)
  const before = await top()
  await put()
  await pull(100, 300)
  assert.equal(await top(), before)
  await lift()
  assert.ok(await endedSheet(page).isVisible())
})

test('a sheet with unsaved changes asks before it closes', async () => {
  const { page } = await openApp(browser, service, { path: '/my/team/2', login: 'vera', reducedMotion: 'no-preference', isStill: true })
  await settled(page)
  const loaded = page.waitForResponse(/\/sheet-drag-/)
  const rolesRead: string[] = []
  page.on('request', (request) => request.url().includes('/user/role') && rolesRead.push(request.url()))
  await page
    .getByRole('button', { name: /^Edit roles/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await evaluated(page, loaded)
  await dialog.getByRole('button', { name: 'Remove Frontend Developer' }).click()
  await dialog.getByRole('button', { name: 'Add Frontend Developer' }).waitFor() // the list has come, which makes the sheet higher
  await resting(page)
  const { top, put, pull, lift } = await fingerOn(page)
  const before = await top()
  await put()
  await pull(100, 300, 500, 500)
  await lift()
  await dialog.getByRole('alert').waitFor()
  await resting(page)
  assert.ok((await top()) <= before + 2)
  assert.equal(rolesRead.length, 1, 'a second answer, with fewer roles, would move the sheet under the finger')
})

test('while a role is searched the list before it stays as it is', async () => {
  const { page } = await openApp(browser, service, { path: '/my/team/2', login: 'vera', isStill: true })
  await settled(page)
  await page
    .getByRole('button', { name: /^Edit roles/ })
    .first()
    .click()
  const roles = page.getByRole('dialog').getByRole('button', { name: /^Add / })
  await assertCount(roles, 12)
  const answer = Promise.withResolvers<void>()
  const isSearching = Promise.withResolvers<void>()
  await page.route('**/user/role?query=*', async (route) => {
    isSearching.resolve()
    await answer.promise
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('searchbox').fill('tester')
  await isSearching.promise
  assert.equal(await roles.count(), 12)
  answer.resolve()
  await page
    .getByRole('dialog')
    .getByText(/^\d+ roles? found/)
    .waitFor()
  assert.ok((await roles.count()) < 12)
})
