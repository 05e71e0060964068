import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { assertFocus, drawn, openApp, settled } from '#tests/support/page/app.ts'
import { assertCount, assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { journey, test } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService({ env: { MAIL_TO: 'Office <office@example.org>' } })
})
after(() => service.close())

/** API calls among the requests, without the event stream. */
const callsIn = (requests: string[]): string[] =>
  requests.map((address) => new URL(address).pathname).filter((path) => path.startsWith('/api/') && path !== '/api/events')

journey(
  'the tab shows the person, the team’s project and the version, and its rows lead to the other screens; /info leads to it',
  async () => {
    const { page, faults } = await openApp(browser, service, { login: 'boris', path: '/info' })
    await settled(page)
    assert.equal(new URL(page.url()).pathname, '/profile')
    const text = (await page.getByRole('main').textContent())!
    const [person] = await service.sql`select name, surname, email from person where login = 'boris'`
    for (const part of [person!.name, person!.surname, person!.email, 'In progress']) assert.ok(text.includes(part), `${part} in ${text}`)
    assert.match((await page.getByText(/version \d/).textContent())!, /^Projectory · version \d+\.\d+\.\d+/)
    const tabs = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
    await assertTexts(tabs, ['Projects', 'My project', 'Profile'])
    assert.equal(await tabs.last().getAttribute('aria-current'), 'page')
    for (const [row, title] of [
      ['Open to joining', 'Open to joining'],
      ['Email notifications', 'Email notifications'],
      ['Settings', 'Settings'],
      ['Privacy', 'Privacy policy'],
      ['Feedback', 'Feedback'],
    ] as const) {
      await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${row}`) })
        .click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      assert.equal(await tabs.last().getAttribute('aria-current'), 'page')
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    }
    assert.deepEqual(faults, [])
  },
)

test('a curator sees a link to the console; a member does not', async () => {
  const { page } = await openApp(browser, service, { login: 'curator', path: '/profile' })
  await page.getByRole('link', { name: /^Console/ }).click()
  await page.waitForURL('**/console')
  await page.getByRole('navigation', { name: 'Console' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /^Console/ }).waitFor()
  const { page: members } = await openApp(browser, service, { login: 'gleb', path: '/profile', locale: 'ru' })
  await members.getByRole('button', { name: 'Изменить имя' }).waitFor()
  assert.equal(await members.locator('a[href="/console"]').count(), 0)
})

test('a team between two projects shows its pending application, not the finished project', async () => {
  const { page } = await openApp(browser, service, { login: 'anna', path: '/profile' })
  await page.getByRole('link', { name: /^Application sent .+ Awaiting decision$/ }).waitFor()
})

for (const [where, call] of [
  ['/profile', '**/api/user/profile'],
  ['/', '**/api/project/findmany'],
] as const)
  test(`${where}: after a failed retry the button keeps the focus, and the error is announced again`, async () => {
    const { page } = await openApp(browser, service, { isStill: true, login: 'vera', path: '/settings' })
    const problem = { type: 'about:blank', title: 'Broken', status: 500, detail: 'It broke.', code: 'internal', requestId: 'req-78' }
    let isBroken = true
    let answering = Promise.resolve()
    await page.context().route(call, async (route) => {
      await answering
      await (isBroken ? route.fulfill({ status: 500, json: problem, contentType: 'application/problem+json' }) : route.continue())
    })
    await page.goto(`${service.origin}${where}`)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).focus()
    await page.evaluate(
      'globalThis.focused = document.activeElement; globalThis.firstAlert = document.querySelector("[role=alert] p > span")',
    )
    const isFocusKept = () => page.evaluate('document.activeElement === globalThis.focused')
    const { promise, resolve } = Promise.withResolvers<void>()
    answering = promise
    await page.keyboard.press('Enter')
    await page.locator('[role=alert] button[aria-busy=true]').waitFor()
    assert.equal(await isFocusKept(), true)
    resolve()
    await page.locator('[role=alert] button:not([aria-busy])').waitFor()
    assert.equal(await page.evaluate('document.querySelector("[role=alert] p > span") !== globalThis.firstAlert'), true)
    assert.equal(await isFocusKept(), true)
    isBroken = false
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

test('a guest sees a sign-in card, and nothing personal is asked for', async () => {
  const { page, requests, quiet } = await openApp(browser, service, { path: '/profile', isStill: true })
  await page.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
  await quiet()
  assert.deepEqual(callsIn(requests), ['/api/round'], 'whether there is a row for rounds')
  const rows = page.getByRole('main').getByRole('list').getByRole('link')
  assert.deepEqual(await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href'))), [
    '/settings',
    '/privacy',
    '/feedback',
  ])
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('button[name=login][value=gleb]').click()
  await page.getByRole('button', { name: 'Edit name' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/profile')
})

test('changing the theme makes no request, and changing the language loads its texts once', async () => {
  const { page, requests, quiet } = await openApp(browser, service, { isInstalled: true, isStill: true, login: 'gleb', path: '/settings' })
  await page.evaluate('navigator.serviceWorker.ready')
  // Deferred modules are loaded at idle time.
  for (const late of [/\/more-en-/, /\/drafts-/, /\/transitions-/, /\/api\/saved$/, /\/api\/events$/])
    while (!requests.some((address) => late.test(address))) await page.waitForTimeout(50)
  await quiet()
  requests.length = 0
  await page.getByRole('radio', { name: 'Dark' }).check()
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  await drawn(page) // what a choice changes is applied, and would have been asked for
  const isRequested = (part: string): boolean => requests.some((address) => address.includes(part))
  assert.deepEqual(requests, [])
  await page.getByRole('radio', { name: 'Русский' }).check()
  await page.getByRole('heading', { level: 1, name: 'Настройки' }).waitFor()
  // Those of other screens are for the service worker.
  for (const pack of ['first-screen', 'more', 'rounds', 'privacy', 'commands'])
    while (!isRequested(`/assets/${pack}-ru-`)) await page.waitForTimeout(50)
  await quiet()
  for (const address of requests) assert.match(new URL(address).pathname, /^\/assets\/[\w-]+-ru-[\w-]{8}\.js$/)
  requests.length = 0
  await page.getByRole('radio', { name: 'English' }).check()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.getByRole('radio', { name: 'Русский' }).check()
  await page.getByRole('heading', { level: 1, name: 'Настройки' }).waitFor()
  await drawn(page)
  assert.deepEqual(requests, [])
})

test('the privacy policy has a table of contents, a date and the operator’s address', async () => {
  const { page, requests, faults } = await openApp(browser, service, { path: '/privacy', isStill: true })
  await page.getByText(/Last updated \w+ \d+, 20\d\d/).waitFor()
  const titles = await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').allTextContents()
  assert.ok(titles.length >= 6)
  assert.deepEqual((await page.getByRole('heading', { level: 2 }).allTextContents()).slice(1), titles)
  await page.getByRole('link', { name: 'How long we keep it' }).click()
  await assertFocus(page, 'textContent', 'How long we keep it', 'the focus is at that section')
  assert.equal(await page.getByRole('link', { name: 'office@example.org' }).getAttribute('href'), 'mailto:office@example.org')
  assert.deepEqual(callsIn(requests), ['/api/settings'], 'the text of the directory itself')
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  assert.deepEqual(faults, [])
})

test('the Russian privacy policy has the same number of sections, in dark mode and offline', async () => {
  const { page } = await openApp(browser, service, { isInstalled: true, path: '/privacy', locale: 'ru', colorScheme: 'dark' })
  await page.getByText('Обновлено').waitFor()
  await assertCount(page.getByRole('navigation', { name: 'Содержание' }).getByRole('link'), 7)
  await assertNoAxeViolations(page)
  await page.evaluate('navigator.serviceWorker.ready')
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Кто отвечает за данные' }).waitFor()
})
