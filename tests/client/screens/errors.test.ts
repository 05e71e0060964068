import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { demo, readDemoFile } from '#demo/data.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { forEachCase } from '#tests/support/tier.ts'

// A call fails when a screen is opened: the text of the server, the id of the error and a button to try again.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
  for (const { versions } of demo.files) for (const version of versions) await service.app.files.keep(readDemoFile(version))
})
after(() => service.close())

type Screen = {
  path: string
  login?: string
  call: string // that fails
  besides?(page: Page): Promise<unknown> // what stays on the screen
  ready(page: Page): Promise<unknown> // after the retry
}
const screens: Screen[] = [
  { path: '/', call: '/project/findmany', ready: (page) => page.getByRole('article').getByRole('heading', { level: 3 }).nth(10).waitFor() },
  {
    path: '/project/river-sensor-network',
    call: '/project/river-sensor-network',
    ready: (page) => page.getByRole('heading', { level: 1, name: 'River Sensor Network' }).waitFor(),
  },
  {
    path: '/project/city-tree-census/apply',
    login: 'gleb',
    call: '/request/available',
    ready: (page) => page.getByRole('heading', { name: 'You can’t apply for this project now' }).waitFor(),
  },
  { path: '/my', login: 'vera', call: '/user/profile', ready: (page) => page.getByText('Team Маяк').waitFor() },
  {
    path: '/my/team/1',
    login: 'anna',
    call: '/project/biblioteka-veshchey',
    besides: (page) => page.getByText('The team has no project right now.').waitFor(),
    async ready(page) {
      await page
        .getByRole('region', { name: 'Finished projects' })
        .getByRole('button', { name: /^итоги\.txt/ })
        .waitFor()
      assert.equal(await page.getByRole('button', { name: /^(Upload|Replace|Delete|Add a link)/ }).count(), 0)
    },
  },
  {
    path: '/profile',
    login: 'vera',
    call: '/user/profile',
    besides: (page) => page.getByRole('link', { name: /^Privacy/ }).waitFor(),
    ready: (page) => page.getByRole('button', { name: 'Edit name' }).waitFor(),
  },
  {
    path: '/settings/mail',
    login: 'gleb',
    call: '/user/notifications',
    async ready(page) {
      const [gleb] = await service.sql`select email from person where login = 'gleb'`
      await page.getByText(`Emails are sent to ${gleb!.email}.`).waitFor()
    },
  },
]
const problem = {
  type: 'about:blank',
  title: 'The store is away',
  status: 503,
  code: 'database_unavailable',
  detail: 'Please come back in a moment.',
  requestId: 'abc-123',
}

forEachCase(
  screens,
  ({ path }) => `${path} shows the error of the server with its id, and can be retried`,
  async ({ path, login, call, besides, ready }) => {
    const { page } = await openApp(browser, service, { isStill: true, path: '/privacy', ...(login && { login }) }) // asks for none of them
    const pattern = `**/api${call}`
    await page.context().route(pattern, (route) => route.fulfill({ status: 503, json: problem, contentType: 'application/problem+json' }))
    await page.goto(service.origin + path)
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: 'The store is away' }).waitFor()
    assert.match((await alert.textContent())!, /Please come back in a moment\..*abc-123/)
    await besides?.(page)
    await assertNoAxeViolations(page)
    await page.context().unroute(pattern)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await ready(page)
    await alert.waitFor({ state: 'detached' })
  },
)
