import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { desktop, phone, type TestBrowser, tablet } from '#tests/support/browser.ts'
import { type AppSettings, openApp, settled } from '#tests/support/page/app.ts'

// Screenshots of every screen of the client in each of its states, for review by people.

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
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  await page.reload()
  await page.waitForTimeout(1500)
  await settled(page)
}
const broken = (pattern: string) => async (page: Page) => {
  const problem = {
    type: 'x',
    title: 'Something went wrong',
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
    await route.abort().catch(() => {}) // the screenshot has been taken already
  })
  await page.reload()
  await page.waitForTimeout(1000)
}

// A slow network: the upload is pending until the screenshot is taken.
const slowed: CDPSession[] = []
const slowly = async (page: Page) => {
  const network = await page.context().newCDPSession(page)
  slowed.push(network)
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 })
}
const file = (name: string, size = 20) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x'.repeat(size)) })
const writeApplication = async (page: Page) => {
  await page.getByRole('textbox').first().fill('We are five, two of us have written chatbots before, and Thursdays are free.')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([file('plan.txt'), file('about-us.txt', 500_000)])
  await page.waitForTimeout(300)
}
const sendApplication = press('button', /^(Send application|Отправить заявку)/)
const several =
  (...acts: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of acts) {
      await act(page)
      await page.waitForTimeout(300)
    }
  }
const returnFromProvider = (answer: string) => async (page: Page) => {
  await page.evaluate(`localStorage.setItem('pj-sign-in y', JSON.stringify({ verifier: 'v', returnTo: '/', at: Date.now() }))`)
  await page.goto(new URL(`/signin/done?${answer}&state=y`, page.url()).href)
  await page.getByRole('alert').waitFor()
}
const openTeam = press('link', /^Маяк(?!.*(Approved|Одобрена|Closed|Закрыта))/)
const openRequest = press('link', /request|Awaiting decision|Ждёт решения/i)

const searchFor = (text: string) => async (page: Page) => {
  await page.getByRole('searchbox').fill(text)
  await page.waitForURL((url) => url.searchParams.get('q') === text)
}

const PROJECT = '/project/museum-pocket-guide'
const SOON = '/project/library-chatbot'
const OPEN = '/project/food-waste-map'
const ROUND = '/round/second-round' // teams choose
const PUBLISHED = '/round/pervyy-nabor'
const check = press('button', /^(Check|Проверить)/)

const people: Record<string, Screen[]> = {
  guest: [
    { name: 'projects', path: '/' },
    { name: 'projects-below', path: '/', act: scrollBy(1400) },
    { name: 'projects-search', path: '/?q=museum' },
    { name: 'projects-corrected', path: '/?q=musem+guide' },
    { name: 'projects-some', path: `/?q=${encodeURIComponent('карта дворов рбвгджз')}` },
    { name: 'projects-passage', path: '/?q=Oldhaven' },
    { name: 'projects-none', path: '/?q=zzzzz' },
    { name: 'projects-none-filtered', path: '/?q=zzzzz&status=open' },
    { name: 'projects-offline-search', path: '/', act: several(cutOff, searchFor('musem'), settled) },
    { name: 'projects-filters', path: '/', act: press('button', /^(Filters|Фильтры)/) },
    { name: 'projects-loading', path: '/?q=sensor', act: slow('**/api/project/findmany') },
    { name: 'projects-error', path: '/?q=river', act: broken('**/api/project/findmany') },
    { name: 'projects-offline', path: '/', act: cutOff },
    { name: 'saved-guest-empty', path: '/projects/saved' },
    {
      name: 'saved-guest',
      path: '/',
      act: several(press('button', /^(Save|В избранное): /), press('link', /^(Saved|Избранное)/), settled),
    },
    { name: 'project-loading', path: PROJECT, act: slow('**/api/project/museum-pocket-guide') },
    { name: 'project-error', path: PROJECT, act: broken('**/api/project/museum-pocket-guide') },
    { name: 'project-offline', path: PROJECT, act: cutOff },
    { name: 'project-preview', path: '/project/river-sensor-network', act: press('button', /\.(md|txt|png|jpe?g)/) },
    { name: 'project-lightbox', path: '/project/chistye-berega', act: press('button', /\.png/) },
    { name: 'project-guest', path: PROJECT },
    { name: 'project-guest-below', path: PROJECT, act: scrollBy(900) },
    { name: 'project-questions-guest', path: `${PROJECT}#questions` },
    { name: 'project-questions-none', path: '/project/food-waste-map#questions' },
    { name: 'project-lost', path: '/project/no-such-project' },
    { name: 'apply-guest', path: `${OPEN}/apply` },
    { name: 'team-guest', path: '/my/team/1' },
    { name: 'profile-guest', path: '/profile' },
    { name: 'mail-settings-guest', path: '/settings/mail' },
    { name: 'my-guest', path: '/my' },
    { name: 'settings-guest', path: '/settings' },
    { name: 'privacy', path: '/privacy' },
    { name: 'feedback-guest', path: '/feedback' },
    { name: 'feedback-faults', path: '/feedback', act: press('button', /^(Send|Отправить)$/) },
    { name: 'rounds', path: '/round' },
    { name: 'round-open-guest', path: ROUND },
    { name: 'round-published', path: PUBLISHED },
    { name: 'round-published-checked', path: `${PUBLISHED}#check`, act: several(check, settled) },
    { name: 'round-how', path: `${ROUND}/how` },
    { name: 'round-choices-guest', path: `${ROUND}/choices` },
    { name: 'round-lost', path: '/round/no-such-round' },
    { name: 'invitation-over', path: '/invitation/unknown' },
    { name: 'lost', path: '/no-such-place' },
    { name: 'sign-in-stale', path: '/signin/done?code=x&state=y' },
    { name: 'sign-in-switched-off', path: '/settings', act: returnFromProvider('error=access_denied&error_code=account_disabled') },
  ],
  boris: [
    { name: 'my', path: '/my' },
    { name: 'project-signed-in', path: PROJECT, act: scrollBy(1600) },
    { name: 'project-questions', path: `${PROJECT}#questions` },
    { name: 'project-questions-ask', path: `${PROJECT}#questions`, act: press('button', /^(Ask a question|Задать вопрос)$/) },
    { name: 'project-questions-answer', path: `${PROJECT}#questions`, act: press('button', /^(Answer|Ответить): Can we/) },
    { name: 'profile', path: '/profile' },
    { name: 'profile-below', path: '/profile', act: scrollBy(900) },
    { name: 'profile-edit', path: '/profile?edit=1' },
    { name: 'profile-account', path: '/profile?edit=account' },
    { name: 'settings', path: '/settings' },
    { name: 'mail-settings', path: '/settings/mail' },
    { name: 'profile-loading', path: '/profile', act: slow('**/api/user/profile') },
    { name: 'profile-error', path: '/profile', act: broken('**/api/user/profile') },
    { name: 'profile-offline', path: '/profile', act: cutOff },
    { name: 'profile-delete', path: '/profile', act: press('button', /^(Delete account|Удалить учётную запись)/) },
    { name: 'team', path: '/my', act: openTeam },
    { name: 'team-cover', path: '/my', act: several(openTeam, settled, (page) => page.locator('#cover').scrollIntoViewIfNeeded()) },
    { name: 'team-below', path: '/my', act: several(openTeam, settled, scrollBy(1100)) },
    { name: 'team-roles', path: '/my', act: several(openTeam, settled, press('button', /^(Edit roles|Изменить роли)/)) },
    {
      name: 'team-sending',
      path: '/my',
      act: several(openTeam, settled, slowly, async (page) => {
        const chooser = page.locator('section[aria-labelledby=results] input[type=file]').last()
        await chooser.setInputFiles(file('notes.txt', 600_000))
        await page.locator('progress').first().scrollIntoViewIfNeeded()
        await page.waitForTimeout(1500)
      }),
    },
    { name: 'team-undo', path: '/my', act: several(openTeam, settled, press('button', /^(Delete |Удалить )/)) },
    { name: 'my-loading', path: '/my', act: slow('**/api/user/**') },
    { name: 'my-error', path: '/my', act: broken('**/api/user/profile') },
    { name: 'my-offline', path: '/my', act: cutOff },
  ],
  anna: [
    { name: 'my-applied', path: '/my' },
    { name: 'saved', path: '/projects/saved' },
    { name: 'saved-removed', path: '/projects/saved', act: press('button', /^(Saved|В избранном): /) },
    { name: 'saved-offline', path: '/projects/saved', act: cutOff },
    { name: 'project-open', path: OPEN },
    { name: 'round-open', path: ROUND },
    { name: 'round-choices', path: `${ROUND}/choices` },
    { name: 'round-result-other', path: `${PUBLISHED}/choices` }, // a team that took no part
    { name: 'apply-soon', path: `${SOON}/apply` },
    { name: 'apply', path: `${OPEN}/apply` },
    { name: 'project-share', path: OPEN, act: press('button', /QR/i) },
    { name: 'request', path: '/my', act: openRequest },
    { name: 'sent', path: '/my', act: several(openRequest, settled, (page) => page.goto(`${page.url()}/sent`), settled) },
    { name: 'request-withdraw', path: '/my', act: several(openRequest, settled, press('button', /^(Withdraw|Отозвать)/)) },
    { name: 'apply-written', path: `${OPEN}/apply`, act: writeApplication },
    { name: 'apply-sending', path: `${OPEN}/apply`, act: several(slowly, sendApplication) }, // the form keeps its values
    { name: 'apply-offline', path: `${OPEN}/apply`, act: cutOff },
    {
      name: 'apply-kept',
      path: `${OPEN}/apply`,
      act: several(cutOff, press('button', /^(Send when back online|Отправить, когда)/)),
    },
  ],
  'isaac.thorne': [{ name: 'round-result', path: `${PUBLISHED}/choices` }],
  'polina.zueva': [{ name: 'round-result-none', path: `${PUBLISHED}/choices` }],
  gleb: [
    { name: 'round-choices-no-team', path: `${ROUND}/choices` },
    { name: 'my-nobody', path: '/my' },
    { name: 'invitation-link', path: '/my', act: press('button', /^(I have an invitation|У меня есть приглашение)/) },
    { name: 'make-team', path: '/my/make-team' },
    { name: 'find-team', path: '/my/find-team' },
    { name: 'find-team-ask', path: '/my/find-team', act: press('button', /^(Ask to join|Отправить запрос)/) },
    { name: 'joining', path: '/profile/joining' },
  ],
}

const widths = { phone, tablet, wide: desktop }
const variants = Object.entries(widths).flatMap(([width, viewport]) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['en', 'ru'] as const).map((locale): [string, AppSettings] => [
      `${width}-${colorScheme}-${locale}`,
      { viewport, colorScheme, locale },
    ]),
  ),
)

export async function takeClient(browser: TestBrowser, origin: string, target: string, filter: string): Promise<void> {
  for (const [variant, settings] of variants) {
    const fileOf = (name: string) => join(target, `client-${name}-${variant}.png`)
    if ('client-welcome'.includes(filter)) {
      const { page } = await openApp(browser, { origin, authUrl: `${origin}/auth` }, { ...settings, isNew: true })
      await page.waitForTimeout(500)
      await page.screenshot({ path: fileOf('welcome') })
      await page.context().close()
    }
    for (const [login, screens] of Object.entries(people)) {
      const chosen = screens.filter(({ name }) => `client-${name}`.includes(filter))
      if (chosen.length === 0) continue
      const visit = await openApp(
        browser,
        { origin, authUrl: `${origin}/auth` },
        { ...settings, isInstalled: true, login: login === 'guest' ? undefined : login },
      )
      for (const { name, path, act } of chosen) {
        const page = visit.page
        await page.goto(origin + path)
        await settled(page)
        await act?.(page)
        await page.waitForTimeout(300)
        await page.screenshot({ path: fileOf(name) })
        await page.goto('about:blank') // cancels pending requests
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        for (const network of slowed.splice(0)) await network.detach()
        await page.context().setOffline(false)
        console.log(fileOf(name))
      }
      await visit.page.context().close()
    }
  }
}
