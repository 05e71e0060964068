import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type AppSettings, openApp, settled } from './support/app.ts'
import { desktop, phone, type TestBrowser } from './support/browser.ts'

// Every screen of the client in every state it can be in, as pictures to be looked at by people.

type Screen = { name: string; path: string; act?: (page: Page) => Promise<unknown> }

const press = (role: 'button' | 'link', name: RegExp) => async (page: Page) => {
  await page.getByRole(role, { name }).first().click()
  await page.waitForTimeout(400)
}
const scrollBy = (pixels: number) => async (page: Page) => {
  await page.mouse.wheel(0, pixels)
  await page.waitForTimeout(300)
}
const cutOff = async (page: Page) => {
  await page.context().setOffline(true)
  await page.reload()
  await page.waitForTimeout(1500)
  await settled(page)
}
const broken = (pattern: string) => async (page: Page) => {
  const problem = {
    type: 'x',
    title: 'Something broke on our side',
    status: 500,
    detail: 'Try again.',
    code: 'internal',
    requestId: '01EXAMPLE',
  }
  await page.route(pattern, (route) => route.fulfill({ status: 500, json: problem, contentType: 'application/problem+json' }))
  await page.reload()
  await page.waitForTimeout(2500)
}
const slow = (pattern: string) => async (page: Page) => {
  await page.route(pattern, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4000))
    await route.abort().catch(() => {}) // the picture was taken long ago
  })
  await page.reload()
  await page.waitForTimeout(1000)
}

const PROJECT = '/project/museum-pocket-guide'
const OPEN = '/project/library-chatbot'

const people: Record<string, Screen[]> = {
  guest: [
    { name: 'projects', path: '/' },
    { name: 'projects-below', path: '/', act: scrollBy(1400) },
    { name: 'projects-search', path: '/?q=museum' },
    { name: 'projects-none', path: '/?q=zzzzz' },
    { name: 'projects-filters', path: '/', act: press('button', /^(Filters|Фильтры)/) },
    { name: 'projects-loading', path: '/?q=sensor', act: slow('**/api/project/findmany') },
    { name: 'projects-error', path: '/?q=river', act: broken('**/api/project/findmany') },
    { name: 'project-guest', path: PROJECT },
    { name: 'project-guest-below', path: PROJECT, act: scrollBy(900) },
    { name: 'project-lost', path: '/project/no-such-project' },
    { name: 'my-guest', path: '/my' },
    { name: 'info-guest', path: '/info' },
    { name: 'settings-guest', path: '/settings' },
    { name: 'privacy', path: '/privacy' },
    { name: 'feedback-guest', path: '/feedback' },
    { name: 'lost', path: '/no-such-place' },
  ],
  boris: [
    { name: 'my', path: '/my' },
    { name: 'project-signed-in', path: PROJECT, act: scrollBy(1600) },
    { name: 'info', path: '/info' },
    { name: 'profile', path: '/profile' },
    { name: 'profile-below', path: '/profile', act: scrollBy(900) },
    { name: 'profile-edit', path: '/profile?edit=1' },
    { name: 'profile-account', path: '/profile?edit=account' },
    { name: 'settings', path: '/settings' },
    { name: 'mail-settings', path: '/settings/mail' },
    { name: 'team', path: '/my', act: press('link', /^Маяк(?!.*(Accepted|Принята|Closed|Закрыта))/) },
    {
      name: 'team-below',
      path: '/my',
      act: async (page) => {
        await press('link', /^Маяк(?!.*(Accepted|Принята|Closed|Закрыта))/)(page)
        await settled(page)
        await scrollBy(1100)(page)
      },
    },
    { name: 'my-error', path: '/my', act: broken('**/api/user/profile') },
    { name: 'my-offline', path: '/my', act: cutOff },
  ],
  anna: [
    { name: 'my-applied', path: '/my' },
    { name: 'project-open', path: OPEN },
    { name: 'apply', path: `${OPEN}/apply` },
    { name: 'project-share', path: OPEN, act: press('button', /QR/i) },
    { name: 'request', path: '/my', act: press('link', /request|Applied|Заявка/i) },
  ],
  gleb: [{ name: 'my-nobody', path: '/my' }],
}

const looks: [string, AppSettings][] = [
  ['phone-light-en', { viewport: phone, colorScheme: 'light', locale: 'en' }],
  ['phone-dark-ru', { viewport: phone, colorScheme: 'dark', locale: 'ru' }],
  ['wide-light-ru', { viewport: desktop, colorScheme: 'light', locale: 'ru' }],
]

export async function takeClient(browser: TestBrowser, origin: string, target: string, word: string): Promise<void> {
  for (const [look, settings] of looks) {
    const fileOf = (name: string) => join(target, `client-${name}-${look}.png`)
    if ('client-welcome'.includes(word)) {
      const { page } = await openApp(browser, { origin, authUrl: `${origin}/auth` }, { ...settings, isNew: true })
      await page.waitForTimeout(500)
      await page.screenshot({ path: fileOf('welcome') })
      await page.context().close()
    }
    for (const [login, screens] of Object.entries(people)) {
      const chosen = screens.filter(({ name }) => `client-${name}`.includes(word))
      if (chosen.length === 0) continue
      const visit = await openApp(
        browser,
        { origin, authUrl: `${origin}/auth` },
        { ...settings, login: login === 'guest' ? undefined : login },
      )
      for (const { name, path, act } of chosen) {
        const page = visit.page
        await page.goto(origin + path)
        await settled(page)
        await act?.(page)
        await page.waitForTimeout(300)
        await page.screenshot({ path: fileOf(name) })
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.context().setOffline(false)
        console.log(fileOf(name))
      }
      await visit.page.context().close()
    }
  }
}
