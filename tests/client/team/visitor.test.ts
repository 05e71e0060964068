import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { holdToasts, openApp, settled } from '#tests/support/page/app.ts'
import { assertTexts } from '#tests/support/page/assert-content.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { journey } from '#tests/support/tier.ts'

const browser = openBrowser()
let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const TREES = 'City Tree Census'
const NOTES = 'Search Through Lecture Notes'
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const cards = (page: Page) => page.getByRole('article').getByRole('heading')
const buttonOf = (page: Page, name: string, state: 'Save' | 'Saved') =>
  page
    .getByRole('article')
    .getByRole('button', { name: `${state}: ${name}`, exact: true })
    .first()
const openSaved = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('link', { name: /^Saved/ })
    .click()
type List = { total: number; projects: { name: string }[] }
const listOf = async (path: string): Promise<List> => (await fetch(`${service.url}${path}`)).json() as Promise<List>
async function findAndSave(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
  await page.waitForURL((url) => url.searchParams.get('q') === name)
  await settled(page)
  await buttonOf(page, name, 'Save').click()
  await buttonOf(page, name, 'Saved').waitFor()
}

journey('a first-time visitor continues as a guest, opens the lists, reads a project, saves two, and restores one', async () => {
  const { page, faults, externalRequests, requests } = await openApp(browser, service, { isNew: true })
  await title(page, 'Find a project')
  await assertNoAxeViolations(page)
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await title(page, 'Projects')
  await settled(page)
  await assertTexts(page.getByRole('heading', { level: 2 }), ['Open now', 'New', 'In progress', 'Coming soon', 'All projects'])
  await page.reload()
  await title(page, 'Projects') // the welcome screen is shown once

  // See all opens exactly the projects of that carousel under its heading.
  for (const [heading, path] of [
    ['In progress', '/project/active'],
    ['New', '/project/new?limit=50'],
  ] as const) {
    await page.getByRole('link', { name: `See all: ${heading}` }).click()
    await title(page, heading)
    await settled(page)
    const { projects, total } = await listOf(path)
    await page.getByText(`${total} projects`, { exact: true }).waitFor()
    await assertTexts(
      cards(page),
      projects.map(({ name }) => name),
    )
    await page.getByRole('button', { name: 'Back' }).click()
    await title(page, 'Projects')
  }

  // Saved on the device, and listed by the last day of the enrollment.
  await openSaved(page)
  await page.getByRole('heading', { name: 'No saved projects yet' }).waitFor()
  await page.getByRole('link', { name: 'Browse projects' }).click()
  await findAndSave(page, TREES)
  await findAndSave(page, NOTES)
  await page.reload()
  await settled(page)
  assert.equal(await buttonOf(page, NOTES, 'Saved').getAttribute('aria-pressed'), 'true')
  await openSaved(page)
  await cards(page).nth(1).waitFor()
  await assertTexts(cards(page), [NOTES, TREES])
  await assertNoAxeViolations(page)
  await holdToasts(page)
  await buttonOf(page, TREES, 'Saved').click()
  await page.getByRole('status').getByText('Removed from saved.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await buttonOf(page, TREES, 'Saved').waitFor()
  await buttonOf(page, NOTES, 'Saved').click()
  await page.reload()
  await cards(page).first().waitFor()
  await assertTexts(cards(page), [TREES])
  await page.getByRole('link', { name: TREES }).click()
  await title(page, TREES)
  assert.deepEqual({ faults, externalRequests }, { faults: [], externalRequests: [] })
  assert.equal(requests.filter((address) => address.includes('/api/saved')).length, 0, 'a guest makes no call')
})
