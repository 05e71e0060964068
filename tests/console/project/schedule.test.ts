import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { consoleOf, overflowOf, serviceOfFile } from '#tests/support/console/console-app.ts'
import { openApp, settled } from '#tests/support/page/app.ts'
import { assertCount, assertShown } from '#tests/support/page/assert-content.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'
import { addProject } from '#tests/support/world/requests.ts'

// The timeline and the calendar of all projects.

const browser = openBrowser()
const service = serviceOfFile()
before(async () => {
  const { sql } = service
  const semester = { enrollmentStart: '2031-02-03', enrollmentEnd: '2031-02-20', dateStart: '2031-03-03', dateEnd: '2031-06-30' }
  await addProject(sql, 'far-one', { name: 'Far One', ...semester })
  await addProject(sql, 'far-two', { name: 'Another Far', ...semester, enrollmentStart: '2031-02-10', enrollmentEnd: '2031-02-12' })
})

const open = consoleOf(browser, service)
const names = (page: Page) => page.locator('.timeline-name').allTextContents()

test('the timeline: bars where the days are, in words for screen readers, period, zoom, order and filters in the address', async () => {
  const { page, faults } = await open('/console/timeline?from=2031-02&text=far')
  const row = page.getByRole('listitem').filter({ hasText: 'Far One' })
  await row.waitFor()
  await assertShown(() => names(page), ['Far One', 'Another Far'])
  assert.match((await row.textContent())!, /Enrollment: Feb 3\s–\s20, 2031Work: Mar 3\s–\sJun 30, 2031/)
  await assertNoAxeViolations(page)
  // February to July: 181 days.
  const track = (await row.locator('.timeline-track').boundingBox())!
  const bar = (await row.locator('.is-work.timeline-bar').boundingBox())!
  assert.ok(Math.abs((bar.x - track.x) / track.width - 30 / 181) < 0.01, 'begins after 30 days')
  assert.ok(Math.abs(bar.width / track.width - 120 / 181) < 0.01, 'takes 120 days')

  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Enrollment closing first' })
  await page
    .locator('.timeline-name')
    .first()
    .and(page.getByText('Another Far', { exact: true }))
    .waitFor()
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Month' })
  await page.getByText('February 2031', { exact: true }).waitFor()
  assert.match(page.url(), /zoom=month/)
  assert.match(page.url(), /sort=closes/)
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByText('March 2031', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('March 2031', { exact: true }).waitFor()
  await settled(page)
  assert.equal((await names(page)).length, 2)
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Draft' })
  await page.getByText('No projects in this period').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Today' }).waitFor({ state: 'hidden' })
  await page.locator('.timeline-today').waitFor({ state: 'attached' })
  await settled(page)
  assert.ok((await names(page)).length > 5)
  await page.locator('h1').focus()
  await page.keyboard.press('j')
  const focused = await page.evaluate<string>('document.activeElement.textContent')
  assert.equal(focused, (await names(page))[0])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: focused }).waitFor()
  assert.deepEqual(faults, [])
})

test('five hundred projects: every row is there, those outside of the window are not rendered', async () => {
  await service.sql`insert into project (slug, name, state, published_at, enrollment_start, enrollment_end, date_start, date_end)
    select 'many-' || n, 'Many ' || n, 'published', now(), date '2035-01-01' + n % 20, date '2035-02-01' + n % 20, date '2035-03-01', date '2035-05-01' + n % 20
    from generate_series(1, 500) as n`
  const { page } = await open('/console/timeline?from=2035-01&text=many-')
  await page.getByText('500 projects').waitFor()
  await assertCount(page.locator('.timeline-row'), 500)
  const isSkipped = (index: number) =>
    page.evaluate<boolean>(`!document.querySelectorAll('.timeline-bar.is-work')[${index}].checkVisibility({ contentVisibilityAuto: true })`)
  await until(async () => !(await isSkipped(0)) && (await isSkipped(499)))
  await page.locator('.timeline-name').nth(499).focus()
  // A function, because a text is evaluated anew each time, which the content security policy forbids.
  await page.waitForFunction(() => {
    type Box = { checkVisibility(options: object): boolean; getBoundingClientRect(): { bottom: number } }
    const { document, innerHeight } = globalThis as unknown as {
      document: { activeElement: Box; querySelectorAll(selector: string): Box[] }
      innerHeight: number
    }
    const isDrawn = document.querySelectorAll('.timeline-bar.is-work')[499]!.checkVisibility({ contentVisibilityAuto: true })
    return isDrawn && document.activeElement.getBoundingClientRect().bottom <= innerHeight
  })
})

test('a day with many events unfolds', async () => {
  for (let n = 0; n < 7; n++) await addProject(service.sql, `busy-${n}`, { name: `Busy ${n}`, dateStart: '2032-05-05' })
  const { page } = await open('/console/calendar?month=2032-05&text=busy')
  await page.getByText('3 more').click()
  await page.getByRole('link', { name: 'Project starts: Busy 6' }).waitFor()
  await assertCount(page.getByRole('link', { name: /^Project starts/ }), 7)
})

test('on a phone both are lists, in Russian nothing is cut off', async () => {
  const { page, faults } = await openApp(browser, service, {
    login: 'curator',
    path: '/console/timeline?from=2031-02&text=far',
    locale: 'ru',
  })
  await page.getByText(/Набор: 3\s?–\s?20 февр\. 2031/).waitFor()
  assert.equal(await page.locator('.timeline-track').first().isVisible(), false)
  assert.ok((await overflowOf(page)) <= 0)
  await assertNoAxeViolations(page)
  await page.getByRole('link', { name: 'Календарь' }).click()
  await page.getByRole('heading', { level: 1, name: 'Календарь' }).waitFor()
  await page.goto(`${service.origin}/console/calendar?month=2031-02&text=far`)
  await page.getByRole('heading', { name: /^3 февр/ }).waitFor()
  await page.getByText('Открывается набор').first().waitFor()
  assert.equal(await page.getByRole('table').count(), 0)
  assert.ok((await overflowOf(page)) <= 0)
  await assertNoAxeViolations(page)
  await page.goto(`${service.origin}/console/calendar?month=2033-02&text=far`)
  await page.getByText('В этом месяце ничего не начинается').waitFor()
  assert.deepEqual(faults, [])
})
