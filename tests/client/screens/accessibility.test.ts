import { after, before } from 'node:test'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { forEachCase } from '#tests/support/tier.ts'

// Screens as a guest finds them. What a person does on a screen is checked where it is done.

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const lists = [
  { path: '/', heading: 'All projects' },
  { path: '/projects/active', heading: 'In progress' },
  { path: '/projects/new', heading: 'New' },
  { path: '/projects/saved', heading: 'No saved projects yet' },
  { path: '/settings', heading: 'Settings' },
  { path: '/round', heading: 'Rounds' },
]
const closed = ['/project/city-tree-census/apply', '/settings/mail', '/my', '/my/request/1'].map((path) => ({
  path,
  heading: 'Sign in to continue',
}))

forEachCase(
  [...lists, ...closed],
  ({ path, heading }) => `${path} says “${heading}” to a guest and is accessible`,
  async ({ path, heading }) => {
    const { page } = await openApp(browser, service, { path })
    await page.getByRole('heading', { name: heading }).first().waitFor()
    if (heading === 'Sign in to continue') await page.getByRole('main').getByRole('button', { name: 'Sign in' }).first().waitFor()
    await settled(page)
    await assertNoAxeViolations(page)
  },
)
