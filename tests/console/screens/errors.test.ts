import type { Locator, Page, Route } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { consoleOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { stopProbing } from '#tests/support/page/app.ts'
import { forEachCase } from '#tests/support/tier.ts'

// An error is shown with its text and a button to try again, after which the page is complete.

const service = serviceOfFile()
const open = consoleOf(openBrowser(), service, { isStill: true })

const REQUEST_ID = '01TESTREQUEST'
const problem = { type: 'about:blank', title: 'Broken', status: 500, detail: 'It broke.', code: 'internal', requestId: REQUEST_ID }
const mistake = (route: Route) => route.fulfill({ status: 500, json: problem, contentType: 'application/problem+json' })
const unreachable = (route: Route) => route.abort()

type Failure = {
  name: string
  login?: 'curator' | 'admin'
  from: string // the page before
  calls: string // those that fail
  fail: (route: Route) => Promise<void>
  go: (page: Page) => Promise<unknown> // to the page, or on it to other content
  shows: (page: Page) => Locator // after the retry
}

const menu = (name: string) => (page: Page) => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }).click()
const link = (name: string) => (page: Page) => page.getByRole('link', { name }).click()
const search = (text: string) => (page: Page) => page.getByRole('searchbox').first().fill(text)
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })

const failures: Failure[] = [
  {
    name: 'Today, without a connection',
    ...{ from: '/console', calls: '**/api/console/today', fail: unreachable },
    go: (page) => page.reload(),
    shows: (page) => page.getByRole('region', { name: 'Email' }),
  },
  {
    name: 'teams',
    ...{ from: '/console/people', calls: '**/api/console/team{,?*}', fail: mistake, go: menu('Teams') },
    shows: (page) => page.getByRole('link', { name: 'Маяк' }),
  },
  {
    name: 'projects, when another text is searched for',
    ...{ from: '/console/projects', calls: '**/api/console/project?*', fail: mistake, go: search('museum') },
    shows: (page) => page.getByRole('link', { name: 'Museum Pocket Guide' }),
  },
  {
    name: 'the audit log, when another text is searched for',
    ...{ from: '/console/audit', calls: '**/api/console/audit?**', fail: mistake, go: search('anything') },
    shows: heading('No entries found'),
  },
  {
    name: 'a vocabulary',
    ...{ from: '/console/words/tag', calls: '**/api/console/vocabulary/reason', fail: mistake, go: link('Decline reasons') },
    shows: (page) => page.getByRole('rowheader').first(),
  },
  {
    name: 'emails, without a connection',
    login: 'admin',
    ...{ from: '/console/mail/987654321', calls: '**/api/console/mail', fail: unreachable, go: link('All emails') },
    shows: heading('No emails yet'),
  },
]

forEachCase(
  failures,
  ({ name }) => `${name}: an error has a button to try again`,
  async ({ login = 'curator', from, calls, fail, go, shows }: Failure) => {
    const { page } = await open(from, { login })
    if (fail === unreachable) await stopProbing(page)
    await page.context().route(calls, fail)
    await go(page)
    const alert = page.getByRole('alert')
    const again = page.getByRole('button', { name: 'Try again' }).first()
    if (fail === mistake) for (const text of [problem.detail, REQUEST_ID]) await alert.getByText(text).first().waitFor()
    else await alert.getByRole('button', { name: 'Try again' }).first().waitFor()
    await page.context().unroute(calls)
    await again.click()
    await shows(page).waitFor()
    await alert.waitFor({ state: 'detached' })
  },
)
