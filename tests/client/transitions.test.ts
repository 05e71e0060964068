import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { type AppSettings, assertFocus, evaluated, openApp, settled, wheelTo } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

// View transitions: from a card to the project and back, between tabs, and none with reduced motion.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

type Seen = { groups: string[]; longest: number; updatedIn: number }

/** Records each transition: what moves, how long, and for how long the old screen stood still. */
const record = `
  globalThis.seen = []
  const start = Document.prototype.startViewTransition
  Document.prototype.startViewTransition = function (update) {
    const entry = { groups: [], longest: 0, updatedIn: -1 }
    const transition = start.call(this, async () => {
      const before = performance.now()
      await update()
      entry.updatedIn = performance.now() - before
    })
    transition.ready.then(() => {
      for (const { effect } of document.getAnimations()) {
        const group = /^::view-transition-group\\((.+)\\)$/.exec(effect.pseudoElement ?? '')
        if (group) entry.groups.push(group[1])
        if ((effect.pseudoElement ?? '').startsWith('::view-transition')) entry.longest = Math.max(entry.longest, effect.getComputedTiming().duration)
      }
    }, () => {}).then(() => globalThis.seen.push(entry)) // one that the next one skips is seen, too
    return transition
  }`

const open = async (settings: AppSettings = {}, prepare?: (page: Page) => Promise<void>) => {
  const visit = await openApp(browser, service, { path: '/privacy', reducedMotion: 'no-preference', ...settings })
  const { page } = visit
  await page.addInitScript(record)
  await prepare?.(page)
  const loaded = page.waitForResponse(/\/transitions-.*\.js/)
  await page.goto(service.origin)
  await settled(page)
  await evaluated(page, loaded)
  return visit
}
async function seen(page: Page, count: number): Promise<Seen[]> {
  const read = () => page.evaluate<Seen[]>('globalThis.seen')
  for (let tries = 0; tries < 300 && (await read()).length < count; tries++) await page.waitForTimeout(50)
  return read()
}
const firstCard = (page: Page) => page.getByRole('article').first().getByRole('link')
const opened = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a wide screen', { width: 1280, height: 800 }],
] as const)
  test(`on ${device} the name of a project moves from its card to its page and back, within 220 ms`, async () => {
    const { page, faults } = await open({ viewport })
    const name = (await firstCard(page).textContent())!
    // Once without looking: the code of the screen is loaded.
    await firstCard(page).click()
    await opened(page, name)
    await settled(page)
    await page.goBack()
    await opened(page, /^Projects/)
    await seen(page, 2)
    await page.evaluate('globalThis.seen.length = 0')

    await firstCard(page).click()
    await opened(page, name)
    await assertFocus(page, 'textContent', name)
    const [there] = await seen(page, 1)
    assert.ok(there!.groups.includes('project-name'), there!.groups.join())
    assert.ok(there!.longest > 0 && there!.longest <= 220, `${there!.longest} ms`)
    await page.goBack()
    await opened(page, /^Projects/)
    const [, back] = await seen(page, 2)
    assert.ok(back!.groups.includes('project-name'), back!.groups.join())
    await page.locator('[style*=view-transition-name]').first().waitFor({ state: 'detached' }) // nothing keeps a name
    assert.deepEqual(faults, [])
  })

test('going back during motion restores the position, and tabs fade', async () => {
  const { page } = await open()
  await wheelTo(page, 600)
  const before = await page.evaluate<number>('scrollY')
  const name = await page.evaluate<string>(`(() => {
    const link = [...document.querySelectorAll('main article a')].find((one) => one.getBoundingClientRect().top > 100)
    link.click()
    return link.textContent
  })()`)
  await opened(page, name)
  await page.goBack()
  await opened(page, /^Projects/)
  for (let tries = 0; tries < 300 && (await page.evaluate<number>('scrollY')) !== before; tries++) await page.waitForTimeout(50)
  assert.equal(await page.evaluate<number>('scrollY'), before)
  await tab(page, 'Profile').click()
  await opened(page, 'Profile')
  const all = await seen(page, 3)
  assert.ok(all[2]!.groups.includes('root') && all[2]!.groups.includes('tabs'), all[2]!.groups.join())
})

test('going back right after opening keeps the position, also when the new screen has not ended its own navigation', async () => {
  const { page } = await open()
  await wheelTo(page, 600)
  await page.evaluate(`(() => {
    const start = document.startViewTransition.bind(document)
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    // A busy machine: meanwhile the project's page ends its own navigation, and its scrolling is reported.
    const later = (update) => start(async () => {
      await wait(100)
      dispatchEvent(new Event('scroll'))
      await update()
    })
    const title = document.querySelector('h1')
    const observer = new MutationObserver(() => {
      if (location.pathname === '/' || document.querySelector('h1') === title) return
      observer.disconnect()
      document.startViewTransition = later
      history.back()
    })
    observer.observe(document.body, { subtree: true, childList: true })
    const link = [...document.querySelectorAll('main article a')].find((one) => one.getBoundingClientRect().top > 100)
    link.click()
  })()`)
  await page.waitForURL((url) => url.pathname.startsWith('/project/'))
  await page.waitForURL((url) => url.pathname === '/')
  await opened(page, /^Projects/)
  await until(async () => (await page.evaluate<number>('scrollY')) === 600, 20)
})

test('a screen that is not ready does not hold the page', async () => {
  const waiting = Promise.withResolvers<void>()
  const { page } = await open({}, async (page) => {
    await page.route(/\/assets\/member-.*\.js/, async (route) => {
      await waiting.promise
      await route.continue()
    })
  })
  await tab(page, 'My project').click()
  const [transition] = await seen(page, 1)
  assert.equal(new URL(page.url()).pathname, '/my')
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 0, 'the screen is still loading')
  assert.ok(transition!.updatedIn >= 100, `given up after ${transition!.updatedIn} ms`)
  waiting.resolve()
  await opened(page, 'My project')
})

test('with reduced motion there is no transition', async () => {
  const { page } = await open({ reducedMotion: 'reduce' })
  const name = (await firstCard(page).textContent())!
  await firstCard(page).click()
  await opened(page, name)
  await page.goBack()
  await opened(page, /^Projects/)
  await tab(page, 'Profile').click()
  await opened(page, 'Profile')
  assert.deepEqual(await seen(page, 0), [])
})
